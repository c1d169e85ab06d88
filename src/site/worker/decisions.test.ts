import { describe, expect, it } from 'vitest';
import {
  type AskedRequest,
  chooseHandling,
  isFresh,
  isUsable,
  judgePageAnswer,
  judgeProbe,
  listRemovedPages,
  listUnusedFiles,
  mayStoreAnswer,
  mayStoreFile,
  type StoredPage,
  toStoredAddress,
} from './decisions.ts';

const origin = 'https://forms.example';
const dayMs = 24 * 60 * 60_000;

/** Returns how the worker answers a visit to a path, with changes of the request. */
function handleVisit(path: string, changes: Partial<AskedRequest> = {}) {
  const visit = { method: 'GET', mode: 'navigate', destination: 'document', url: origin + path } as const;
  return chooseHandling({ ...visit, ...changes }, origin);
}

/** Returns how the worker answers a request of a page for a file. */
function handleFile(path: string, destination: RequestDestination = 'script') {
  return handleVisit(path, { mode: 'cors', destination });
}

describe('chooseHandling', () => {
  it.each(['/contact', '/', '/service/falmouth', '/contact?utm_source=x', '/studios'])(
    'answers the page %s',
    (path) => {
      expect(handleVisit(path)).toBe('page');
    },
  );

  it.each([
    '/studio',
    '/studio/inbox/1',
    '/studio-assets/studio-1.js',
    '/preview/abc',
    '/api/contact-upload',
    '/graphql',
    '/embed/form?page=%2Fcontact',
    '/embed.js',
    '/photos/1',
    '/healthz',
    '/slipway-worker.js',
    '/contact?resume=abc',
    '/contact?sent=abc',
    '/contact?contact-form',
    '/wordmark.svg',
  ])('leaves %s to the browser', (path) => {
    expect(handleVisit(path)).toBe('none');
  });

  it('leaves posts, frames, and other origins to the browser', () => {
    expect(handleVisit('/contact', { method: 'POST' })).toBe('none');
    expect(handleVisit('/contact', { method: 'HEAD' })).toBe('none');
    expect(handleVisit('/contact', { destination: 'iframe' })).toBe('none');
    expect(handleVisit('/contact', { url: 'https://elsewhere.example/contact' })).toBe('none');
  });

  it('takes hashed files from the cache and others from the network', () => {
    expect(handleFile('/assets/client-abc.js')).toBe('hashed');
    expect(handleFile('/parts/abc.js?form=1')).toBe('hashed');
    expect(handleFile('/forms/abc/sales.js?runtime=x')).toBe('hashed');
    expect(handleFile('/own/stars.js')).toBe('file');
    expect(handleFile('/art/dusk.svg', 'image')).toBe('file');
    expect(handleFile('/photos/1.jpg', 'image')).toBe('none');
  });

  it('leaves what scripts fetch to the browser, except for files', () => {
    expect(handleFile('/contact', '')).toBe('none');
    expect(handleFile('/assets/client-abc.js', '')).toBe('hashed');
  });
});

describe('toStoredAddress', () => {
  it('ignores the query of a script that is imported again, and keeps that of a validator', () => {
    expect(toStoredAddress(`${origin}/assets/a-1.js?again=2`)).toBe(`${origin}/assets/a-1.js`);
    expect(toStoredAddress(`${origin}/forms/1/a.js?runtime=x#y`)).toBe(`${origin}/forms/1/a.js?runtime=x`);
  });
});

describe('judgePageAnswer', () => {
  it('passes on what this server answers, also its errors', () => {
    for (const status of [200, 429, 500, 503])
      expect(judgePageAnswer({ status, mark: 'storable' })).toBe('pass');
    for (const status of [429, 500, 503]) expect(judgePageAnswer({ status, mark: 'other' })).toBe('pass');
  });

  it('removes a page that is gone, or has no form any more', () => {
    for (const status of [200, 404, 410]) expect(judgePageAnswer({ status, mark: 'other' })).toBe('remove');
  });

  it('probes what names no server: a captive portal, a gateway, a redirect', () => {
    for (const status of [0, 200, 302, 404, 502])
      expect(judgePageAnswer({ status, mark: null })).toBe('probe');
  });
});

describe('judgeProbe', () => {
  it('knows the server, one without a worker, and a stranger', () => {
    expect(judgeProbe({ status: 200, mark: 'other' })).toBe('server');
    expect(judgeProbe({ status: 404, mark: null })).toBe('no-worker');
    expect(judgeProbe({ status: 200, mark: null })).toBe('stranger');
    expect(judgeProbe({ status: 502, mark: null })).toBe('stranger');
    expect(judgeProbe(undefined)).toBe('stranger');
  });
});

describe('mayStoreAnswer', () => {
  const page = { status: 200, mark: 'offline', type: 'text/html; charset=utf-8', isRedirected: false };

  it('stores only the version of a page that the server made for that', () => {
    expect(mayStoreAnswer(page)).toBe(true);
    for (const mark of ['storable', 'other', null]) expect(mayStoreAnswer({ ...page, mark })).toBe(false);
    for (const status of [203, 304, 404, 500]) expect(mayStoreAnswer({ ...page, status })).toBe(false);
    expect(mayStoreAnswer({ ...page, type: 'application/json' })).toBe(false);
    expect(mayStoreAnswer({ ...page, isRedirected: true })).toBe(false);
  });
});

describe('mayStoreFile', () => {
  it('stores whole files that may be stored, and only small pictures', () => {
    expect(mayStoreFile({ status: 200, cacheControl: 'public' })).toBe(true);
    expect(mayStoreFile({ status: 200, cacheControl: 'no-store' })).toBe(false);
    expect(mayStoreFile({ status: 206, cacheControl: null })).toBe(false);
    expect(mayStoreFile({ status: 200, cacheControl: null, bytes: 250_001 })).toBe(false);
  });
});

describe('isFresh', () => {
  it('fetches another version, and each page once a day, whatever the clock says', () => {
    const entry = { storedAt: 5 * dayMs, version: 'a' };
    const isForced = false;
    expect(isFresh(entry, { version: 'a', isForced, now: 5.5 * dayMs })).toBe(true);
    expect(isFresh(entry, { version: 'b', isForced, now: 5.5 * dayMs })).toBe(false);
    expect(isFresh(entry, { version: 'a', isForced, now: 6.5 * dayMs })).toBe(false);
    expect(isFresh(entry, { version: 'a', isForced, now: 0 })).toBe(false);
    expect(isFresh(entry, { version: 'a', isForced: true, now: 5.5 * dayMs })).toBe(false);
    expect(isFresh(entry, { version: 'a', isForced: true, now: 5 * dayMs + 60_000 })).toBe(true);
  });
});

describe('isUsable', () => {
  it('shows a page for two weeks', () => {
    expect(isUsable({ storedAt: 0 }, 14 * dayMs)).toBe(true);
    expect(isUsable({ storedAt: 0 }, 14 * dayMs + 1)).toBe(false);
    expect(isUsable({ storedAt: 400 * dayMs }, 0)).toBe(false);
    expect(isUsable({ storedAt: Number.NaN }, 0)).toBe(false);
  });
});

describe('listRemovedPages', () => {
  const createPage = (at: number): StoredPage => ({
    url: `/${at}`,
    version: 'a',
    storedAt: at,
    files: [`f${at}`, 'all'],
  });

  it('removes the oldest beyond 20, and those that are too old', () => {
    const pages = Array.from({ length: 22 }, (_one, at) => createPage(at));
    expect(listRemovedPages(pages, 22)).toEqual(['/0', '/1']);
    expect(listRemovedPages([createPage(0), createPage(15 * dayMs)], 15 * dayMs)).toEqual(['/0']);
    expect(listRemovedPages([], 0)).toEqual([]);
  });

  it('leaves only the files that a page needs', () => {
    expect(listUnusedFiles(['f1', 'f2', 'all'], [createPage(1)])).toEqual(['f2']);
    expect(listUnusedFiles(['all'], [])).toEqual(['all']);
  });
});
