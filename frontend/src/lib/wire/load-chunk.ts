import { requestFile } from "@/lib/wire/fetch-layer";

const fetched = new Map<string, Promise<void>>();

const isInPage = (url: string): boolean => document.querySelector(`link[href="${url}"], script[src="${url}"]`) !== null;

async function fetchFile(url: string): Promise<void> {
  if (!isInPage(url)) await (await requestFile(url)).arrayBuffer();
}

function fetchOnce(url: string): Promise<void> {
  const known = fetched.get(url);
  if (known) return known;
  const promise = fetchFile(url).catch((error: unknown) => {
    fetched.delete(url);
    throw error;
  });
  fetched.set(url, promise);
  return promise;
}

/**
 * What `import()` is in a build (build/chunk-loading.ts): files first, then the module. Browsers that remember for ever
 * that a module did not come would refuse it, and all that import it, until the page is loaded anew; a file they fetch again.
 */
export async function loadChunk<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => fetchOnce(import.meta.env.BASE_URL + file)));
  return load();
}
