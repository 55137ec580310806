"""Shared by scripts/fuzz-csmith and scripts/fuzz-binaryen: options, the optimizer, kept failures."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
peers = root / 'target/peers'
failures = root / 'target/failures'
sys.path[:0] = [str(peers / 'python'), str(root / 'benches')]
sys.dont_write_bytecode = True
import json_result

SETTINGS = [['-O1'], ['-O3'], ['-Oz'], ['-O3', '--no-guard']]


def options(description, count, more=lambda parser: None):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument('--invar', default=os.environ.get('INVAR', root / 'target/release/invar'))
    parser.add_argument('--count', type=int, default=count, help='how many programs (%(default)s)')
    parser.add_argument('--seed', type=int, default=1, help='the first one (%(default)s)')
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--json', metavar='FILE', help='write the totals')
    more(parser)
    return parser.parse_args()


def optimize(invar, source, output, setting):
    """None, or the error. A function that keeps its original body because of a bug is an error, too."""
    run = subprocess.run([invar, 'opt', source, '-o', output, '-j', '1', *setting],
                         capture_output=True, text=True, timeout=300, errors='replace')
    said = run.stderr.strip()
    if run.returncode:
        return f'opt ended with {run.returncode}: {said[-300:]}'
    return f'opt reported: {said[:300]}' if said else None


def keep(name, files, text):
    """Copies what is needed to reproduce a failure into target/failures/NAME."""
    folder = failures / name
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        if pathlib.Path(file).exists():
            shutil.copy(file, folder)
    (folder / 'what.txt').write_text(text + '\n')


def run(check, given):
    """Calls check(seed, given, folder) -> (counts, [failure]) for each seed; prints totals. Returns whether all passed."""
    totals, failed = {}, 0
    with concurrent.futures.ProcessPoolExecutor(given.jobs) as pool:
        for counts, found in pool.map(_one, *zip(*[(check, seed, given) for seed in range(given.seed, given.seed + given.count)])):
            for key, value in counts.items():
                totals[key] = totals.get(key, 0) + value
            failed += len(found)
            for line in found:
                print(line, flush=True)
    print(', '.join(f'{value} {key}' for key, value in sorted(totals.items())))
    print(f'{totals.get("comparisons", 0) - failed} passed, {failed} failed')
    if given.json:
        counts = {'seeds': given.count, **dict(sorted(totals.items())), 'failed': failed}
        keys = {'_'.join(re.findall(r'\w+', what)): value for what, value in counts.items()}
        json_result.write(given.json, ['what', 'count'], [list(pair) for pair in counts.items()], keys)
    return failed == 0


def _one(check, seed, given):
    with tempfile.TemporaryDirectory(prefix='invar-fuzz-') as folder:
        try:
            return check(seed, given, pathlib.Path(folder))
        except Exception as error:  # An error in one program must not stop the others.
            return {'not run': 1}, [f'seed {seed}: {type(error).__name__}: {error}']
