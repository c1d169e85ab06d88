import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(() => server.stop());

/** Fetches a page as a visitor, or as the service worker that stores it. */
function fetchPage(path: string, asks: 'as a visitor' | 'to store it', init: RequestInit = {}) {
  const headers = { accept: 'text/html', ...(asks === 'to store it' && { 'slipway-page': 'offline' }) };
  return fetch(server.url + path, { headers, redirect: 'manual', ...init });
}

describe('a page for the service worker', () => {
  it('is marked, says that there is no network, and lists files that all are there', async () => {
    const answer = await fetchPage('/valuation', 'to store it');
    const html = await answer.text();
    expect(answer.headers.get('slipway-page')).toBe('offline');
    expect(html).toMatch(/<p id="slipway-offline"[^>]* role="status">[^<]+<\/p>/);
    const { files, version, key } = JSON.parse(/id="slipway-files">(.*?)<\/script>/.exec(html)?.[1] ?? '');
    expect(html).toContain(`value="${key}"`);
    const data = JSON.parse(/id="slipway-data">(.*?)<\/script>/.exec(html)?.[1] ?? '');
    expect(version).toBe(`${data.modules[0]} ${data.part}`);
    // All that the page names is in the list.
    const named = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file);
    expect(files).toEqual(expect.arrayContaining([...named, ...data.modules, data.part, data.worker]));
    expect(files.some((file: string) => file.includes('apollo-transport'))).toBe(true);
    expect(files.filter((file: string) => /\/forms\/.*valuation\.js/.test(file))).toHaveLength(1);
    // Parts that this form does not use are not stored.
    expect(files.filter((file: string) => /stepped-form|nested-fields/.test(file))).toEqual([]);
    const statuses = await Promise.all(
      files.map(async (file: string) => {
        const { status, headers } = await fetch(server.url + file, { method: 'HEAD' });
        return [status, headers.get('cache-control')?.includes('immutable')];
      }),
    );
    expect(new Set(statuses.map(String))).toEqual(new Set(['200,true']));
  });

  it('differs from that of a visitor, which says nothing of it', async () => {
    const answer = await fetchPage('/valuation', 'as a visitor');
    expect(answer.headers.get('slipway-page')).toBe('storable');
    expect(await answer.text()).not.toMatch(/slipway-offline|slipway-files|offline-page/);
  });

  it('contains nothing of a visitor: with a query it is that of a visitor', async () => {
    const answer = await fetchPage('/valuation?name=Ada', 'to store it');
    expect(answer.headers.get('slipway-page')).toBe('storable');
    expect(await answer.text()).not.toContain('slipway-files');
  });

  it.each(['/', '/privacy-policy', '/nowhere', '/offices/winter', '/embed/form?page=%2Fcontact'])(
    'is none without a form of its own: %s',
    async (path) => {
      const answer = await fetchPage(path, 'to store it');
      expect(answer.headers.get('slipway-page')).toBe('other');
      expect(await answer.text()).not.toMatch(/slipway-files|start-worker/);
    },
  );

  it('is none that answers a post', async () => {
    const body = new URLSearchParams({ enquiry_type: '3' });
    const answer = await fetchPage('/contact', 'to store it', {
      method: 'POST',
      body,
      headers: { accept: 'text/html', 'slipway-page': 'offline' },
    });
    expect(answer.headers.get('slipway-page')).toBe('other');
    expect(await answer.text()).not.toContain('slipway-files');
  });
});
