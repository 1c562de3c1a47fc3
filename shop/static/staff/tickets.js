// An event's form: tickets may be of pricing categories that are not saved yet. They are named `new-` and the number of
// their row, as the server reads them (catalogue.admin.variant_forms).
"use strict";
{
  // Of each select, the option of each row; a row is known by its field that holds the id.
  const optionsOf = new WeakMap();

  function unsavedRows() {
    const ids = [...document.querySelectorAll('input[name^="pricing_categories-"][name$="-id"]')];
    return ids.filter((id) => !id.value && !id.name.includes("__prefix__"));
  }

  function named(id) {
    const row = id.name.slice(0, -"-id".length);
    const written = ["de", "en"].map((language) => document.querySelector(`[name="${row}-name_${language}"]`)?.value);
    return { value: `new-${row.split("-").pop()}`, text: written.find((name) => name?.trim()) || "" };
  }

  function offer(select, rows) {
    const options = optionsOf.get(select) || new Map();
    optionsOf.set(select, options);
    for (const [id, option] of options) {
      if (rows.includes(id)) continue;
      option.remove();
      options.delete(id);
    }
    // Rows that moved up first: none takes the option of the one before it.
    for (const id of rows) {
      if (options.has(id)) options.get(id).value = named(id).value;
    }
    for (const id of rows) {
      const { value, text } = named(id);
      if (!options.has(id)) {
        const there = select.querySelector(`option[value="${value}"]`);
        options.set(id, there || select.appendChild(new Option("", value)));
      }
      options.get(id).text = text;
      options.get(id).hidden = !text;
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
