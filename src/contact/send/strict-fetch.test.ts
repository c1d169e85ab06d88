import { describe, expect, it } from 'vitest';
import { createStrictFetch, RefusedResponse, UnreachableServer } from './strict-fetch.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('createStrictFetch', () => {
  const answering = (response: Response) =>
    createStrictFetch(
      () => Promise.resolve(response),
      () => now,
    );

  it('hands on an answer with a status of success', async () => {
    const response = new Response('{}', { status: 201 });
    const handedOn = await answering(response)('/graphql');
    expect([handedOn.status, await handedOn.text()]).toEqual([201, '{}']);
  });

  it('rejects any other status, and keeps body and time to wait', async () => {
    const response = Response.json({ errors: [] }, { status: 429, headers: { 'Retry-After': '60' } });
    const refused = await answering(response)('/graphql').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RefusedResponse);
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 60, answer: { errors: [] } });
  });

  it('rejects a status below 500 with a body that is no JSON', async () => {
    const refused = answering(new Response('<h1>Forbidden</h1>', { status: 403 }))('/graphql');
    await expect(refused).rejects.toMatchObject({ status: 403, answer: undefined });
  });

  it.each([
    ['a captive portal answers', () => Promise.resolve(new Response('<h1>Welcome aboard</h1>'))],
    [
      'a captive portal says so',
      () => Promise.resolve(new Response('<h1>Welcome aboard</h1>', { status: 511 })),
    ],
    ['a gateway answers', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }))],
    ['the answer is empty', () => Promise.resolve(new Response(''))],
    ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the connection ends amid the answer', () => Promise.resolve(cutOff())],
  ])('rejects with an unreachable server if %s', async (_what, fetch) => {
    const answer = createStrictFetch(fetch, () => now)('/graphql');
    await expect(answer).rejects.toBeInstanceOf(UnreachableServer);
  });

  it.each([
    ['120', 120],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['', undefined],
    ['soon', undefined],
    ['-5 minutes ago', undefined],
  ])('reads "%s" as the time to wait', async (header, seconds) => {
    const refused = answering(new Response('', { status: 503, headers: { 'Retry-After': header } }))(
      '/graphql',
    );
    await expect(refused).rejects.toHaveProperty('retryAfterSeconds', seconds);
  });
});

/** Returns a response whose body ends with an error. */
function cutOff(): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":'));
        controller.error(new TypeError('network error'));
      },
    }),
  );
}
