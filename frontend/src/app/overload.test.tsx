import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { requestJson } from "@/lib/wire/fetch-layer";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { json, offline, refusal, serveRest } from "@/testing/rest";
import { Overload } from "./overload";

const reload = vi.fn();
const full = () => new Response("{}", { status: 503, headers: { "retry-after": "7" } });
const after = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const ask = (path: string, method: "GET" | "POST" = "GET") =>
  act(() => requestJson(`/rest/${path}`, method === "GET" ? {} : { method, body: {} }).catch(() => undefined));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  reload.mockReset();
});

it(
  "a full house counts down, asks by itself until there is an answer, and loads the page anew",
  proves(
    "purchase §4",
    "a full shop without a waiting room: a timer counts down, asks again by itself, and the page is loaded anew once there is an answer",
  ),
  async () => {
    const answers = { "GET x": full, "GET session/queue": full };
    const sent = serveRest(answers);
    const { queryByRole } = await renderPage(<Overload reload={reload} />);
    await ask("x");
    expect(queryByRole("dialog")?.textContent).toContain("Weiter in 7 s");
    for (let second = 0; second < 7; second += 1) await after(1);
    expect(sent.map(({ call }) => call)).toEqual(["GET x", "GET session/queue"]);
    expect(queryByRole("dialog")?.textContent).toContain("Weiter in 30 s");
    expect(reload).not.toHaveBeenCalled();
    Object.assign(answers, { "GET session/queue": json({ active: false }) });
    for (let second = 0; second < 30; second += 1) await after(1);
    expect(reload).toHaveBeenCalledTimes(1);
  },
);

it.each([
  ["with the heartbeat's renewal", json({ expires_at: null })],
  ["that there is no session", refusal(409, "SESSION_ENDED")],
])("a failure of one thing is no full house: the server answers %s", async (_how, heartbeat) => {
  const sent = serveRest({ "GET x": refusal(500, "INTERNAL"), "GET session/heartbeat": heartbeat });
  const { queryByRole } = await renderPage(<Overload reload={reload} />);
  await ask("x");
  await after(1);
  expect(sent.map(({ call }) => call)).toEqual(["GET x", "GET session/heartbeat"]);
  expect(queryByRole("dialog")).toBeNull();
});

it.each([
  ["fails, too", refusal(500, "INTERNAL")],
  ["gets no answer", offline],
])(
  "a failure whose heartbeat %s is waited for",
  proves("purchase §7, §8", "any other 5xx answer first tries a heartbeat; the queue opens only if that fails, too"),
  async (_how, heartbeat) => {
    serveRest({
      "GET x": refusal(500, "INTERNAL"),
      "GET session/heartbeat": heartbeat,
      "GET session/queue": json({ active: false }),
    });
    const { queryByRole } = await renderPage(<Overload reload={reload} />);
    await ask("x");
    await after(1);
    expect(queryByRole("dialog")?.textContent).toMatch(/Weiter in (29|30) s/);
    for (let second = 0; second < 30; second += 1) await after(1);
    expect(reload).toHaveBeenCalledTimes(1);
  },
);

it("a payment service that is away is no full house", async () => {
  const sent = serveRest({ "GET x": refusal(503, "PROVIDER_AWAY") });
  const { queryByRole } = await renderPage(<Overload reload={reload} />);
  await ask("x");
  expect(queryByRole("dialog")).toBeNull();
  expect(sent).toHaveLength(1);
});

it(
  "what was entered is there after a write that was refused",
  proves(
    "purchase §4",
    "a full shop refuses a write: once there is an answer, the page is there as it was, with all that was entered",
  ),
  async () => {
    const answers = { "POST x": full, "GET session/queue": json({ active: false }) };
    serveRest(answers);
    const { queryByRole } = await renderPage(<Overload reload={reload} />);
    await ask("x", "POST");
    for (let second = 0; second < 7; second += 1) await after(1);
    expect(queryByRole("dialog")).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  },
);

it("polls that fail neither restart the countdown nor open what the visitor has closed", async () => {
  serveRest({ "GET x": full, "GET session/queue": full });
  const { queryByRole, getByRole } = await renderPage(<Overload reload={reload} />);
  await ask("x");
  for (let second = 0; second < 3; second += 1) await after(1);
  await ask("x");
  expect(queryByRole("dialog")?.textContent).toContain("Weiter in 4 s");
  act(() => getByRole("button").click());
  await ask("x");
  expect(queryByRole("dialog")).toBeNull();
});
