import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const ask = (method: string, headers: Record<string, string> = {}) =>
  fetch(new URL('/clear-device', server.url), { method, headers: { accept: 'text/html', ...headers } });

describe('the page that clears a device', () => {
  it('deletes nothing when it is opened, and asks in the language of the visitor', async () => {
    const response = await ask('GET', { 'accept-language': 'de' });
    expect(response.headers.get('clear-site-data')).toBeNull();
    const html = await response.text();
    expect(html).toContain('<h1 class="site-title">Löschen, was auf diesem Gerät gespeichert ist</h1>');
    expect(html).toMatch(/<form\b[^>]* method="post"[^>]*><button\b[^>]*>Von diesem Gerät löschen<\/button>/);
  });

  it.each([
    [
      'its own button',
      { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['a browser that does not say', {}],
  ])('has the browser delete everything but cookies on a post of %s', async (_, headers) => {
    const response = await ask('POST', headers);
    expect([response.status, response.headers.get('clear-site-data')]).toEqual([200, '"cache", "storage"']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const html = await response.text();
    expect(html).toContain('Deleted from this device');
    expect(html).not.toContain('<form');
  });

  it.each(['cross-site', 'same-site'])('deletes nothing on a post from elsewhere (%s)', async (site) => {
    const response = await ask('POST', { 'sec-fetch-site': site });
    expect([response.status, response.headers.get('clear-site-data')]).toEqual([403, null]);
    expect(await response.text()).toContain('Delete from this device');
  });
});
