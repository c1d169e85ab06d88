import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe } from 'vitest';
import { flushComplaints, openRelay } from '../browsers/relay.ts';
import { it } from './engine-journey.ts';

const page = `<!doctype html><html lang="en"><head><title>A page in trouble</title></head>
<body><h1>A page in trouble</h1><script src="/trouble.js"></script></body></html>`;

/** One of each kind that fails a journey. */
const trouble = `Promise.reject(new Error('unheard'));
const far = new Image();
far.src = 'http://127.0.0.1:9/far.png';
document.body.append(far);
setTimeout(() => { throw new Error('thrown'); });`;

describe('a page that is in trouble', () => {
  it('is heard of its errors, its rejections and what its policy refuses', async ({ browser, expect }) => {
    const server = createServer(({ url }, answer) =>
      answer
        .setHeader('Content-Security-Policy', "default-src 'self'")
        .setHeader('Content-Type', url === '/' ? 'text/html' : 'text/javascript')
        .end(url === '/' ? page : trouble),
    );
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const relay = await openRelay(`http://localhost:${(server.address() as AddressInfo).port}`);
    const tab = await browser.newTab();
    await tab.goto(relay.url);
    await expect
      .poll(async () => {
        await tab.evaluate(flushComplaints);
        return relay.complaints.toSorted();
      })
      .toEqual([
        expect.stringMatching(/^error: .*thrown/),
        expect.stringMatching(/^the policy refused http:\/\/127\.0\.0\.1:9\/far\.png by img-src/),
        expect.stringMatching(/^unhandled rejection: Error: unheard/),
      ]);
    await tab.close();
    await relay.close();
    server.close();
  });
});
