import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createForeignContent,
  createForeignDocuments,
  foreignEnquiries,
  getForeignId,
} from '../charter/foreign-enquiries.ts';
import { createCorpusSite, getCorpusPath } from '../corpus/corpus.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { type FormPage, fetchFormPage, findControlText, postForm } from '../support/posts.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    documents: { ...readFrozenDocuments(), ...createForeignDocuments() },
    content: createForeignContent(),
  });
});
afterAll(() => server.stop());

/** The page of a foreign schema, opened without scripts. */
async function opened(name: string) {
  const at = foreignEnquiries.findIndex((enquiry) => enquiry.name === name);
  const path = `/foreign/${at}`;
  const email = `nested-${at}-${Math.random().toString(36).slice(2)}@example.com`;
  return {
    page: await fetchFormPage(server.url, path),
    posts: (fields: Readonly<Record<string, string>>): Promise<FormPage> =>
      postForm(
        server.url,
        path,
        Object.entries({ enquiry_type: String(getForeignId(at)), email, ...fields }),
      ),
    async arrived() {
      const [record] = (await server.enquiries()).filter(({ values }) => values.email === email);
      if (record === undefined) return undefined;
      const { enquiry_type: _type, email: _email, ...values } = record.values;
      return values;
    },
  };
}

/** Returns the names of the form's controls, without those of the page itself. */
function controlsOf({ html }: FormPage): readonly string[] {
  const [form = ''] = /<form[\s\S]*<\/form>/.exec(html) ?? [];
  return [...form.matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)].map(([, name = '']) => name);
}

describe('a form with more than flat fields, without scripts', () => {
  it('posts objects in objects', async () => {
    const { page, posts, arrived } = await opened('nested objects');
    expect(controlsOf(page)).toEqual(expect.arrayContaining(['boat[make]', 'boat[engine][power]']));
    const wrong = await posts({ 'boat[make]': 'A', 'boat[engine][power]': 'many' });
    expect(wrong.status).toBe(422);
    expect(findControlText(wrong, 'boat[make]')).toBe('A');
    expect(wrong.html).toContain('Check what you entered: Power');
    const sent = await posts({ 'boat[make]': ' Alerion ', 'boat[engine][power]': '20,5' });
    expect(sent.status).toBe(303);
    expect(await arrived()).toEqual({ boat: { make: 'Alerion', engine: { power: 20.5 } } });
  });

  it('has lists grow and shrink by a post, and loses nothing that was typed', async () => {
    const { page, posts, arrived } = await opened('lists of objects');
    expect(controlsOf(page)).toContain('change-list add guests');
    const one = await posts({ 'change-list add guests': 'Add Guest' });
    expect(one.status).toBe(200);
    expect(controlsOf(one)).toContain('guests[0][first]');
    const two = await posts({ 'guests[0][first]': 'Ada', 'change-list add guests': 'Add Guest' });
    expect(findControlText(two, 'guests[0][first]')).toBe('Ada');
    expect(controlsOf(two)).toContain('change-list remove guests/1');
    const typed = { 'guests[0][first]': 'Ada', 'guests[1][first]': 'Grace', 'guests[1][age]': '85' };
    const left = await posts({ ...typed, 'change-list remove guests/0': 'Remove Guest 1' });
    expect(findControlText(left, 'guests[0][first]')).toBe('Grace');
    expect(controlsOf(left)).not.toContain('guests[1][first]');
    expect((await posts(typed)).status).toBe(303);
    expect(await arrived()).toEqual({ guests: [{ first: 'Ada' }, { first: 'Grace', age: 85 }] });
  });

  it('shows what an answer brings when asked, and asks for it where it was not shown', async () => {
    const { page, posts, arrived } = await opened('if, then and else at the root');
    expect(controlsOf(page)).toContain('show-fields');
    const shown = await posts({ moored: 'afloat', 'show-fields': 'x' });
    expect(shown.status).toBe(200);
    expect(controlsOf(shown)).toContain('pontoon');
    const missing = await posts({ moored: 'afloat' });
    expect(missing.status).toBe(422);
    expect(missing.html).toContain('Fill in: Pontoon');
    expect((await posts({ moored: 'afloat', pontoon: 'B', shed: '7' })).status).toBe(303);
    expect(await arrived()).toEqual({ moored: 'afloat', pontoon: 'B' });
  });

  it('shows conditions inside a field, too', async () => {
    const { posts, arrived } = await opened('if, then and else inside');
    expect(controlsOf(await posts({ 'tax[paid]': 'yes', 'show-fields': 'x' }))).toContain('tax[where]');
    expect((await posts({ 'tax[paid]': 'yes', 'tax[where]': 'Malta' })).status).toBe(303);
    expect(await arrived()).toEqual({ tax: { paid: 'yes', where: 'Malta' } });
  });

  it('draws another branch than the first when it was chosen, and takes it whole', async () => {
    const { page, posts, arrived } = await opened('oneOf with a constant that tells');
    expect(controlsOf(page)).toEqual(expect.arrayContaining(['branch craft 0', 'craft[mast]']));
    const chosen = await posts({ 'branch craft 0': '1', 'craft[kind]': 'sail', 'craft[mast]': '12' });
    expect(chosen.status).toBe(200);
    expect(controlsOf(chosen)).toEqual(expect.arrayContaining(['branch craft 1', 'craft[engines]']));
    expect(findControlText(chosen, 'craft[kind]')).toBe('motor');
    const sent = await posts({ 'branch craft 1': '1', 'craft[kind]': 'motor', 'craft[engines]': '2' });
    expect(sent.status).toBe(303);
    expect(await arrived()).toEqual({ craft: { kind: 'motor', engines: 2 } });
  });

  it('has what was entered in a branch to which a visitor returns', async () => {
    const { posts } = await opened('oneOf with a constant that tells');
    const sail = { 'branch craft 0': '1', 'craft[kind]': 'sail', 'craft[mast]': '12' };
    const motor = await posts(sail);
    const back = await posts({
      ...Object.fromEntries(motor.hidden),
      'branch craft 1': '0',
      'craft[kind]': 'motor',
      'craft[engines]': '2',
    });
    expect(findControlText(back, 'craft[mast]')).toBe('12');
    const again = await posts({ ...Object.fromEntries(back.hidden), ...sail });
    expect(findControlText(again, 'craft[engines]')).toBe('2');
  });

  it('draws branches of other types', async () => {
    const { posts, arrived } = await opened('anyOf of types');
    const chosen = await posts({ 'branch reach 0': '1', reach: 'In the evening' });
    expect(controlsOf(chosen)).toContain('reach[day]');
    expect((await posts({ 'branch reach 1': '1', 'reach[day]': '2026-12-01' })).status).toBe(303);
    expect(await arrived()).toEqual({ reach: { day: '2026-12-01' } });
  });

  it('takes choices of any kind and boxes that are ticked', async () => {
    const choices = await opened('enum, const and titled options');
    const hull = { 'hull[version]': '2', 'hull[cabins]': '2', 'hull[rig]': 'k', 'hull[insured]': 'true' };
    expect((await choices.posts(hull)).status).toBe(303);
    expect(await choices.arrived()).toEqual({ hull: { version: 2, cabins: 2, rig: 'k', insured: true } });
    const lists = await opened('lists of texts and of choices');
    expect((await lists.posts({ 'ports[0]': 'Cowes', days: 'sunday' })).status).toBe(303);
    expect(await lists.arrived()).toEqual({ ports: ['Cowes'], days: ['sunday'] });
  });

  it('is not thanked for where part of it cannot be posted', async () => {
    const { page, posts, arrived } = await opened('every format that has a control');
    expect(page.html).toContain('This form needs JavaScript');
    const refused = await posts({ 'when[mail]': 'a@example.com' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('This form needs JavaScript');
    expect(await arrived()).toBeUndefined();
  });
});

describe('an entry whose name is posted', () => {
  const timbers = { type: 'object', title: 'Timbers', additionalProperties: { type: 'string' } };
  const form = {
    key: 'timbers',
    about: '',
    drawn: [],
    valid: [],
    invalid: [],
    schema: { type: 'object', properties: { timbers } },
  };
  let own: RunningServer;
  beforeAll(async () => {
    own = await startServer({ ...createCorpusSite([form]), env: { SLIPWAY_RATE_LIMIT: 'off' } });
  });
  afterAll(() => own.stop());
  const posts = (...entries: readonly (readonly [string, string])[]) =>
    postForm(own.url, getCorpusPath('timbers'), [['enquiry_type', '1'], ...entries]);

  it.each([
    { what: 'it is empty', entries: [['timbers[]', 'v']], message: 'Give this entry a name' },
    { what: 'it is invisible', entries: [['timbers[\u200B]', 'v']], message: 'Give this entry a name' },
    {
      what: 'it is posted twice',
      entries: [
        ['timbers[teak]', 'a'],
        ['timbers[teak]', 'b'],
      ],
      message: 'There is another entry called “teak”',
    },
    {
      what: 'it differs by what nobody sees',
      entries: [
        ['timbers[teak]', 'a'],
        ['timbers[teak\u2060]', 'b'],
      ],
      message: 'There is another entry called “teak',
    },
    {
      what: 'no entry can have it',
      entries: [['timbers[__proto__]', 'v']],
      message: 'Give this entry another name: __proto__',
    },
  ] as const)('is refused where $what', async ({ entries, message }) => {
    const refused = await posts(...entries);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(message);
    expect(await own.enquiries()).toEqual([]);
  });

  it('is in no line of the log where it is refused: a visitor made it up', async () => {
    await posts(['timbers[ann@example.com]', 'a'], ['timbers[ann@example.com]', 'b']);
    const query = `mutation($timbers: JSON) {
      sendContactUs(domain: "www.trevarrow.example", submission_url: "b", upload: [], enquiry_type: 1, timbers: $timbers) { success }
    }`;
    const body = JSON.stringify({ query, variables: { timbers: { 'bea@example.com': 1 } } });
    const headers = { 'content-type': 'application/json' };
    const sent = await fetch(new URL('/graphql', own.url), { method: 'POST', headers, body });
    expect(await sent.text()).toContain('timbers/bea@example.com');
    expect(own.logged()).toContain('"fields":["timbers"]');
    expect(own.logged()).not.toContain('@example.com');
  });

  it('is stored where every object inherits it', async () => {
    const sent = await posts(['timbers[constructor]', 'a'], ['timbers[toString]', 'b']);
    expect(sent.status).toBe(303);
    const [record] = await own.enquiries();
    expect(Object.entries(record?.values.timbers ?? {})).toEqual([
      ['constructor', 'a'],
      ['toString', 'b'],
    ]);
  });
});
