import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withToJson } from '../../test/support/with-to-json.ts';
import { type PhotoUpload, uploadPhoto } from './upload-photo.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('uploadPhoto', () => {
  it('asks for a target by name and type alone, then sends the file there with its Content-Type and nothing else', async () => {
    const { ask, sent } = backEnd();
    const outcome = start();
    const request = await sent();
    expect(ask).toHaveBeenCalledWith('/api/contact-upload', expect.objectContaining({ method: 'POST' }));
    expect(JSON.parse(String(ask.mock.calls[0]?.[1]?.body))).toEqual({
      filename: 'stern.jpg',
      contentType: 'image/jpeg',
    });
    expect(ask.mock.calls[0]?.[1]?.headers).toEqual({ 'Content-Type': 'application/json' });
    expect(request).toMatchObject({
      method: 'PUT',
      url: 'https://store.example/1?signature=s',
      headers: [['Content-Type', 'image/jpeg']],
    });
    expect(request.body).toBe(file);
    request.answer(200);
    expect(await outcome).toEqual({ state: 'uploaded', path: 'photos/1.jpg' });
  });

  it('asks for the same target on a page whose objects were given a toJSON', async () => {
    const { ask, sent } = backEnd();
    const outcome = await withToJson(() => ({ of: start() }));
    (await sent()).answer(200);
    await outcome.of;
    expect(ask.mock.calls[0]?.[1]?.body).toBe('{"filename":"stern.jpg","contentType":"image/jpeg"}');
  });

  it('sends what the photo was scaled to, as what the file was', async () => {
    const { ask, sent } = backEnd();
    const small = new Blob(['tiny'], { type: 'image/jpeg' });
    const onPrepared = vi.fn();
    const outcome = start({ prepare: async () => small, tellsSize: true, onPrepared });
    const request = await sent();
    expect(ask.mock.calls[0]?.[1]?.headers).toMatchObject({ 'Slipway-Upload-Size': '4' });
    expect(request.body).toBe(small);
    expect(onPrepared.mock.calls).toEqual([[small]]);
    request.answer(200);
    await outcome;
  });

  it('tells how much of the transfer is done', async () => {
    const { sent } = backEnd();
    const onProgress = vi.fn();
    const outcome = start({ onProgress });
    const request = await sent();
    request.upload.onprogress?.({ loaded: 30, total: 120 });
    expect(onProgress).toHaveBeenCalledWith(0.25);
    request.answer(200);
    await outcome;
  });

  it.each([201, 204, 302, 403, 500])('takes an answer of %i for a failure', async (status) => {
    const { sent } = backEnd();
    const outcome = start();
    (await sent()).answer(status, '<Error/>');
    expect(await outcome).toEqual({ state: 'error', error: { code: 'failed' } });
  });

  it('passes on the reason that the store gives', async () => {
    const { sent } = backEnd();
    const outcome = start();
    (await sent()).answer(415, JSON.stringify({ error: 'wrong-content', message: 'Not a photo' }));
    expect(await outcome).toEqual({ state: 'error', error: { code: 'wrong-content' } });
  });

  it('ends in an error when the network fails', async () => {
    const { sent } = backEnd();
    const outcome = start();
    (await sent()).onerror?.();
    expect(await outcome).toEqual({ state: 'error', error: { code: 'failed' } });
  });

  it('gives up 30 seconds after the start of its own transfer, not of its scaling', async () => {
    const { sent } = backEnd();
    const scaled = Promise.withResolvers<Blob>();
    const outcome = start({ prepare: () => scaled.promise });
    await vi.advanceTimersByTimeAsync(60_000);
    scaled.resolve(file);
    const request = await sent();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(request.isAborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(request.isAborted).toBe(true);
    expect(await outcome).toEqual({ state: 'error', error: { code: 'time-out', values: { seconds: 30 } } });
  });

  it.each([
    ['an error status', async () => new Response('{}', { status: 429 })],
    ['an error status without JSON', async () => new Response('<html>', { status: 403 })],
    ['an answer without a target', async () => Response.json({ path: 'photos/1.jpg' })],
    ['null', async () => Response.json(null)],
  ])('has no target after %s', async (_what, answer) => {
    backEnd(answer);
    expect(await start()).toMatchObject({ state: 'target-refused' });
  });

  it.each([
    ['a network failure', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the page of a captive portal', async () => new Response('<html>')],
    ['the page of a gateway', async () => new Response('<html>', { status: 502 })],
  ])('shows an error, so that the photo is not lost, after %s', async (_what, answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    backEnd(answer);
    expect(await start()).toEqual({ state: 'error', error: { code: 'failed', isUnanswered: true } });
  });

  it('shows an error when the call takes longer than a transfer may', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { ask } = backEnd(() => new Promise(() => undefined));
    ask.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    );
    const outcome = start();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await outcome).toMatchObject({ state: 'error', error: { isUnanswered: true } });
  });

  it('asks for no target when it was cancelled while the photo was prepared', async () => {
    const { ask } = backEnd();
    const ending = new AbortController();
    const prepare = async (photo: File) => {
      ending.abort();
      return photo;
    };
    expect(await start({ signal: ending.signal, prepare })).toMatchObject({ state: 'target-refused' });
    expect(ask).not.toHaveBeenCalled();
  });

  it('ends the transfer when it is cancelled', async () => {
    const { sent } = backEnd();
    const ending = new AbortController();
    const outcome = start({ signal: ending.signal });
    const request = await sent();
    ending.abort();
    expect(request.isAborted).toBe(true);
    await outcome;
  });
});

const file = new File(['bytes'], 'stern.jpg', { type: 'image/jpeg' });

function start(changes: Partial<PhotoUpload> = {}) {
  return uploadPhoto({
    file,
    endpoint: '/api/contact-upload',
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    prepare: async () => file,
    ...changes,
  });
}

class FakeRequest {
  static last = Promise.withResolvers<FakeRequest>();
  readonly headers: [string, string][] = [];
  readonly upload: { onprogress?: (event: { readonly loaded: number; readonly total: number }) => void } = {};
  method = '';
  url = '';
  body: unknown;
  status = 0;
  responseText = '';
  isAborted = false;
  onload?: () => void;
  onerror?: () => void;

  open(method: string, url: URL) {
    this.method = method;
    this.url = String(url);
  }
  setRequestHeader(name: string, value: string) {
    this.headers.push([name, value]);
  }
  send(body: unknown) {
    this.body = body;
    FakeRequest.last.resolve(this);
  }
  abort() {
    this.isAborted = true;
  }
  answer(status: number, text = '') {
    this.status = status;
    this.responseText = text;
    this.onload?.();
  }
}

function backEnd(answer?: () => Promise<Response>) {
  const target = { path: 'photos/1.jpg', method: 'PUT', url: 'https://store.example/1?signature=s' };
  const ask = vi.fn<typeof fetch>(answer ?? (async () => Response.json(target)));
  FakeRequest.last = Promise.withResolvers();
  vi.stubGlobal('fetch', ask);
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return { ask, sent: () => FakeRequest.last.promise };
}
