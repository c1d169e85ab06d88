import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FetchedAnswer, fetchAnswer } from './fetch-answer.ts';

const settings = { timeoutMs: 100, maxBytes: 1000, mostRedirects: 1 };

/** Requests a server that answers as given. `mayBePrivate` is true by default, since it is on this machine. */
async function fetchFrom(answer: RequestListener, mayBePrivate = true): Promise<FetchedAnswer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fetchAnswer({
    source: { url: `${origin}/list` },
    origin: { origin, mayBePrivate },
    settings,
    signal: new AbortController().signal,
  });
}

const json = { 'content-type': 'application/json; charset=utf-8' };

describe('fetchAnswer', () => {
  it('follows a redirect within the origin', async () => {
    const answer = await fetchFrom((request, response) =>
      request.url === '/list'
        ? response.writeHead(301, { location: '/moved' }).end()
        : response.writeHead(200, json).end('[1]'),
    );
    expect(answer).toEqual({ kind: 'answer', value: [1] });
  });

  it('waits no longer than it may for the first byte', async () => {
    expect(await fetchFrom(() => undefined)).toMatchObject({ code: 'timeout' });
  });

  it('waits no longer than it may for a body that comes slowly', async () => {
    const answer = await fetchFrom((_request, response) => {
      response.writeHead(200, json);
      response.write('[');
    });
    expect(answer).toMatchObject({ code: 'timeout' });
  });

  it('asks no private address without permission', async () => {
    expect(await fetchFrom((_request, response) => response.end('[]'), false)).toMatchObject({
      code: 'private-address',
    });
  });

  it('takes only text that is not compressed, in UTF-8', async () => {
    const packed = await fetchFrom((_request, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('[]'),
    );
    const latin = await fetchFrom((_request, response) =>
      response.writeHead(200, json).end(Buffer.from([0x22, 0xe9, 0x22])),
    );
    expect([packed, latin]).toMatchObject([{ code: 'not-json' }, { code: 'not-json' }]);
  });

  it('tells an answer that is cut off from one that is a page', async () => {
    const half = await fetchFrom((_request, response) =>
      response.writeHead(200, json).end(' [{"name": "Kerensa 46"}, {"na'),
    );
    const page = await fetchFrom((_request, response) =>
      response.writeHead(200, json).end('<!doctype html><title>Sign in</title>'),
    );
    expect([half, page]).toMatchObject([{ code: 'broken-json' }, { code: 'not-json' }]);
  });
});
