import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageHeader } from '#engine/model/page-mark.ts';
import { answerHashedFile, answerPage, storePage } from './page-cache.ts';
import { filesId } from './protocol.ts';

const origin = 'https://forms.example';
const pageUrl = `${origin}/contact`;

/** The server's files by their paths; a function answers each request anew. */
let network: Record<string, () => Response>;
let now: number;

beforeEach(() => {
  network = {};
  now = Date.UTC(2026, 0, 1);
  const stored = new Map<string, Map<string, Response>>();
  vi.stubGlobal('location', new URL(origin));
  vi.stubGlobal('navigator', { locks: { request: (_name: string, task: () => unknown) => task() } });
  vi.stubGlobal('caches', {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => createCache(stored.get(name) ?? setNew(stored, name)),
  });
  vi.stubGlobal('fetch', async (asked: string | Request) => {
    const { pathname } = new URL(asked instanceof Request ? asked.url : asked, origin);
    const answer = network[pathname];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
  vi.spyOn(Date, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Adds an empty cache and returns its entries. */
function setNew(stored: Map<string, Map<string, Response>>, name: string): Map<string, Response> {
  const entries = new Map<string, Response>();
  stored.set(name, entries);
  return entries;
}

/** Returns a cache with these entries, by their addresses. */
function createCache(entries: Map<string, Response>) {
  return {
    match: async (url: string) => entries.get(url)?.clone(),
    put: async (url: string, response: Response) => void entries.set(url, response),
    delete: async (url: string) => entries.delete(url),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
  };
}

/** Has the server serve a release: its page and the scripts that the page needs. */
function serveRelease(release: string, scripts: readonly string[], changes: ResponseInit = {}): void {
  const files = JSON.stringify({ files: scripts, version: release, key: `key-${release}` });
  const html = `<p>${release} key-${release}</p><script id="${filesId}">${files}</script>`;
  const headers = { 'content-type': 'text/html', 'cache-control': 'no-store', [pageHeader]: 'offline' };
  network['/contact'] = () => new Response(html, { headers, ...changes });
  for (const script of scripts) network[script] = () => new Response(`${release} ${script}`);
}

/** Has the worker store the page that the visitor sees. */
function store({ version = 'a', isForced = false, loaded = [] as readonly string[] } = {}): Promise<void> {
  return storePage({ type: 'store', path: '/contact', version, loaded, isForced });
}

/** Returns the text of the page that a visitor without a network gets; undefined for the browser's error. */
async function openOffline(): Promise<string | undefined> {
  const { '/contact': _page, ...rest } = network;
  const former = network;
  network = rest;
  const answer = await answerPage(new Request(pageUrl), () => undefined).catch(() => undefined);
  network = former;
  return answer?.text();
}

/** Returns the text of a stored script; undefined if it is not stored. */
async function loadOffline(path: string): Promise<string | undefined> {
  const former = network;
  network = {};
  const answer = await answerHashedFile(new Request(origin + path)).catch(() => undefined);
  network = former;
  return answer?.text();
}

describe('storePage', () => {
  it('stores a page with its files', async () => {
    serveRelease('a', ['/assets/a-1.js', '/parts/1.js']);
    await store();
    expect(await openOffline()).toContain('<p>a ');
    expect(await loadOffline('/assets/a-1.js')).toBe('a /assets/a-1.js');
    expect(await loadOffline('/assets/a-1.js?again=1')).toBe('a /assets/a-1.js');
    expect(await loadOffline('/assets/b-1.js')).toBe(undefined);
  });

  it.each([
    ['is missing', () => new Response('', { status: 404 })],
    ['may not be stored', () => new Response('x', { headers: { 'cache-control': 'no-store' } })],
  ])(
    'stores nothing of a release of which a file %s, and leaves the former one whole',
    async (_why, broken) => {
      serveRelease('a', ['/assets/a-1.js', '/assets/both.js']);
      await store();
      serveRelease('b', ['/assets/b-1.js', '/assets/b-2.js', '/assets/both.js']);
      network['/assets/b-2.js'] = broken;
      await store({ version: 'b' });
      expect(await openOffline()).toContain('<p>a ');
      for (const path of ['/assets/a-1.js', '/assets/both.js'])
        expect(await loadOffline(path)).toBe(`a ${path}`);
      expect(await loadOffline('/assets/b-1.js')).toBe(undefined);
    },
  );

  it('replaces a page by that of another release, and removes the files that none needs', async () => {
    serveRelease('a', ['/assets/a-1.js', '/assets/both.js']);
    await store();
    serveRelease('b', ['/assets/b-1.js', '/assets/both.js']);
    await store({ version: 'b' });
    expect(await openOffline()).toContain('<p>b ');
    expect(await loadOffline('/assets/b-1.js')).toBe('b /assets/b-1.js');
    expect(await loadOffline('/assets/a-1.js')).toBe(undefined);
  });

  it('stores the release that the server sends, if another one than the visitor sees', async () => {
    serveRelease('b', ['/assets/b-1.js']);
    await store({ version: 'a' });
    expect(await openOffline()).toContain('<p>b ');
    expect(await loadOffline('/assets/b-1.js')).toBe('b /assets/b-1.js');
  });

  it('fetches a page of the same version once a day, or if it must', async () => {
    serveRelease('a', ['/assets/a-1.js']);
    await store();
    const fetched = vi.fn(network['/contact'] ?? Response.error);
    network['/contact'] = fetched;
    await store();
    expect(fetched).toHaveBeenCalledTimes(0);
    now += 11 * 60_000;
    await store();
    expect(fetched).toHaveBeenCalledTimes(0);
    await store({ isForced: true });
    expect(fetched).toHaveBeenCalledTimes(1);
    now += 25 * 60 * 60_000;
    await store();
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('stores pictures and fonts that the page has loaded, but none of another origin', async () => {
    serveRelease('a', ['/assets/a-1.js']);
    network['/assets/a-1.woff2'] = () => new Response('font');
    network['/photos/1.jpg'] = () => new Response('photo');
    const loaded = [
      `${origin}/assets/a-1.woff2`,
      `${origin}/photos/1.jpg`,
      'https://elsewhere.example/assets/b.svg',
    ];
    await store({ loaded });
    expect(await loadOffline('/assets/a-1.woff2')).toBe('font');
    expect(await loadOffline('/photos/1.jpg')).toBe(undefined);
  });

  it.each<[string, ResponseInit]>([
    ['is not marked', { headers: { 'content-type': 'text/html' } }],
    ['is marked as another', { headers: { 'content-type': 'text/html', [pageHeader]: 'storable' } }],
    ['is an error', { status: 503, headers: { 'content-type': 'text/html', [pageHeader]: 'offline' } }],
  ])('stores no answer that %s', async (_what, changes) => {
    serveRelease('a', [], changes);
    await store();
    expect(await openOffline()).toBe(undefined);
  });

  it('removes a page that may not be stored any more', async () => {
    serveRelease('a', ['/assets/a-1.js']);
    await store();
    serveRelease('a', [], { headers: { [pageHeader]: 'other' } });
    await store({ version: 'b' });
    expect(await openOffline()).toBe(undefined);
    expect(await loadOffline('/assets/a-1.js')).toBe(undefined);
  });

  it.each(['/studio', '/api/figures', '//elsewhere.example/contact', 'https://elsewhere.example/'])(
    'stores nothing of %s',
    async (path) => {
      const fetched = vi.fn();
      vi.stubGlobal('fetch', fetched);
      await storePage({ type: 'store', path, version: 'a', loaded: [], isForced: true });
      expect(fetched).not.toHaveBeenCalled();
    },
  );

  it('stores nothing of what another script calls a page', async () => {
    const other = { type: 'store', version: 'a', loaded: [], isForced: false } as const;
    for (const path of ['http://[', '//other.example/contact', '/studio'])
      await expect(storePage({ ...other, path })).resolves.toBe(undefined);
  });

  it('never rejects, whatever the browser refuses', async () => {
    serveRelease('a', ['/assets/a-1.js']);
    vi.stubGlobal('caches', { open: () => Promise.reject(new Error('QuotaExceededError')) });
    await expect(store()).resolves.toBe(undefined);
    vi.stubGlobal('navigator', {});
    await expect(store()).resolves.toBe(undefined);
  });
});

describe('answerPage', () => {
  it('gives each visit its own idempotency key', async () => {
    serveRelease('a', []);
    await store();
    const [one, other] = [await openOffline(), await openOffline()];
    expect(one).toMatch(/<p>a [\da-f-]{36}</);
    expect(one).not.toBe(other);
  });

  it('shows no page that is too old', async () => {
    serveRelease('a', []);
    await store();
    now += 15 * 24 * 60 * 60_000;
    expect(await openOffline()).toBe(undefined);
  });

  it('does not show what it knows about a stored page', async () => {
    serveRelease('a', []);
    await store();
    network = {};
    const { headers } = await answerPage(new Request(pageUrl), () => undefined);
    expect([...headers.keys()].toSorted()).toEqual(['cache-control', 'content-type', pageHeader]);
  });
});
