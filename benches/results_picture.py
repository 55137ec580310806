"""Draws the picture of results in the README: one bar for each comparison, as SVG.

Each bar is a ratio of Invar's figure to that of the other side, which is the line at 1. The figures are from the
summaries in benches/results, only from data that name the commit that was measured. The picture needs no font, script
or file besides itself. It follows the reader's choice of light or dark, with a background of its own, since a page may
differ from that choice. benches/make-results writes it. Linear in the number of bars.
"""
from xml.sax.saxutils import escape

# What is compared; of which programs; with what; the ratio.
BARS = [
    ("Size of code", "{size[modules]} real modules, as small as possible",
     "wasm-opt -Oz", lambda s: s["size"]["oz_to_wasm_opt_no_gc"]),
    ("Executed operators", "{corpus[modules]} real modules, as fast as possible",
     "wasm-opt -O3", lambda s: s["corpus"]["operators_to_wasm_opt"]),
    ("Executed operators", "{kernels[O0_kernels]} small programs in C, compiled without optimization",
     "wasm-opt -O3", lambda s: s["kernels"]["O0_fuel_wasm_opt"]),
    ("Executed operators", "{loops[lf_kernels]} small programs in C, loops not optimized before",
     "clang -O3", lambda s: s["loops"]["lf_fuel_clang_O3"]),
    ("Executed operators", "{loops[as_kernels]} small programs in AssemblyScript",
     "asc -O3", lambda s: s["loops"]["as_fuel_asc_O3"]),
    ("Updates of reference counts", "{arc-O0[programs]} programs in AssemblyScript 0.17",
     "no removal", lambda s: s["arc-O0"]["O0_left"] / s["arc-O0"]["O0_updates"]),
    ("Executed operators", "{stage[programs]} programs, specialized to their constants",
     "not specialized", lambda s: 1 / s["stage"]["programs_fuel"]),
    ("Processor time of the tool", "6 modules from 49 KB to 3.5 MB",
     "wasm-opt -O3", lambda s: s["tool-speed"]["cpu"]),
]
WIDTH, LEFT, RIGHT, ROW, TOP = 860, 400, 150, 40, 44
STYLE = """
    text { font: 14px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328; }
    .small { font-size: 12px; fill: #59636e; }
    .page { fill: #ffffff; }
    .bar { fill: #2f6feb; }
    .rest { fill: #d8dee4; }
    .line { stroke: #59636e; stroke-width: 1; stroke-dasharray: 4 3; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .small { fill: #9198a1; }
      .page { fill: #0d1117; }
      .bar { fill: #4c8dff; }
      .rest { fill: #30363d; }
      .line { stroke: #9198a1; }
    }
"""


def draw(summaries):
    """The picture, from the summaries of results by name."""
    bars = [(what, detail.format_map(summaries), other, ratio(summaries)) for what, detail, other, ratio in BARS]
    unit = (WIDTH - LEFT - RIGHT) / max(1, *(value for *_, value in bars))
    height = TOP + ROW * len(bars) + 8
    spoken = "; ".join(f"{what}, {detail}: {value:.2f} of {other}" for what, detail, other, value in bars)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
             "  <title>Results of Invar</title>",
             f"  <desc>{escape(spoken)}</desc>",
             f"  <style>{STYLE}  </style>",
             f'  <rect class="page" width="{WIDTH}" height="{height}" rx="6"/>',
             f'  <text class="small" x="{LEFT}" y="18">0</text>',
             f'  <text class="small" x="{LEFT + unit:.1f}" y="18" text-anchor="middle">1 = the other side</text>',
             f'  <text class="small" x="{LEFT - 12}" y="18" text-anchor="end">shorter is better</text>']
    for at, (what, detail, other, value) in enumerate(bars):
        y = TOP + ROW * at
        lines += [f'  <text x="{LEFT - 12}" y="{y}" text-anchor="end">{escape(what)}</text>',
                  f'  <text class="small" x="{LEFT - 12}" y="{y + 16}" text-anchor="end">{escape(detail)}</text>',
                  f'  <rect class="rest" x="{LEFT}" y="{y - 10}" width="{unit:.1f}" height="24" rx="2"/>',
                  f'  <rect class="bar" x="{LEFT}" y="{y - 10}" width="{unit * value:.1f}" height="24" rx="2"/>',
                  f'  <text x="{WIDTH - RIGHT + 12}" y="{y}">{value:.2f}</text>',
                  f'  <text class="small" x="{WIDTH - RIGHT + 12}" y="{y + 16}">of {escape(other)}</text>']
    lines += [f'  <path class="line" d="M{LEFT + unit:.1f} 24V{height - 8}"/>', "</svg>"]
    return "\n".join(lines) + "\n"
