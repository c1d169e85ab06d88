import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CorpusForm, createCorpusSite, getCorpusPath } from '../corpus/corpus.ts';
import { type FormPage, postForm } from '../support/posts.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const file = new URL('../corpus/forms/ranked-choices.json', import.meta.url);
const form = { ...(JSON.parse(readFileSync(file, 'utf8')) as CorpusForm), key: 'ranked' };

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ ...createCorpusSite([form]), env: { SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(() => server.stop());

const posts = (fields: Readonly<Record<string, string>>) =>
  postForm(server.url, getCorpusPath('ranked'), Object.entries({ enquiry_type: '1', ...fields }));

/** Returns the chosen option of each select whose name begins with a text, in the order of the page. */
function readSelects({ html }: FormPage, start: string): readonly (readonly [string, string])[] {
  const selects = [...html.matchAll(/<select[^>]* name="([^"]+)"[\s\S]*?<\/select>/g)];
  return selects
    .filter(([, name = '']) => name.startsWith(start))
    .map(([select, name = '']) => [name, /<option value="(\d*)" selected/.exec(select)?.[1] ?? ''] as const);
}

describe('a ranking that is posted without scripts', () => {
  it('is stored in the order of its positions, and with gaps closed', async () => {
    const sent = await posts({
      'goals[price]': '3',
      'goals[low%20weight]': '1',
      'goals[range]': '',
      'crew[roles][1]': '2',
      'crew[roles][2]': '1',
    });
    expect(sent.status).toBe(303);
    const [record] = await server.enquiries();
    expect(record?.values).toMatchObject({ goals: ['low weight', 'price'], crew: { roles: [2, 1] } });
  });

  it('is asked for again with what was entered if choices share a position', async () => {
    const refused = await posts({
      'goals[price]': '2',
      'goals[low%20weight]': '1',
      'goals[range]': '2',
      'crew[roles][1]': '1',
      'crew[roles][2]': '1',
    });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Give each choice a position of its own: Goals');
    expect(refused.html).toContain('Give each choice a position of its own: Roles');
    expect(readSelects(refused, 'goals')).toEqual([
      ['goals[low%20weight]', '1'],
      ['goals[price]', '2'],
      ['goals[range]', '2'],
    ]);
    expect(readSelects(refused, 'crew')).toEqual([
      ['crew[roles][1]', '1'],
      ['crew[roles][2]', '1'],
    ]);
    expect(refused.html).not.toMatch(/<button[^>]*sw-ranking-move/);
  });

  it('ignores positions and choices that no page has', async () => {
    const before = (await server.enquiries()).length;
    const sent = await posts({ 'goals[price]': 'x', 'goals[constructor]': '1', 'goals[range]': '-1' });
    expect(sent.status).toBe(303);
    const { enquiry_type: _type, ...values } = (await server.enquiries()).at(before)?.values ?? {};
    expect(values).toEqual({});
  });
});
