import { afterEach, expect, it, vi } from 'vitest';
import { loadNeighbours } from './load-neighbours.ts';

afterEach(() => vi.unstubAllGlobals());

it('asks both ways from an enquiry, within the filters of the list', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    const rows = address.includes('after=') ? [{ reference: 'LATER' }, { reference: 'LATEST' }] : [];
    return Promise.resolve(Response.json({ rows, count: 2, counted: 10 }));
  });
  const place = { path: 'enquiries', query: 'state=new&search=teak+deck', sequence: 70 };
  expect(await loadNeighbours(place, new AbortController().signal)).toEqual({
    previous: 'LATER',
    next: undefined,
  });
  expect(asked).toEqual([
    '/studio/api/enquiries?state=new&search=teak+deck&after=70',
    '/studio/api/enquiries?state=new&search=teak+deck&before=70',
  ]);
});
