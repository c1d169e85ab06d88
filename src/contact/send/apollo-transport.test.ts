import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Form } from '#engine';
import { withToJson } from '../../../test/support/with-to-json.ts';
import { apolloTransport } from './apollo-transport.ts';
import { plainFailure, unreachableFailure } from './outcome.ts';

const endpoint = 'https://yard.example/graphql';
const variables = {
  domain: 'yard.example',
  submission_url: 'https://yard.example/',
  enquiry_type: 3,
  upload: [],
  name: null,
};
const request = {
  endpoint,
  form: formOf(['name']),
  variables,
  headers: { 'Idempotency-Key': 'k1', 'Accept-Language': 'de' },
};

describe('apolloTransport', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  describe('send', () => {
    it('posts the operation, its variables and the headers, and nothing else', async () => {
      const fetch = answering(Response.json({ data: { sendContactUs: { success: true } } }));
      expect(await apolloTransport.send(request)).toEqual({ isAccepted: true });
      const [address, init] = fetch.mock.calls[0] ?? [];
      expect(address).toBe(endpoint);
      expect(init).toMatchObject({ method: 'POST' });
      const headers = new Headers(init?.headers);
      expect(headers.get('Idempotency-Key')).toBe('k1');
      expect(headers.get('Accept-Language')).toBe('de');
      const body = JSON.parse(String(init?.body));
      expect(Object.keys(body).toSorted()).toEqual(['operationName', 'query', 'variables']);
      expect(body.operationName).toBe('sendContactUs');
      expect(body.variables).toEqual(variables);
      expect(body.query).not.toContain('__typename');
    });

    it('brings the reference of an answer', async () => {
      answering(
        Response.json({ data: { sendContactUs: { success: true } }, extensions: { reference: 'SW-1' } }),
      );
      expect(await apolloTransport.send(request)).toEqual({ isAccepted: true, reference: 'SW-1' });
    });

    it('sends again when it is asked again', async () => {
      const fetch = vi.fn(async () => Response.json({ data: { sendContactUs: { success: true } } }));
      vi.stubGlobal('fetch', fetch);
      await Promise.all([apolloTransport.send(request), apolloTransport.send(request)]);
      expect(fetch).toHaveBeenCalledTimes(2);
    });

    it('reads the fields that a refusal names, whatever its status and media type', async () => {
      const errors = [
        { message: 'no', extensions: { fields: [{ field: 'name', code: 'required', message: 'Name?' }] } },
      ];
      const named = [{ problem: { field: 'name', code: 'required' }, message: 'Name?' }];
      const media = { headers: { 'Content-Type': 'application/graphql-response+json' } };
      for (const response of [
        Response.json({ data: null, errors }),
        Response.json({ errors }, { status: 400, ...media }),
        Response.json({ errors }, media),
      ]) {
        answering(response);
        expect(await apolloTransport.send(request)).toEqual({ isAccepted: false, failure: { named } });
      }
    });

    it('is a failure where the status is not 2xx, even if the body claims success', async () => {
      const headers = { 'Content-Type': 'application/graphql-response+json', 'Retry-After': '600' };
      answering(Response.json({ data: { sendContactUs: { success: true } } }, { status: 429, headers }));
      expect(await apolloTransport.send(request)).toEqual({
        isAccepted: false,
        failure: { named: [], retryAfterSeconds: 600, isTemporary: true },
      });
    });

    it.each([
      ['success is false', () => Response.json({ data: { sendContactUs: { success: false } } })],
      ['the answer is JSON, but no GraphQL', () => Response.json([1])],
    ])('is a plain failure where %s', async (_name, response) => {
      answering(response());
      expect(await apolloTransport.send(request)).toEqual(plainFailure);
    });

    it.each([
      ['no answer comes', () => Promise.reject(new TypeError('Failed to fetch'))],
      ['the answer is no JSON', () => Promise.resolve(new Response('<h1>It works!</h1>'))],
      ['the answer is empty', () => Promise.resolve(new Response(''))],
    ])('finds the server unreachable where %s', async (_what, fetch) => {
      vi.stubGlobal('fetch', fetch);
      expect(await apolloTransport.send(request)).toEqual(unreachableFailure);
    });

    it('stops waiting when it is told to', async () => {
      const controller = new AbortController();
      vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
        const answer = new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        );
        controller.abort();
        return answer;
      });
      const stopped = await apolloTransport.send({ ...request, signal: controller.signal });
      expect(stopped).toEqual(unreachableFailure);
    });
  });

  it('posts the same from a page whose lists and objects were given a toJSON', async () => {
    const listed = { ...request, variables: { ...variables, upload: ['photos/1.jpg'] } };
    const question = { endpoint, domain: 'yard.example', headers: {} };
    const asks = async () => {
      await apolloTransport.send(listed);
      await apolloTransport.fetchFutureEventTitles(question).catch(() => undefined);
    };
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ data: {} }));
    vi.stubGlobal('fetch', fetch);
    await asks();
    await withToJson(asks);
    const bodies = fetch.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
    expect(bodies.slice(2)).toEqual(bodies.slice(0, 2));
    expect(bodies[3]).toMatchObject({ variables: { domain: 'yard.example' } });
  });

  describe('futureEventTitles', () => {
    const question = { endpoint, domain: 'yard.example', headers: { 'Accept-Language': 'fr' } };

    it('asks for the titles of a site in the language of the page', async () => {
      const fetch = answering(Response.json({ data: { getFutureEventTitles: ['Boat show', 'Open day'] } }));
      expect(await apolloTransport.fetchFutureEventTitles(question)).toEqual(['Boat show', 'Open day']);
      const init = fetch.mock.calls[0]?.[1];
      expect(new Headers(init?.headers).get('Accept-Language')).toBe('fr');
      expect(JSON.parse(String(init?.body))).toMatchObject({
        operationName: 'getFutureEventTitles',
        variables: { domain: 'yard.example' },
      });
    });

    it.each([
      ['errors', () => Response.json({ errors: [{ message: 'no' }] })],
      ['no list', () => Response.json({ data: { getFutureEventTitles: null } })],
      ['a status of failure', () => Response.json({ data: { getFutureEventTitles: [] } }, { status: 500 })],
      ['no JSON', () => new Response('no')],
    ])('rejects an answer with %s', async (_name, response) => {
      answering(response());
      await expect(apolloTransport.fetchFutureEventTitles(question)).rejects.toThrow();
    });
  });
});

function answering(response: Response) {
  const fetch = vi.fn((_address: string, _init?: RequestInit) => Promise.resolve(response));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

/** `listWireFields` reads nothing of a form that brings its list along. */
function formOf(names: readonly string[]): Form {
  const wire = [
    { name: 'enquiry_type', kind: 'integer', empty: null },
    { name: 'upload', kind: 'json', empty: [] },
    ...names.map((name) => ({ name, kind: 'string', empty: null })),
  ];
  return { wire, settings: {} } as unknown as Form;
}
