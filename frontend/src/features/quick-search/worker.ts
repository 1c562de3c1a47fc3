import type { Answer, Message } from "./suggester";
import type { Suggestion } from "./suggestion";
import { Matcher } from "./matching";

let matcher: Matcher<Suggestion> | undefined;

self.onmessage = ({ data }: MessageEvent<Message>) => {
  if ("suggestions" in data) matcher = new Matcher(data.suggestions);
  else self.postMessage({ id: data.id, found: matcher?.find(data.text) ?? [] } satisfies Answer);
};
