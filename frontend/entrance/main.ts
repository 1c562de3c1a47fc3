import "./entrance.css";
import { Camera } from "./camera.ts";
import { Gate } from "./gate.ts";
import { Screen } from "./screen.ts";
import { Store } from "./store.ts";
import { Till } from "./till.ts";
import { readWords } from "./words.ts";

/** How often the phone tells what it has, and how often it asks for the whole list. */
const SYNCS_EVERY = 10_000;
const LISTS_EVERY = 60_000;

async function start(): Promise<void> {
  const words = readWords();
  const screen = new Screen(words);
  const store = await Store.open();
  const gate = new Gate(store, screen);
  const till = new Till(
    words,
    store,
    (path, body) => gate.ask(path, body),
    (sold) => void gate.sold(sold),
    (word) => screen.tell(word),
  );
  const sync = async (whole: boolean): Promise<void> => {
    await gate.sync(whole);
    if (whole) await till.show(gate.maySell);
  };
  const camera = new Camera(screen.video, (code) => gate.scan(code, "camera"));

  screen.onSearch((text) => gate.search(text));
  screen.onLetIn((number) => gate.scan(number, "typed"));
  screen.onUndo(() => gate.undo());
  screen.onCamera(async () => {
    if (camera.isOn) {
      camera.stop();
      screen.showCamera(false, false);
      return;
    }
    try {
      await camera.start();
      screen.showCamera(true, camera.hasLight);
    } catch (error) {
      camera.stop();
      screen.showCamera(
        false,
        false,
        error instanceof DOMException && error.name === "NotAllowedError" ? "camera_refused" : "camera_missing",
      );
    }
  });
  screen.onLight((on) => camera.light(on));

  addEventListener("online", () => void sync(true));
  addEventListener("offline", () => screen.showNetwork(false));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void sync(true);
  });
  setInterval(() => void sync(false), SYNCS_EVERY);
  setInterval(() => void sync(true), LISTS_EVERY);
  void navigator.serviceWorker.register("worker.js");
  void navigator.storage.persist();

  // Its own part of the address is sent to nobody, and stays in no history.
  const code = decodeURIComponent(location.hash.slice(1));
  if (code) {
    history.replaceState(null, "", location.pathname);
    await gate.pair(code);
  }
  await gate.begin();
  await till.show(gate.maySell);
}

void start();
