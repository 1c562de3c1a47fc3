// An event's form: tickets may be of pricing categories that are not saved yet. They are named `new-` and the number of
// their row, as the server reads them (catalogue.admin.variant_forms).
"use strict";
{
  const NAME = "-name_de";
  // Of each select, the option of each row: rows are numbered anew when one before them goes.
  const optionsOf = new WeakMap();

  const nameIn = (row) => row.querySelector(`input[name$="${NAME}"]`);

  function unsavedRows() {
    const rows = [...document.querySelectorAll("#pricing_categories-group .form-group:not(.empty-form)")];
    return rows.filter((row) => nameIn(row) && !row.querySelector('input[name$="-id"]')?.value);
  }

  function named(group) {
    const row = nameIn(group).name.slice(0, -NAME.length);
    const written = ["de", "en"].map((language) => document.querySelector(`[name="${row}-name_${language}"]`)?.value);
    return { value: `new-${row.split("-").pop()}`, text: written.find((name) => name?.trim()) || "" };
  }

  function offer(select, rows) {
    const options = optionsOf.get(select) || new Map();
    optionsOf.set(select, options);
    for (const [row, option] of options) {
      if (rows.includes(row)) continue;
      option.remove();
      options.delete(row);
    }
    // Rows that moved up first: none takes the option of the one before it.
    for (const [row, option] of options) option.value = named(row).value;
    for (const row of rows) {
      const { value, text } = named(row);
      if (!options.has(row)) {
        const there = select.querySelector(`option[value="${value}"]`);
        options.set(row, there || select.appendChild(new Option("", value)));
      }
      options.get(row).text = text;
      options.get(row).hidden = !text;
    }
  }

  function offerAll() {
    const rows = unsavedRows();
    for (const select of document.querySelectorAll('select[name^="variants-"][name$="-pricing_category"]')) {
      offer(select, rows);
    }
  }

  window.addEventListener("load", offerAll);
  for (const name of ["formset:added", "formset:removed"]) document.addEventListener(name, offerAll);
  document.addEventListener("input", (event) => {
    if (event.target.name?.startsWith("pricing_categories-")) offerAll();
  });
}
