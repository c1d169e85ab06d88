import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addField,
  addRule,
  addType,
  applyPatches,
  listOutlineTypes,
  type Patch,
} from '../../engine/editing/index.ts';
import type { Documents } from '../../engine/model/types.ts';
import type { DraftView, PageOffers, PreviewView, ReasonsView } from '../../src/api/studio.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, ownPage, type StudioSession, signInTo } from '../support/studio-session.ts';
import { changeDraftLabel, createChange, sendDraftChange } from './studio-draft.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-studio-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword };

let server: RunningServer;
let studio: StudioSession;
beforeAll(async () => {
  server = await startServer({ env });
  studio = createStudioSession(server.url, { cookie: await signInTo(server.url) });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

function patched(documents: Documents, patches: readonly Patch[]): Documents {
  const applied = applyPatches(documents, patches);
  if (!applied.ok) throw new Error('The patches do not apply');
  return applied.documents;
}

describe('what the pages offer', () => {
  const offering = async (key: string) => {
    const offers = await studio.get<readonly PageOffers[]>('offers');
    return offers.flatMap(({ path, types }) => (types.includes(key) ? [path] : []));
  };

  it('heeds the rules: a type that they leave out, a section that they hide, a dialog without a choice', async () => {
    const offers = await studio.get<readonly PageOffers[]>('offers');
    const valuation = await offering('valuation');
    expect(valuation).toContain('/contact');
    const international = offers.filter(({ path }) => path.startsWith('/international/'));
    expect(international.length).toBeGreaterThan(0);
    expect(valuation.filter((path) => path.startsWith('/international/'))).toEqual([]);
    // The choices of visitors are drawn.
    const { documents } = await studio.get<DraftView>('draft');
    const idOf = new Map(listOutlineTypes(documents).map(({ key, id }) => [key, String(id)]));
    const chosen: string[] = [];
    for (const { path, types } of offers) {
      const drawn = await (await fetch(new URL(path, server.url))).text();
      const [select] = /<select[^>]*name="enquiry_type"[\s\S]*?<\/select>/.exec(drawn) ?? [];
      if (select === undefined) continue;
      chosen.push(path);
      const ids = [...select.matchAll(/<option[^>]* value="([^"]+)"/g)].map(([, id]) => id);
      expect([path, ids.sort()]).toEqual([path, types.map((key) => idOf.get(key)).sort()]);
    }
    expect(chosen.length).toBeGreaterThan(5);
  });

  it('say why each other type is left out, by the rule that decides it', async () => {
    const offers = await studio.get<readonly PageOffers[]>('offers');
    const { documents } = await studio.get<DraftView>('draft');
    const keys = listOutlineTypes(documents).map(({ key }) => key);
    for (const { types, leftOut } of offers)
      expect([...types, ...leftOut.map(({ type }) => type)].sort()).toEqual(keys.toSorted());
    const explain = (path: string, key: string) =>
      offers.find((page) => page.path === path)?.leftOut.find(({ type }) => type === key);
    expect(explain('/international/contact', 'valuation')).toMatchObject({
      why: 'rule',
      rules: ['no-valuation-abroad'],
    });
    expect(explain('/launch/winter-works', 'valuation')).toMatchObject({ why: 'content', rules: [] });
    expect(new Set(offers.flatMap(({ leftOut }) => leftOut.map(({ why }) => why)))).toContain('fixed');
  });

  it('are those of the draft, so that a type that is not published yet is counted', async () => {
    const { documents } = await studio.get<DraftView>('draft');
    const { key, patches } = addType(documents, 'Charter');
    expect(await sendDraftChange(studio, createChange(patches))).toMatchObject({ kind: 'taken' });
    await expect.poll(() => offering(key)).toContain('/contact');
    expect(await offering(key)).not.toContain('/launch/winter-works');
  });
});

describe('the preview', () => {
  const query = 'site=119&placement=landing&locale=en&type=service';

  it('is of the draft, also where the content has no such page', async () => {
    await changeDraftLabel(studio, 'Wireless');
    await expect
      .poll(async () => {
        const view = await studio.get<PreviewView>(`preview?${query}`);
        return view.kind === 'form' && view.form.section.form.texts.en?.['fields.phone.label'];
      })
      .toBe('Wireless');
    const view = await studio.get<PreviewView>(`preview?${query}`);
    expect(view).toMatchObject({ kind: 'form', form: { placement: 'landing', isShown: true } });
    const { form } = view as Extract<PreviewView, { kind: 'form' }>;
    const address = new URL(form.validators.replace(':type', 'service'), server.url);
    expect(await (await fetch(address, { headers: { cookie: studio.cookie } })).text()).toContain('export');
  });

  it('is of a form that no page of the site offers, and of a situation that no page has', async () => {
    const types = async (search: string) => {
      const view = await studio.get<PreviewView>(`preview?${search}`);
      return view.kind === 'form' ? view.form.section.enquiryTypes.map(({ id }) => id) : view;
    };
    const { content } = await studio.get<DraftView>('draft');
    for (const placement of ['inline', 'modal', 'landing'])
      expect(
        await types(`site=${content.sites[0]?.id}&placement=${placement}&locale=en&type=service`),
      ).toContain(7);
    const example = {
      on: {
        site: '7',
        international: true,
        types: ['sales', 'valuation'],
        offices: ['palma'],
        entered: { name: 'Zoe' },
      },
    };
    const search = new URLSearchParams({
      placement: 'inline',
      locale: 'en',
      example: JSON.stringify(example),
    });
    // Valuation is excluded abroad by a rule.
    expect(await types(`${search}`)).toEqual([6]);
    expect(await studio.get<PreviewView>(`preview?${search}`)).toMatchObject({ entered: { name: 'Zoe' } });
    search.set('example', JSON.stringify({ on: { offices: ['nowhere'] } }));
    expect(await studio.get<PreviewView>(`preview?${search}`)).toMatchObject({
      kind: 'no-situation',
      reason: expect.stringContaining('nowhere'),
    });
  });

  it('says by which rule the type is left out that is asked for, and nothing where none does', async () => {
    const leftOut = async (international: boolean) => {
      const on = { international, types: ['sales', 'valuation'], offices: ['palma'] };
      const query = { site: '', placement: 'inline', locale: 'en', type: 'valuation', example: { on } };
      return (await studio.post<ReasonsView>('reasons', { query })).leftOut;
    };
    expect(await leftOut(true)).toMatchObject({
      sentence: expect.arrayContaining([expect.objectContaining({ kind: 'rule' })]),
    });
    expect(await leftOut(false)).toBeUndefined();
  });

  it.each([
    { on: { site: 'nowhere', type: 'no-type' } },
    { on: { types: 'valuation' } },
    { on: { offices: 7, entered: 'text' } },
    { offices: { own: null }, on: { offices: ['own'] } },
  ])('is no failure of the server where an example names what there is not: %j', async (example) => {
    const own = { site: '', placement: 'inline', locale: 'en' };
    for (const path of ['reasons', 'expectation'])
      expect((await studio.ask('POST', path, { query: { ...own, example } })).status).toBe(200);
    const search = new URLSearchParams({ ...own, example: JSON.stringify(example) });
    expect((await studio.ask('GET', `preview?${search}`)).status).toBe(200);
    expect((await studio.ask('POST', 'situations', { on: [example.on] })).status).toBe(200);
    expect((await studio.ask('POST', 'rule-effect', { rule: 'modal', example })).status).toBe(200);
  });

  it('goes on with a text whose argument nobody gives, as it is written', async () => {
    const key = 'fields.phone.label';
    const crew = 'Crew {people}, {guests, plural, one {# guest} other {# guests}}';
    const { documents } = await studio.get<DraftView>('draft');
    const file = 'texts/en.json';
    const before = (documents[file] as Readonly<Record<string, string>>)[key] ?? null;
    const patch = { file, path: [key], before, after: crew };
    expect(await sendDraftChange(studio, createChange([patch]))).toMatchObject({ kind: 'taken' });
    for (const path of ['offers', 'rules']) expect((await studio.ask('GET', path)).status).toBe(200);
    const query = { site: '101', placement: 'inline', locale: 'en', type: 'service' };
    const search = new URLSearchParams(query);
    expect(await studio.get<PreviewView>(`preview?${search}`)).toMatchObject({ kind: 'form' });
    expect(JSON.stringify(await studio.post<ReasonsView | null>('reasons', { query }))).toContain(
      'Crew {people}, # guests',
    );
    expect((await studio.ask('POST', 'expectation', { query })).status).toBe(200);
    await sendDraftChange(studio, createChange([{ ...patch, before: crew, after: before }]));
  });

  it('is explained where a bound waits for another answer', async () => {
    const { documents } = await studio.get<DraftView>('draft');
    const field = { type: 'service', kind: 'date' } as const;
    const from = addField(documents, { ...field, label: 'Berth from' });
    const withFrom = patched(documents, from.patches);
    const to = addField(withFrom, { ...field, label: 'Berth to' });
    const withBoth = patched(withFrom, to.patches);
    const minimum = { '+': [{ var: `values.${from.name}` }, 1, 'days'] };
    const rule = { description: 'To is after from', then: { bound: { [to.name]: { minimum } } } };
    const { patches } = addRule(withBoth, { words: 'to after from', rule });
    const change = createChange([...from.patches, ...to.patches, ...patches]);
    expect(await sendDraftChange(studio, change)).toMatchObject({ kind: 'taken' });
    await expect
      .poll(async () => {
        const view = await studio.post<ReasonsView | null>('reasons', {
          query: { site: '101', placement: 'inline', locale: 'en', type: 'service' },
        });
        return view?.fields.map(({ name }) => name);
      })
      .toContain(to.name);
  });

  it('rehearses a sending: judged, and stored nowhere', async () => {
    const { content } = await studio.get<DraftView>('draft');
    const inline = `site=${content.sites[0]?.id}&placement=inline&locale=en`;
    const rehearse = async (values: object) => {
      const response = await fetch(new URL(`/studio/preview/graphql?${inline}`, server.url), {
        method: 'POST',
        headers: { ...ownPage, cookie: studio.cookie },
        body: JSON.stringify({
          operationName: 'sendContactUs',
          query: `mutation sendContactUs($name: String, $email: String, $message: String) { sendContactUs(domain: "www.trevarrow.example", submission_url: "/", enquiry_type: 3, upload: [], office_location: "1", name: $name, email: $email, message: $message) { success } }`,
          variables: values,
        }),
      });
      return (await response.json()) as {
        readonly data?: unknown;
        readonly errors?: readonly { readonly extensions: unknown }[];
      };
    };
    const refused = await rehearse({ name: 'Ann', message: 'Hello' });
    expect(refused.errors?.[0]?.extensions).toMatchObject({ fields: [{ field: 'email', code: 'required' }] });
    const good = await rehearse({ name: 'Ann', email: 'ann@example.com', message: 'Hello' });
    expect(good).toMatchObject({ data: { sendContactUs: { success: true } } });
    expect(await server.enquiries()).toEqual([]);
  });

  it('rehearses an upload: taken, and kept nowhere', async () => {
    const asked = await fetch(new URL(`/studio/preview/upload?${query}`, server.url), {
      method: 'POST',
      headers: { ...ownPage, cookie: studio.cookie },
      body: JSON.stringify({ filename: 'boat.jpeg', contentType: 'image/jpeg' }),
    });
    const { method, url } = (await asked.json()) as { readonly method: string; readonly url: string };
    const sent = await fetch(new URL(url, server.url), {
      method,
      headers: { ...ownPage, 'content-type': 'image/jpeg', cookie: studio.cookie },
      body: Buffer.alloc(3_000_000),
    });
    expect(sent.status).toBe(200);
    expect(
      readdirSync(join(data, 'photos'), { recursive: true }).filter((name) => `${name}`.endsWith('.jpg')),
    ).toEqual([]);
  });
});
