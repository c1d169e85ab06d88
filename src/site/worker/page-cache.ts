import { pageHeader, workerPath } from '#engine/model/page-mark.ts';
import {
  chooseHandling,
  isFresh,
  isUsable,
  judgePageAnswer,
  judgeProbe,
  listRemovedPages,
  listUnusedFiles,
  mayStoreAnswer,
  mayStoreFile,
  type PageAnswer,
  type StoredPage,
  toStoredAddress,
} from './decisions.ts';
import { filesId, type StoreMessage } from './protocol.ts';

/** The prefix of all caches of the worker. The number changes with the format of what they contain. */
const cachePrefix = 'slipway-';
const cacheNames = { pages: `${cachePrefix}pages-1`, files: `${cachePrefix}files-1` } as const;

/** Headers of stored pages, which visitors never get. */
const storedHeaders = {
  storedAt: 'slipway-stored-at',
  version: 'slipway-version',
  files: 'slipway-files',
  key: 'slipway-key',
} as const;

/** The time in ms that a page's request may take if the page is stored. */
const patienceMs = 5_000;

/** The addresses vary by none of the request's headers for one browser. */
const anyHeaders = { ignoreVary: true } as const;

/**
 * Stores a page with all of its files, unless the stored one is of the same version and new. Nothing is stored
 * if a file is missing. Never rejects: a page that is not stored still works with a network.
 */
export async function storePage(message: StoreMessage): Promise<void> {
  const address = URL.parse(message.path, location.origin);
  const url = address ? address.origin + address.pathname : '';
  if (!address || chooseHandling({ ...pageRequest, url }, location.origin) !== 'page') return;
  try {
    await withLock(async () => {
      await fetchAndStore(url, message).catch(() => undefined);
      await removeUnused();
    });
  } catch {
    // The browser gives no storage.
  }
}

const pageRequest = { method: 'GET', mode: 'navigate', destination: 'document' } as const;

/** Fetches and stores a page, its files first. Rejects if one of them is missing. */
async function fetchAndStore(url: string, { version, loaded, isForced }: StoreMessage): Promise<void> {
  const pages = await caches.open(cacheNames.pages);
  const known = await pages.match(url, anyHeaders);
  if (known && isFresh(toEntry(url, known), { version, isForced, now: Date.now() })) return;
  // Without cookies, so that the page is the one of a visitor who is not signed in anywhere.
  const answer = await fetch(url, {
    headers: { [pageHeader]: 'offline', accept: 'text/html' },
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
  });
  const { headers, redirected: isRedirected } = answer;
  if (!mayStoreAnswer({ ...toPageAnswer(answer), type: headers.get('content-type'), isRedirected })) {
    if (judgePageAnswer(toPageAnswer(answer)) === 'remove') await pages.delete(url);
    return;
  }
  const html = await answer.text();
  const data = readOfflineData(html);
  const toUrl = (address: string) => toStoredAddress(new URL(address, url).href);
  const required = [...new Set(data.files.map(toUrl))];
  await Promise.all(required.map((file) => storeFile(file)));
  const others = [...new Set(loaded.map(toUrl))].filter((file) => !required.includes(file));
  const stored = await Promise.all(others.map((file) => storeOptionalFile(file)));
  const files = [...required, ...others.filter((_file, at) => stored[at])];
  await pages.put(url, toStoredPage(html, { headers, data, files }));
}

interface OfflineData {
  readonly files: readonly string[];
  readonly version: string;
  /** The idempotency key of the form if the browser posts it. */
  readonly key: string;
}

/** Returns the data of a stored page that the server has written into it. Throws if there are none. */
function readOfflineData(html: string): OfflineData {
  const text = html.split(`id="${filesId}">`)[1]?.split('</script>')[0];
  return JSON.parse(text ?? '') as OfflineData;
}

/** Returns a page with what the worker must know of it in its headers. */
function toStoredPage(
  html: string,
  {
    headers: given,
    data,
    files,
  }: { readonly headers: Headers; readonly data: OfflineData; readonly files: readonly string[] },
): Response {
  const headers = new Headers(given);
  // The body is not compressed any more.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set(storedHeaders.storedAt, String(Date.now()));
  headers.set(storedHeaders.version, data.version);
  headers.set(storedHeaders.files, JSON.stringify(files));
  headers.set(storedHeaders.key, data.key);
  return new Response(html, { headers });
}

/**
 * Stores a file unless it is stored. It comes from the browser's cache if the page has loaded it. Rejects if it
 * cannot be fetched.
 */
async function storeFile(url: string): Promise<void> {
  const files = await caches.open(cacheNames.files);
  const isHashed = chooseHandling(toFileRequest(url), location.origin) === 'hashed';
  if (isHashed && (await files.match(url, anyHeaders))) return;
  const answer = await fetch(url, { priority: 'low' });
  const { status, headers } = answer;
  if (!mayStoreFile({ status, cacheControl: headers.get('cache-control') }))
    throw new Error(`Cannot store ${url}: ${status}`);
  await files.put(url, answer);
}

/** Stores a picture or a font, unless it is large or of another origin. Returns true if it is stored. */
async function storeOptionalFile(url: string): Promise<boolean> {
  if (chooseHandling(toFileRequest(url), location.origin) === 'none') return false;
  try {
    const answer = await fetch(url, { priority: 'low' });
    const body = await answer.arrayBuffer();
    const { status, headers } = answer;
    const cacheControl = headers.get('cache-control');
    if (!mayStoreFile({ status, cacheControl, bytes: body.byteLength })) return false;
    const type = headers.get('content-type');
    const stored = new Response(body, { headers: type === null ? {} : { 'content-type': type } });
    await (await caches.open(cacheNames.files)).put(url, stored);
    return true;
  } catch {
    return false;
  }
}

/** Returns what decides about a file of a page, whatever loads it. */
function toFileRequest(url: string) {
  return { method: 'GET', mode: 'no-cors', destination: 'image', url } as const;
}

/** Removes old pages, those beyond the maximum number, and files that no page needs. */
async function removeUnused(): Promise<void> {
  const [pages, files] = await Promise.all([caches.open(cacheNames.pages), caches.open(cacheNames.files)]);
  const entries = await Promise.all(
    (await pages.keys()).map(async ({ url }) => {
      const response = await pages.match(url, anyHeaders);
      return response && toEntry(url, response);
    }),
  );
  const known = entries.filter((entry) => entry !== undefined);
  const removed = listRemovedPages(known, Date.now());
  const left = known.filter(({ url }) => !removed.includes(url));
  const unused = listUnusedFiles(
    (await files.keys()).map(({ url }) => url),
    left,
  );
  await Promise.all([
    ...removed.map((url) => pages.delete(url, anyHeaders)),
    ...unused.map((url) => files.delete(url, anyHeaders)),
  ]);
}

/** Returns what is known of a stored page. */
function toEntry(url: string, { headers }: Response): StoredPage {
  return {
    url,
    version: headers.get(storedHeaders.version),
    storedAt: Number(headers.get(storedHeaders.storedAt)),
    files: JSON.parse(headers.get(storedHeaders.files) ?? '[]') as readonly string[],
  };
}

/**
 * Answers a visit to a page: from the network, or with the stored page if that gives nothing, or something that
 * is not from this server. Rejects like `fetch` if the page is not stored: the browser shows its own error.
 * @param onUnwanted Called if the server has no worker any more.
 */
export async function answerPage(request: Request, onUnwanted: () => void): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  const stored = await findStoredPage(origin + pathname).catch(() => undefined);
  if (stored === undefined) return fetch(request);
  const answer = await Promise.race([fetch(request).catch(() => undefined), wait(patienceMs)]);
  if (answer === undefined) return toShownPage(stored);
  const verdict = judgePageAnswer(toPageAnswer(answer));
  if (verdict === 'remove') await (await caches.open(cacheNames.pages)).delete(origin + pathname, anyHeaders);
  if (verdict !== 'probe') return answer;
  const prober = judgeProbe(await probe());
  if (prober === 'no-worker') onUnwanted();
  return prober === 'stranger' ? toShownPage(stored) : answer;
}

/** Returns a stored page that may be shown; undefined if there is none. */
async function findStoredPage(url: string): Promise<Response | undefined> {
  const pages = await caches.open(cacheNames.pages);
  const found = await pages.match(url, anyHeaders);
  return found && isUsable(toEntry(url, found), Date.now()) ? found : undefined;
}

/**
 * Returns a stored page as a visitor gets it. Each visit gets its own idempotency key, so that two enquiries
 * that the browser posts are two.
 */
async function toShownPage(stored: Response): Promise<Response> {
  const headers = new Headers(stored.headers);
  const key = headers.get(storedHeaders.key);
  for (const name of Object.values(storedHeaders)) headers.delete(name);
  const html = await stored.text();
  return new Response(key ? html.replaceAll(key, crypto.randomUUID()) : html, { headers });
}

/** Asks for the worker's script, past all caches. Returns undefined if nothing answers. */
async function probe(): Promise<PageAnswer | undefined> {
  try {
    const answer = await fetch(workerPath, { method: 'HEAD', cache: 'no-store', redirect: 'error' });
    return toPageAnswer(answer);
  } catch {
    return undefined;
  }
}

function toPageAnswer({ status, headers }: Response): PageAnswer {
  return { status, mark: headers.get(pageHeader) };
}

/** Answers with a stored hashed file, else from the network. Rejects like `fetch`. */
export async function answerHashedFile(request: Request): Promise<Response> {
  const stored = await findFile(toStoredAddress(request.url));
  return stored ?? fetch(request);
}

/** Answers from the network, else with the stored file. Rejects like `fetch` if there is none. */
export async function answerFile(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await findFile(toStoredAddress(request.url));
    if (stored === undefined) throw error;
    return stored;
  }
}

/** Returns a stored file; undefined if there is none, or the browser gives no storage. */
async function findFile(url: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(cacheNames.files)).match(url, anyHeaders);
  } catch {
    return undefined;
  }
}

/** Removes the caches of the worker; only those of other formats if `isOldOnly`. */
export async function removeCaches({ isOldOnly }: { readonly isOldOnly: boolean }): Promise<void> {
  const current: readonly string[] = isOldOnly ? Object.values(cacheNames) : [];
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
  await Promise.all(names.filter((name) => !current.includes(name)).map((name) => caches.delete(name)));
}

/** Runs changes of the caches one after the other, also those of an older and a newer worker. */
async function withLock(task: () => Promise<void>): Promise<void> {
  await navigator.locks.request(`${cachePrefix}caches`, task);
}

/** Resolves to undefined after a time. */
function wait(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}
