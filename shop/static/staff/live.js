// What changes by itself is asked for again while somebody looks at it.
"use strict";
{
  const live = document.querySelector("[data-live]");

  async function renew() {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("[data-live]");
      if (fresh) live.replaceChildren(...fresh.childNodes);
    } catch {
      // Without network the page says as of when it is.
    }
  }

  if (live) setInterval(renew, Number(live.dataset.live) * 1000);
}
