import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFormatMessage } from '../messages.ts';
import { formatRequestFailure } from './format-request-failure.ts';
import { onAccessLoss, type RequestFailure, tryFileRequest, tryRequest } from './request.ts';

afterEach(() => vi.unstubAllGlobals());

/** Has the server answer everything so. */
function answers(status: number, body: string): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
}

/** Returns the message that is shown if the server answers a new comment with this status and body. */
async function formatFailedComment(
  status: number,
  body: unknown,
  locale = 'en',
): Promise<string | undefined> {
  answers(status, JSON.stringify(body));
  const outcome = await tryRequest('enquiries/1/notes', { method: 'POST', body: { text: '' } });
  return outcome.isDone ? undefined : formatRequestFailure(outcome.trouble, createFormatMessage(locale));
}

describe('what is said of something that the server refuses', () => {
  it('says what to do with more than any address takes at once', async () => {
    const body = { error: 'payload-too-large', message: 'The request is too large.' };
    expect(await formatFailedComment(413, body)).toBe(
      'This is too large for the server. Shorten it, then try again.',
    );
    expect(await formatFailedComment(413, body, 'ar')).toMatch(/^هذا أكبر/);
  });

  it('breaks at nothing that only another version tells', async () => {
    expect(await formatFailedComment(415, { error: 'unsupported-media-type', message: '' })).toMatch(
      /does not answer/,
    );
  });

  it('says how long a search may be in the language of the studio', () => {
    const message = 'Search for at most 200 characters.';
    const trouble: RequestFailure = { error: 'bad-request', field: 'search', message, most: 200 };
    expect(formatRequestFailure(trouble, createFormatMessage('en'))).toBe(message);
    expect(formatRequestFailure(trouble, createFormatMessage('de'))).toBe(
      'Suchen Sie nach höchstens 200 Zeichen.',
    );
  });
});

describe('a file that is asked for', () => {
  it('is had as it came', async () => {
    answers(200, 'PK');
    const outcome = await tryFileRequest('privacy/person/export', { method: 'POST', body: {} });
    expect(outcome.isDone && (await outcome.answer.text())).toBe('PK');
  });

  it('is refused for the reason that the server gives, and a session that is over is told', async () => {
    const heard: string[] = [];
    const stop = onAccessLoss((what) => heard.push(what));
    answers(401, JSON.stringify({ error: 'signed-out', message: '' }));
    expect(await tryFileRequest('privacy/person/export', { method: 'POST', body: {} })).toMatchObject({
      isDone: false,
      trouble: { error: 'signed-out' },
    });
    answers(507, JSON.stringify({ error: 'store-full', message: '' }));
    expect(await tryFileRequest('privacy/person/export', { method: 'POST', body: {} })).toMatchObject({
      trouble: { error: 'store-full' },
    });
    answers(502, '<html>');
    expect(await tryFileRequest('privacy/person/export', { method: 'POST', body: {} })).toMatchObject({
      trouble: { error: 'unreachable' },
    });
    stop();
    expect(heard).toEqual(['signed-out']);
  });
});
