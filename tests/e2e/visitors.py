"""Browser contexts that one test leaves to the next: nothing of a visitor stays but the files that a browser keeps.

In a new context every page costs the machine twice as much, because all scripts are compiled anew.
"""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Frame, Page

from tests.e2e.measuring import MARK_ARRIVAL


class Visitors:
    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._arrived = 0
        self._idle: dict[str, list[BrowserContext]] = {}
        self._kinds: dict[BrowserContext, str] = {}
        self._origins: dict[BrowserContext, set[str]] = {}

    def arrive(self, **options: Any) -> BrowserContext:
        """A visitor whom nobody knows yet, in a context with these options of Playwright's, from a new address."""
        kind = repr(sorted(options.items()))
        idle = self._idle.get(kind)
        context = idle.pop() if idle else self._made(kind, options)
        self._arrived += 1
        # As a proxy would say it: what all visitors of one address may hold is limited.
        address = f"10.0.{self._arrived // 250}.{self._arrived % 250 + 1}"
        context.set_extra_http_headers({"X-Forwarded-For": address})
        return context

    def _made(self, kind: str, options: dict[str, Any]) -> BrowserContext:
        context = self._browser.new_context(**options)
        context.add_init_script(MARK_ARRIVAL)
        origins = self._origins[context] = set()

        def remember(frame: Frame) -> None:
            address = urlsplit(frame.url)
            if address.netloc:
                origins.add(f"{address.scheme}://{address.netloc}")

        context.on("page", lambda page: page.on("framenavigated", remember))
        self._kinds[context] = kind
        return context

    def leave(self, context: BrowserContext, *, for_good: bool = False) -> None:
        """Forget the visitor. `for_good`: another one could not use the context, for example because of its clock."""
        origins, kind = self._origins[context], self._kinds[context]
        if for_good or not context.pages:
            del self._origins[context], self._kinds[context]
            context.close()
            return
        for page in context.pages[1:]:
            page.close()
        self._forget(context, context.pages[0], origins)
        self._idle.setdefault(kind, []).append(context)

    def _forget(self, context: BrowserContext, page: Page, origins: set[str]) -> None:
        page.goto("about:blank")
        devtools = context.new_cdp_session(page)
        for origin in origins:
            devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        page.close()
        context.clear_cookies()
        origins.clear()
