import { describe, expect, it } from 'vitest';
import { createStrictFetch, RefusedResponse } from './strict-fetch.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('createStrictFetch', () => {
  const answering = (response: Response) =>
    createStrictFetch(
      () => Promise.resolve(response),
      () => now,
    );

  it('hands on an answer with a status of success', async () => {
    const response = new Response('{}', { status: 201 });
    expect(await answering(response)('/graphql')).toBe(response);
  });

  it('rejects any other status, and keeps body and time to wait', async () => {
    const response = Response.json({ errors: [] }, { status: 429, headers: { 'Retry-After': '60' } });
    const refused = await answering(response)('/graphql').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RefusedResponse);
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 60, answer: { errors: [] } });
  });

  it('rejects a status of failure with a body that is no JSON', async () => {
    const refused = answering(new Response('<h1>Bad gateway</h1>', { status: 502 }))('/graphql');
    await expect(refused).rejects.toMatchObject({ status: 502, answer: undefined });
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
