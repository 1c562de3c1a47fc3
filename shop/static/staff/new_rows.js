// Rows may choose rows of another table of the same form that are not saved yet: a ticket its pricing category, a part
// its choice of a bundle. They are named `new-` and the number of their row, as the server reads them
// (catalogue.admin.new_rows).
"use strict";
{
  const TABLES = [
    { rows: "pricing_categories", name: "name", choosers: "variants", field: "pricing_category" },
    { rows: "combinations", name: "option_name", choosers: "parts", field: "combination" },
  ];
  // Of each select, the option of each row: rows are numbered anew when one before them goes.
  const optionsOf = new WeakMap();

  // shop/admin/scripts.py writes them; the first one is the default.
  const LANGUAGES = document.currentScript.dataset.languages.split(" ");
  const nameIn = (table, row) => row.querySelector(`input[name$="-${table.name}_${LANGUAGES[0]}"]`);

  function unsavedRows(table) {
    const rows = [...document.querySelectorAll(`#${table.rows}-group .form-group:not(.empty-form)`)];
    return rows.filter((row) => nameIn(table, row) && !row.querySelector('input[name$="-id"]')?.value);
  }

  function named(table, group) {
    const row = nameIn(table, group).name.slice(0, -`-${table.name}_${LANGUAGES[0]}`.length);
    const written = LANGUAGES.map(
      (language) => document.querySelector(`[name="${row}-${table.name}_${language}"]`)?.value,
    );
    return { value: `new-${row.split("-").pop()}`, text: written.find((name) => name?.trim()) || "" };
  }

  function offer(table, select, rows) {
    const options = optionsOf.get(select) || new Map();
    optionsOf.set(select, options);
    for (const [row, option] of options) {
      if (rows.includes(row)) continue;
      option.remove();
      options.delete(row);
    }
    // Rows that moved up first: none takes the option of the one before it.
    for (const [row, option] of options) option.value = named(table, row).value;
    for (const row of rows) {
      const { value, text } = named(table, row);
      if (!options.has(row)) {
        const there = select.querySelector(`option[value="${value}"]`);
        options.set(row, there || select.appendChild(new Option("", value)));
      }
      options.get(row).text = text;
      options.get(row).hidden = !text;
    }
  }

  function offerAll() {
    for (const table of TABLES) {
      const rows = unsavedRows(table);
      const selects = `select[name^="${table.choosers}-"][name$="-${table.field}"]`;
      for (const select of document.querySelectorAll(selects)) offer(table, select, rows);
    }
  }

  window.addEventListener("load", offerAll);
  for (const name of ["formset:added", "formset:removed"]) document.addEventListener(name, offerAll);
  document.addEventListener("input", (event) => {
    if (TABLES.some((table) => event.target.name?.startsWith(`${table.rows}-`))) offerAll();
  });
}
