import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operationText, submitOperation } from '#engine';
import { compileFrozenForm } from '#widgets/testing/forms.ts';
import { withToJson } from '../../../test/support/with-to-json.ts';
import { plainFailure, unreachableFailure } from './outcome.ts';
import { sendWithFetch } from './send-with-fetch.ts';

const form = compileFrozenForm();
const request = {
  endpoint: 'https://yard.example/graphql',
  form,
  variables: { domain: 'yard.example', enquiry_type: 3 },
  headers: { 'Idempotency-Key': 'k1', 'Accept-Language': 'de' },
};

describe('sendWithFetch', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('posts the operation, its variables and the headers, and brings the reference', async () => {
    const answer = { data: { sendContactUs: { success: true } }, extensions: { reference: 'SW-1' } };
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(answer));
    vi.stubGlobal('fetch', fetch);
    expect(await sendWithFetch(request)).toEqual({ isAccepted: true, reference: 'SW-1' });
    const [address, init] = fetch.mock.calls[0] ?? [];
    expect(address).toBe(request.endpoint);
    expect(init?.method).toBe('POST');
    expect(Object.fromEntries(new Headers(init?.headers))).toMatchObject({
      'idempotency-key': 'k1',
      'accept-language': 'de',
      'content-type': 'application/json',
    });
    expect(JSON.parse(String(init?.body))).toEqual({
      operationName: 'sendContactUs',
      query: operationText(submitOperation(form)),
      variables: request.variables,
    });
  });

  it('posts the same from a page whose lists and objects were given a toJSON', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({}));
    vi.stubGlobal('fetch', fetch);
    const listed = { ...request, variables: { ...request.variables, upload: ['photos/1.jpg'] } };
    await sendWithFetch(listed);
    await withToJson(() => sendWithFetch(listed));
    const [before, amid] = fetch.mock.calls.map(([, init]) => init?.body);
    expect(amid).toBe(before);
  });

  it('takes every other answer, and none, for a failure, with what it says', async () => {
    const fields = [{ field: 'name', code: 'required', message: 'Say who you are' }];
    const refusal = { errors: [{ message: 'No', extensions: { code: 'BAD_USER_INPUT', fields } }] };
    const named = [{ problem: { field: 'name', code: 'required' }, message: 'Say who you are' }];
    for (const [answering, outcome] of [
      [async () => Response.json(refusal), { isAccepted: false, failure: { named } }],
      [
        async () => Response.json(refusal, { status: 429, headers: { 'Retry-After': '90' } }),
        { isAccepted: false, failure: { named, retryAfterSeconds: 90, isTemporary: true } },
      ],
      [async () => Response.json({ data: { sendContactUs: { success: false } } }), plainFailure],
      [async () => new Response('<h1>Bad gateway</h1>'), unreachableFailure],
      [() => Promise.reject(new TypeError('Failed to fetch')), unreachableFailure],
    ] as const) {
      vi.stubGlobal('fetch', answering);
      expect(await sendWithFetch(request)).toEqual(outcome);
    }
  });
});
