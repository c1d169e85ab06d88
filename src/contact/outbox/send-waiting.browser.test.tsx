import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendWaiting } from './send-waiting.ts';
import { type OutboxStore, openOutboxStore } from './store/outbox-store.ts';
import type { WaitingEnquiry } from './store/waiting-enquiry.ts';
import { createWaitingEnquiry } from './testing/waiting-enquiries.ts';

const post = (id: string, upload: readonly string[] = []) => ({
  ...createWaitingEnquiry({}).post,
  headers: { 'Idempotency-Key': id },
  body: JSON.stringify({ variables: { name: 'Ada', upload } }),
});
const accepted = { data: { sendContactUs: { success: true } }, extensions: { reference: 'SW-1' } };
const refused = (field: string) => ({
  errors: [{ message: 'No', extensions: { fields: [{ field, code: 'not-allowed' }] } }],
});

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: unknown;
}

let asked: Asked[];

/** Answers the requests in order with JSON, or with a lost connection. */
function answering(...answers: readonly (object | 'lost')[]): void {
  const left = [...answers];
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : 'bytes';
    const { pathname } = new URL(input);
    asked.push({ method: init.method ?? 'GET', path: pathname, key: headers.get('Idempotency-Key'), body });
    const answer = left.shift() ?? 'lost';
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return answer instanceof Response ? answer : Response.json(answer);
  });
}

async function keep(...enquiries: readonly WaitingEnquiry[]): Promise<void> {
  const store = await openOutboxStore();
  for (const enquiry of enquiries) {
    await store.put(enquiry);
    for (const { fileID } of enquiry.photos) await store.putPhoto(enquiry.id, fileID, new ArrayBuffer(3));
  }
  store.close();
}

async function listStored(): Promise<readonly WaitingEnquiry[]> {
  const store = await openOutboxStore();
  const all = await store.list();
  store.close();
  return all;
}

beforeEach(async () => {
  asked = [];
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('slipway-outbox').onsuccess = resolve;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const target = { path: 'photos/1.jpg', method: 'PUT', url: '/put/1' };
const photo = { fileID: 'photo-1', field: 'upload', name: 'keel.jpg', type: 'image/jpeg' };
const mark = 'slipway-photo:photo-1';

describe('sendWaiting', () => {
  it('sends what waits, the oldest first, and stores only the receipts', async () => {
    await keep(
      createWaitingEnquiry({ id: 'young', until: 4e12 + 1, post: post('young') }),
      createWaitingEnquiry({ id: 'old', post: post('old') }),
      createWaitingEnquiry({ id: 'edited', state: { is: 'edited' } }),
    );
    answering(accepted, accepted);
    const { sent, waiting } = await sendWaiting();
    expect([sent.map(({ id, reference }) => [id, reference]), waiting]).toEqual([
      [
        ['old', 'SW-1'],
        ['young', 'SW-1'],
      ],
      0,
    ]);
    expect(asked.map(({ key }) => key)).toEqual(['old', 'young']);
    const receipts = (await listStored()).filter(({ state }) => state.is === 'sent');
    expect(receipts.map(({ entered, post: { body } }) => [entered, body])).toEqual([
      [{}, ''],
      [{}, ''],
    ]);
  });

  it('uploads missing photos first, and continues after a lost line with what is missing', async () => {
    const other = { ...photo, fileID: 'photo-2' };
    const photos = [photo, other];
    await keep(createWaitingEnquiry({ photos, post: post('k', [mark, 'slipway-photo:photo-2']) }));
    answering(target, new Response(''), 'lost');
    expect((await sendWaiting()).waiting).toBe(1);
    answering({ ...target, path: 'photos/2.jpg' }, new Response(''), accepted);
    expect((await sendWaiting()).sent).toHaveLength(1);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/contact-upload',
      'PUT /put/1',
      'POST /api/contact-upload',
      'POST /api/contact-upload',
      'PUT /put/1',
      'POST /graphql',
    ]);
    expect(asked.at(-1)?.body).toEqual({
      variables: { name: 'Ada', upload: ['photos/1.jpg', 'photos/2.jpg'] },
    });
  });

  it('uploads photos again, under another key, if the server has deleted them', async () => {
    await keep(
      createWaitingEnquiry({ photos: [{ ...photo, path: 'photos/old.jpg' }], post: post('k', [mark]) }),
    );
    answering(refused('upload'), target, new Response(''), accepted);
    expect((await sendWaiting()).sent).toHaveLength(1);
    const [first, , , last] = asked;
    expect([first?.key, first?.body]).toEqual([
      'k',
      { variables: { name: 'Ada', upload: ['photos/old.jpg'] } },
    ]);
    expect(last?.body).toEqual({ variables: { name: 'Ada', upload: ['photos/1.jpg'] } });
    expect(last?.key).not.toBe('k');
  });

  it('sends an enquiry without the photo that its store refuses', async () => {
    await keep(createWaitingEnquiry({ photos: [photo], post: post('k', [mark]) }));
    answering(target, Response.json({ error: 'wrong-content' }, { status: 400 }), accepted);
    expect((await sendWaiting()).sent).toHaveLength(1);
    expect(asked.at(-1)?.body).toEqual({ variables: { name: 'Ada', upload: [] } });
  });

  it.each([429, 500, 503])(
    'keeps a photo for which no target is issued at the moment (%s)',
    async (status) => {
      await keep(createWaitingEnquiry({ photos: [photo], post: post('k', [mark]) }));
      answering(Response.json({ error: 'too-many-requests' }, { status }));
      expect((await sendWaiting()).waiting).toBe(1);
      answering(target, new Response(''), accepted);
      expect((await sendWaiting()).sent).toHaveLength(1);
      expect(asked.at(-1)?.body).toEqual({ variables: { name: 'Ada', upload: ['photos/1.jpg'] } });
    },
  );

  it.each([401, 403, 404, 405, 407])('keeps a photo whose target a proxy refuses (%s)', async (status) => {
    await keep(createWaitingEnquiry({ photos: [photo], post: post('k', [mark]) }));
    answering(new Response('<h1>Sign in</h1>', { status }));
    expect((await sendWaiting()).waiting).toBe(1);
    answering(target, new Response(''), accepted);
    expect((await sendWaiting()).sent).toHaveLength(1);
    expect(asked.at(-1)?.body).toEqual({ variables: { name: 'Ada', upload: ['photos/1.jpg'] } });
  });

  it('does not wait for ever for a photo store that takes nothing', async () => {
    await keep(createWaitingEnquiry({ photos: [photo], post: post('k', [mark]) }));
    const full = () => Response.json({ error: 'store-full' }, { status: 507 });
    for (const _try of [1, 2, 3, 4, 5, 6, 7]) {
      answering(target, full());
      expect((await sendWaiting()).waiting).toBe(1);
    }
    const later = Date.now() + 7 * 3_600_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    answering(target, full(), accepted);
    expect((await sendWaiting()).sent).toHaveLength(1);
    expect(asked.at(-1)?.body).toEqual({ variables: { name: 'Ada', upload: [] } });
  });

  it('sends the text without a photo whose store never answers, but not lightly', async () => {
    const other = { ...photo, fileID: 'photo-2' };
    await keep(
      createWaitingEnquiry({ photos: [photo, other], post: post('k', [mark, 'slipway-photo:photo-2']) }),
    );
    for (const _attempt of [1, 2, 3, 4]) {
      answering(target, 'lost');
      expect((await sendWaiting()).waiting).toBe(1);
    }
    const later = Date.now() + 600_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    answering(target, 'lost', target, 'lost', accepted);
    expect((await sendWaiting()).sent).toHaveLength(1);
    expect(asked.at(-1)?.body).toEqual({ variables: { name: 'Ada', upload: [] } });
  });

  it('does not count what fails because there is no connection, nor what was before a success', async () => {
    const other = { ...photo, fileID: 'photo-2' };
    await keep(
      createWaitingEnquiry({ photos: [photo, other], post: post('k', [mark, 'slipway-photo:photo-2']) }),
    );
    for (const _attempt of [1, 2, 3, 4]) {
      answering('lost');
      await sendWaiting();
    }
    const later = Date.now() + 600_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    answering(target, 'lost');
    await sendWaiting();
    answering(target, new Response(''), target, 'lost');
    expect((await sendWaiting()).waiting).toBe(1);
    expect((await listStored())[0]?.photoDelay).toEqual({ attempts: 1, since: later });
  });

  it('sends an enquiry with its photo if the disk is full', async () => {
    await keep(createWaitingEnquiry({ photos: [photo], post: post('k', [mark]) }));
    answering(target, new Response(''), accepted);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No space', 'QuotaExceededError');
    });
    expect((await sendWaiting()).sent).toHaveLength(1);
    expect(asked.at(-1)?.body).toEqual({ variables: { name: 'Ada', upload: ['photos/1.jpg'] } });
  });

  it.each([
    ['discarded', async (store: OutboxStore) => store.remove('key-1')],
    [
      'taken back into the form',
      async (store: OutboxStore) => {
        const [one] = await store.list();
        if (one) await store.put({ ...one, state: { is: 'edited' } });
      },
    ],
  ])('does not send what is %s while its photos are uploaded', async (_what, change) => {
    await keep(createWaitingEnquiry({ photos: [photo], post: post('k', [mark]) }));
    answering(target, new Response(''), accepted);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      if (init.method === 'PUT') {
        const store = await openOutboxStore();
        await change(store);
        store.close();
      }
      return fetch(input, init);
    });
    expect(await sendWaiting()).toEqual({ sent: [], refused: [], waiting: 0 });
    expect(asked.map(({ path }) => path)).toEqual(['/api/contact-upload', '/put/1']);
    expect((await listStored()).filter(({ state }) => state.is !== 'edited')).toEqual([]);
  });

  it('sends the others if the outcome of one cannot be stored', async () => {
    await keep(
      createWaitingEnquiry({ id: 'a', post: post('a') }),
      createWaitingEnquiry({ id: 'b', until: 4e12 + 1, post: post('b') }),
    );
    answering(accepted, accepted);
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value: { readonly id: string },
    ) {
      const request = put.call(this, value);
      if (value.id === 'a') this.transaction.abort();
      return request;
    });
    expect((await sendWaiting()).sent.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(asked.map(({ key }) => key)).toEqual(['a', 'b']);
    await sendWaiting();
    expect(asked).toHaveLength(2);
  });

  it('does not send a receipt', async () => {
    await keep(createWaitingEnquiry({ id: 'a', state: { is: 'sent' } }));
    answering(accepted);
    expect(await sendWaiting({ only: 'a' })).toEqual({ sent: [], refused: [], waiting: 0 });
    expect([asked, vi.mocked(console.error).mock.calls]).toEqual([[], []]);
  });

  it('says that something waits if the store cannot be opened', async () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('Not now', 'InvalidStateError');
    });
    expect(await sendWaiting()).toEqual({ sent: [], refused: [], waiting: 1 });
  });

  it.each([
    ['there is no connection', () => 'lost' as const, {}],
    ['a captive portal answers', () => new Response('<h1>Welcome</h1>'), {}],
    ['a captive portal answers with JSON', () => Response.json({ login: 'https://portal.example' }), {}],
    [
      'the server is too busy',
      () => Response.json({}, { status: 429, headers: { 'Retry-After': '60' } }),
      { isBusy: true },
    ],
    [
      'the server is too busy and does not say for how long',
      () => Response.json({}, { status: 429 }),
      { isBusy: true },
    ],
    [
      'the server has failed',
      () => Response.json({ errors: [{ message: 'Failed' }] }, { status: 500 }),
      { isBusy: true },
    ],
    [
      'a proxy forbids the address',
      () => new Response('<h1>Forbidden</h1>', { status: 403 }),
      { isBusy: true },
    ],
    [
      'the store of the server is locked',
      () => Response.json({ errors: [] }, { status: 503 }),
      { isBusy: true },
    ],
  ])('waits if %s', async (_what, answer, reason) => {
    await keep(createWaitingEnquiry({}));
    answering(answer());
    expect(await sendWaiting()).toEqual({ sent: [], refused: [], waiting: 1, ...reason });
    expect((await listStored()).map(({ state }) => state.is)).toEqual(['waiting']);
  });

  it('keeps what the server refuses, with its problems, and does not send it again', async () => {
    await keep(createWaitingEnquiry({ id: 'k' }));
    answering(refused('name'));
    expect(await sendWaiting()).toEqual({ sent: [], refused: ['k'], waiting: 0 });
    expect((await listStored())[0]?.state).toMatchObject({
      is: 'refused',
      named: [{ problem: { field: 'name' } }],
    });
    await sendWaiting();
    expect(asked).toHaveLength(1);
  });

  it('asks for nothing more after three lost requests in a row', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await keep(...ids.map((id, index) => createWaitingEnquiry({ id, until: 4e12 + index, post: post(id) })));
    answering('lost', 'lost', 'lost');
    expect((await sendWaiting()).waiting).toBe(5);
    expect(asked).toHaveLength(3);
  });

  it('deletes what was stored for too long', async () => {
    await keep(createWaitingEnquiry({ until: Date.now() - 1 }));
    answering(accepted);
    expect(await sendWaiting()).toEqual({ sent: [], refused: [], waiting: 0 });
    expect([asked, await listStored()]).toEqual([[], []]);
  });

  it('solves a challenge, or says that it cannot', async () => {
    const challenge = { errors: [{ message: 'Prove', extensions: { challenge: { token: 't' } } }] };
    await keep(createWaitingEnquiry({ id: 'a' }));
    const fetched: (string | null)[] = [];
    answering(challenge, accepted);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      fetched.push(new Headers(init.headers).get('Slipway-Proof'));
      return fetch(input, init);
    });
    expect((await sendWaiting({ prove: async () => 't:4' })).sent).toHaveLength(1);
    expect(fetched).toEqual([null, 't:4']);
  });

  it('sends each enquiry once if two tabs send at once', async () => {
    await keep(createWaitingEnquiry({}));
    answering(accepted, accepted);
    const reports = await Promise.all([sendWaiting(), sendWaiting()]);
    expect(reports.map(({ sent }) => sent.length).toSorted()).toEqual([0, 1]);
    expect(asked).toHaveLength(1);
  });
});
