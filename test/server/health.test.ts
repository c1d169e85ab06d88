import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_METRICS_PORT: '0', SLIPWAY_TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());

const ask = (path: string, init?: RequestInit) => fetch(new URL(path, server.url), init);

describe('/readyz', () => {
  it('answers 200 and an empty list while an enquiry could be stored', async () => {
    const response = await ask('/readyz');
    expect([response.status, await response.json()]).toEqual([200, []]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('/metrics', () => {
  it('stands on a port of its own, in the format of Prometheus, and counts what happens', async () => {
    const address = /http:\S+\/metrics/.exec(server.printed())?.[0] ?? '';
    expect(new URL(address).port).not.toBe(new URL(server.url).port);
    await ask('/nowhere');
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const text = await response.text();
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
    expect(text).toContain('slipway_readiness_troubles 0');
    expect(text).toMatch(
      /slipway_http_request_duration_seconds_count\{method="GET",route="none",status="404"\} 1/,
    );
    expect((await fetch(new URL('/', address))).status).toBe(404);
    expect((await ask('/metrics')).status).toBe(404);
  });
});

describe('a request', () => {
  const header = 'x-request-id';

  it('has an id, which its answer and its lines of the log carry', async () => {
    const wrong = { domain: 'nowhere.example', submission_url: 'https://elsewhere.example/', upload: [] };
    await postEnquiry(server.url, wrong, { headers: { [header]: 'from-the-proxy:1' } });
    await expect.poll(server.logged).toContain('"requestId":"from-the-proxy:1"');
  });

  it('gets an id of ours where none came that may stand in a line', async () => {
    for (const given of [undefined, 'a b', 'x'.repeat(101), '{"a"}']) {
      const response = await ask('/healthz', { headers: given === undefined ? {} : { [header]: given } });
      expect(response.headers.get(header)).toMatch(/^[\da-f-]{36}$/);
    }
    const stored = await ask('/healthz', { headers: { [header]: 'abc.7' } });
    expect(stored.headers.get(header)).toBe('abc.7');
  });
});
