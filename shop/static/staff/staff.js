// The staff's forms: one language or all, pictures beside their selects, colours with their number, tabs in order.
"use strict";
{
  // shop/admin/scripts.py writes them.
  const { languages, switchLabel, tabsLabel } = document.currentScript.dataset;
  const LANGUAGES = languages.split(" ");
  const ALL = "all";
  const KEY = "staff-languages";

  // The row or cell around a field of one language.
  function around(field) {
    return field.closest("td") || field.closest(".field-line") || field.parentElement.parentElement;
  }

  // By its class: `prefix` and the language's code.
  function languageOf(element, prefix) {
    return LANGUAGES.find((one) => new RegExp(`${prefix}${one}(\\s|$)`).test(element.className));
  }

  function mark(root) {
    for (const field of root.querySelectorAll("[class*='mt-field-']")) {
      const language = languageOf(field, "mt-field-\\S+-");
      if (!language) continue;
      around(field).dataset.language = language;
      field.lang = language;
    }
    for (const cell of root.querySelectorAll("th[class*='column-']")) {
      const language = languageOf(cell, "column-\\S+_");
      if (language) cell.dataset.language = language;
    }
  }

  function show(chosen) {
    document.body.dataset.languages = chosen;
    for (const part of document.querySelectorAll("[data-language]")) {
      part.classList.toggle("staff-other-language", chosen !== ALL && part.dataset.language !== chosen);
    }
    for (const button of document.querySelectorAll(".staff-languages button")) {
      button.setAttribute("aria-pressed", String(button.value === chosen));
    }
  }

  function languageSwitch(form) {
    const group = document.createElement("div");
    group.className = "staff-languages";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", switchLabel);
    const label = LANGUAGES.map((one) => one.toUpperCase()).join(" + ");
    for (const value of [ALL, ...LANGUAGES]) {
      const button = document.createElement("button");
      button.type = "button";
      button.value = value;
      button.textContent = value === ALL ? label : value.toUpperCase();
      button.addEventListener("click", () => {
        localStorage.setItem(KEY, value);
        show(value);
      });
      group.append(button);
    }
    form.prepend(group);
    // A message must never hide in a language that is not shown.
    const wrong = form.querySelector("[data-language] .errorlist, [data-language].errors");
    const kept = localStorage.getItem(KEY);
    show(!wrong && LANGUAGES.includes(kept) ? kept : ALL);
  }

  // --- pictures

  function previewUrl(select, id) {
    return select.dataset.picture.replace("/0/", `/${id}/`);
  }

  function picture(select, id, width) {
    const image = new Image(width);
    image.src = previewUrl(select, id);
    image.alt = "";
    image.className = "staff-preview";
    return image;
  }

  function showPicture(select) {
    const holder = select.closest(".related-widget-wrapper") || select.parentElement;
    let frame = holder.querySelector(":scope > .staff-picked");
    if (!frame) {
      frame = document.createElement("span");
      frame.className = "staff-picked";
      holder.prepend(frame);
    }
    frame.replaceChildren(...(select.value ? [picture(select, select.value, 64)] : []));
  }

  function watchPictures(root) {
    for (const select of root.querySelectorAll("select[data-picture]")) {
      if (select.name.includes("__prefix__") || select.dataset.watched) continue;
      select.dataset.watched = "1";
      const chooser = django.jQuery(select);
      const select2 = chooser.data("select2");
      if (select2) {
        select2.options.set("templateResult", (option) => {
          if (!option.id) return option.text;
          const row = document.createElement("span");
          row.className = "staff-picture-option";
          row.append(picture(select, option.id, 40), option.text);
          return row;
        });
      }
      chooser.on("change", () => showPicture(select));
      showPicture(select);
    }
  }

  // --- colours

  function watchColours(root) {
    for (const input of root.querySelectorAll("input[type=color]")) {
      if (input.dataset.watched) continue;
      input.dataset.watched = "1";
      const number = document.createElement("code");
      number.className = "staff-colour";
      const write = () => (number.textContent = input.value);
      input.addEventListener("input", write);
      write();
      input.after(number);
    }
  }

  // --- rows

  // When a row goes, the ones behind it are written anew from their markup: what was typed has to stand there.
  function keepTyped({ target: field }) {
    if (!field.closest?.(".formset")) return;
    if (field.type === "checkbox") field.toggleAttribute("checked", field.checked);
    else if (field.tagName === "SELECT") for (const one of field.options) one.toggleAttribute("selected", one.selected);
    else if (field.tagName === "TEXTAREA") field.textContent = field.value;
    else if (field.type !== "file") field.setAttribute("value", field.value);
  }

  // --- tabs that have no room

  // unfold moves the last tab behind those that it moved before, and takes back the one at the end: the other way round
  // they keep their order.
  function keepOrder(menu) {
    menu.append(...[...menu.children].reverse());
    menu.appendChild = (tab) => {
      menu.prepend(tab);
      return tab;
    };
    Object.defineProperty(menu, "lastElementChild", { get: () => menu.firstElementChild });
  }

  function markCurrent(tabs) {
    for (const tab of tabs) {
      if (tab.classList.contains("active")) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
  }

  function tabs() {
    const menu = document.querySelector("#tabs-dropdown");
    if (!menu) return;
    keepOrder(menu);
    const button = menu.previousElementSibling;
    button.role = "button";
    button.tabIndex = 0;
    button.ariaLabel = tabsLabel;
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      button.click();
    });
    menu.addEventListener("click", () => {
      Alpine.$data(menu).openTabsDropdown = false;
      button.focus();
    });
    const all = [...document.querySelectorAll("#tabs-items > a"), ...menu.children];
    const watcher = new MutationObserver(() => markCurrent(all));
    for (const tab of all) watcher.observe(tab, { attributeFilter: ["class"] });
    markCurrent(all);
  }

  // Scanners end a number with Enter: it leads to the next field, and behind the last one to the button.
  function scanned(event) {
    if (event.key !== "Enter" || !event.target.matches("[data-scan]")) return;
    event.preventDefault();
    const fields = [...event.target.form.querySelectorAll("[data-scan]")];
    const next = fields[fields.indexOf(event.target) + 1] ?? event.target.form.querySelector("button[type=submit]");
    next.focus();
    if (next.select) next.select();
  }

  // --- refunds: other pieces cost something else, and whoever changes a line means it

  function watchWishes(root) {
    const written = { minimumFractionDigits: 2, useGrouping: false };
    const amount = new Intl.NumberFormat(document.documentElement.lang || undefined, written);
    for (const pieces of root.querySelectorAll("[data-wish-pieces]")) {
      const key = pieces.dataset.wishPieces;
      const worths = JSON.parse(pieces.dataset.worths);
      const [on, euros] = ["on", "euros"].map((name) => root.querySelector(`[name="${name}-${key}"]`));
      pieces.addEventListener("input", () => {
        const worth = worths[Number(pieces.value) - 1];
        if (worth !== undefined) euros.value = amount.format(worth);
      });
      for (const field of [pieces, euros]) field.addEventListener("input", () => (on.checked = true));
    }
  }

  function prepare(root) {
    mark(root);
    watchPictures(root);
    watchColours(root);
  }

  // After Django's own scripts have run: they make the selects that pictures are shown in.
  document.addEventListener("keydown", scanned);
  window.addEventListener("load", () => {
    tabs();
    const form = document.querySelector("#content-main form[method=post]");
    // On phones these stand in front of each value.
    for (const cell of document.querySelectorAll("#result_list [data-label], .formset [data-label]")) {
      cell.dataset.label = cell.dataset.label.charAt(0).toUpperCase() + cell.dataset.label.slice(1);
    }
    // German puts the noun before the verb; the button needs no noun.
    for (const button of document.querySelectorAll("a.bg-red-600[href*='/delete/']")) {
      button.textContent = button.textContent.trim().split(/\s/)[0];
    }
    watchWishes(document);
    if (!form || document.querySelector("#changelist-form")) return;
    prepare(form);
    if (form.querySelector("[data-language]")) languageSwitch(form);
    document.addEventListener("formset:added", (event) => {
      prepare(event.target);
      show(document.body.dataset.languages || ALL);
    });
    for (const kind of ["input", "change"]) form.addEventListener(kind, keepTyped);
  });
}
