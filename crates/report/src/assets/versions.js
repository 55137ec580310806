// The part of the versions that a specialization made.

function versionsPart(index, rows) {
  const part = element(
    "section",
    { "aria-labelledby": "h-versions" },
    element("h2", { id: "h-versions" }, "Special versions"),
  );
  part.append(
    element(
      "p",
      {},
      "Functions that were specialized to constant values: what became of the control flow, which variables were kept in values, and where values stopped being constant.",
    ),
  );
  for (const version of index.versions) {
    part.append(
      element(
        "details",
        { open: index.versions.length < 8 },
        element(
          "summary",
          {},
          element("strong", { class: "code name" }, version.name),
          " ",
          element("span", { class: version.made ? "good" : "bad" }, version.made ? "\u2713 made" : "\u2717 not made"),
        ),
        element(
          "dl",
          { class: "facts" },
          rows[version.function] && fact("Function", linkTo(rows[version.function])),
          fact("Instructions", change(...version.insts)),
          fact("Time", `${number(version.time)} ms`),
          version.counters.map(([name, count]) => fact(name, number(count))),
        ),
        version.notes.length > 0 &&
          element(
            "table",
            {},
            element("caption", {}, "Notes of the specializer"),
            element(
              "thead",
              {},
              element(
                "tr",
                {},
                ["Where", "What", "Times"].map((head) => element("th", { scope: "col" }, head)),
              ),
            ),
            element(
              "tbody",
              {},
              version.notes.map(([offset, line, what, times]) =>
                element(
                  "tr",
                  {},
                  element("td", { class: "code" }, placeOf({ offset, line })),
                  element("td", {}, what),
                  element("td", { class: "number" }, number(times)),
                ),
              ),
            ),
          ),
        version.drawing && drawingsOf([version.drawing], index.classes),
      ),
    );
  }
  return part;
}
