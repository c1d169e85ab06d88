import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Problem, typeField, type Values } from '#engine';
import { serverSettings } from '../../src/server/config/settings.ts';
import { type CompiledForm, compileSchemas } from '../../src/server/documents/compiled-form.ts';
import { formsOver } from '../../src/server/documents/testing/forms-over.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { demonstration } from '../support/content.ts';
import { compiledForm, documents } from '../support/forms.ts';
import { type DrawnPage, drawnPage, type Visit, visits } from './drawn-pages.ts';
import { entries } from './entries.ts';
import { type BrowserSide, type Evidence, openInBrowser, serverSide, type Told } from './two-sides.ts';
import { graphqlWire, throughJson } from './wire.ts';

const ready = compileSchemas(compiledForm());
const content = demonstration();
const everyEvidence: readonly Evidence[] = ['ticket', 'address', 'domain'];

const folder = mkdtempSync(join(tmpdir(), 'slipway-parity-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a submission as its page sends it', () => {
  // In four parts, so that a busy machine need not come through all 10,000 within what one test may take.
  it.each([1, 2, 3, 4])(
    'is judged alike by page and server 2,500 times, problem for problem and word for word: part %i',
    async () => {
      const met = await everySubmission(ready, { pages: 101 }, async ({ drawn, browser }) => {
        const values = throughJson(ready.form, browser.variables);
        const server = await serverSide(ready, drawn, { values, evidence: 'ticket' });
        expect(server.problems).toEqual(browser.problems);
        expect(server.values).toEqual(browser.values);
      });
      expect(met.submissions).toBeGreaterThan(2_500);
      expect(met.good).toBeGreaterThan(met.submissions / 10);
    },
  );

  it.each(everyEvidence)(
    'is taken as it is if the page lets it through, where the server goes by the %s',
    async (evidence) => {
      const send = graphqlWire(ready);
      const met = await everySubmission(ready, { pages: 120 }, async ({ drawn, browser }) => {
        if (browser.problems.length > 0) return;
        const server = await serverSide(ready, drawn, { values: await send(browser.variables), evidence });
        expect(server).toEqual({ problems: [], values: browser.values });
      });
      expect(met.good).toBeGreaterThan(200);
    },
  );

  it('is judged by the version that it was drawn with, after a newer one was published', async () => {
    const olderDocuments = documents(olderVersion());
    const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
    const forms = formsOver(store, { folder, now: () => 0 });
    await forms.deploy({ ready: compileSchemas(compiledForm(olderDocuments)), documents: olderDocuments });
    const older = forms.current();
    await forms.deploy({ ready, documents: documents() });
    const kept = await forms.find(older.form.hash);
    if (kept === undefined) throw new Error('The older version is not kept');
    const send = graphqlWire(kept);
    let refusedByNewer = 0;
    await everySubmission(older, { pages: 80 }, async ({ drawn, browser }) => {
      if (browser.problems.length > 0) return;
      const server = await serverSide(kept, drawn, {
        values: await send(browser.variables),
        evidence: 'ticket',
      });
      expect(server).toEqual({ problems: [], values: browser.values });
      const newer = await serverSide(ready, drawn, {
        values: throughJson(ready.form, browser.variables),
        evidence: 'ticket',
      });
      refusedByNewer += Number(newer.problems.length > 0);
    });
    expect(refusedByNewer).toBeGreaterThan(20);
    await store.close();
  });
});

/**
 * What a page never does, a program may: send a choice that is not offered, photos with a type that takes none, no type at all, or
 * not even an empty tick. The page takes such an answer for none, leaves it out or asks for it; the server says what is wrong with it.
 */
describe('a submission as a program sends it, with every value as it was entered', () => {
  it('is refused where the page would refuse it, and else only for what a page would not send', async () => {
    let strange = 0;
    await everySubmission(ready, { pages: 200 }, async ({ drawn, entered, browser }) => {
      const values = throughJson(ready.form, entered);
      const server = await serverSide(ready, drawn, { values, evidence: 'ticket' });
      const told = namesOf(server.problems.filter((problem) => !isNotFromPage(problem)));
      const refusedFields = server.problems.filter(isNotFromPage).map(({ field }) => field);
      const expected = browser.problems.filter(({ field }) => !refusedFields.includes(field));
      expect(told).toEqual(namesOf(expected));
      strange += refusedFields.length;
    });
    expect(strange).toBeGreaterThan(100);
  });
});

function isNotFromPage({ field, code }: Told): boolean {
  const isLeftOut = code === 'required' && (field === typeField || field === 'accept_term');
  return isLeftOut || code === 'not-offered' || code === 'no-photos';
}

function namesOf(problems: readonly Told[]): readonly string[] {
  return problems.map(({ field, code }) => `${field} ${code}`);
}

/** Of the codes that our forms can give, all but `not-offered`: a page never sends what it does not offer. */
const mistakes: readonly (readonly [code: Problem['code'], entered: Values])[] = [
  ['duplicate', { upload: ['a.jpg', 'a.jpg'] }],
  ['not-accepted', { accept_term: false }],
  ['required', { boat_make: ' ' }],
  ['too-large', { year: '2028' }],
  ['too-long', { name: 'A'.repeat(101) }],
  ['too-many', { upload: Array.from({ length: 11 }, (_photo, at) => `${at}.jpg`) }],
  ['too-short', { phone: '1234' }],
  ['too-small', { year: '1899' }],
  ['wrong-format', { email: 'ann@' }],
  ['wrong-type', { boat_make: 7 }],
];

describe('a submission with one mistake', () => {
  it.each(mistakes)('is refused for it by page and server alike: %s', async (code, entered) => {
    const visit: Visit = { page: '/valuation', locale: 'en', drawn: '2026-12-31T12:00Z', hoursLater: 1 };
    const sides = await bothSides(visit, { ...exampleOf('valuation'), ...entered }, 'ticket');
    const [field] = Object.keys(entered);
    expect(sides).toEqual({ browser: [`${field} ${code}`], server: [`${field} ${code}`] });
  });
});

describe('a submission drawn before midnight and sent after it', () => {
  const valuation: Visit = { page: '/valuation', locale: 'en', drawn: '2026-12-31T23:30Z', hoursLater: 1 };
  const lastDayOfEvent: Visit = { page: '/events', locale: 'en', drawn: '2027-05-29T23:30Z', hoursLater: 1 };
  const boat = exampleOf('valuation');
  const visitor = { ...exampleOf('event'), [typeField]: 9, interested_in: 'Open Yard Weekend 2027' };

  it.each(everyEvidence)("keeps the year's bounds of the day it was drawn, by the %s", async (evidence) => {
    const sides = await bothSides(valuation, { ...boat, year: '2027' }, evidence);
    expect(sides.browser).toEqual([]);
    expect(sides.server).toEqual([]);
  });

  it('is refused for a boat of the year after next, even when that year is next by now', async () => {
    const sides = await bothSides(valuation, { ...boat, year: '2028' }, 'ticket');
    expect(sides.browser).toEqual(['year too-large']);
    expect(sides.server).toEqual(['year too-large']);
  });

  it.each(everyEvidence)('may name an event of that day, by the %s', async (evidence) => {
    const judge = openInBrowser(ready, drawnPage(content, { ...lastDayOfEvent, hoursLater: 0 }));
    expect(judge?.(visitor).values.interested_in).toBe('Open Yard Weekend 2027');
    const values = judge?.(visitor).values ?? {};
    expect(
      (await serverSide(ready, drawnPage(content, lastDayOfEvent), { values, evidence })).problems,
    ).toEqual([]);
  });

  it('may not name an event that was over when it was drawn', async () => {
    const visit: Visit = { ...lastDayOfEvent, drawn: '2027-05-31T00:30Z' };
    const server = await serverSide(ready, drawnPage(content, visit), {
      values: visitor,
      evidence: 'ticket',
    });
    expect(namesOf(server.problems)).toEqual(['interested_in not-offered']);
  });
});

describe('a page that shows no form', () => {
  it('has nothing accepted', async () => {
    const drawn = drawnPage(content, {
      page: '/solent/valuation',
      locale: 'en',
      drawn: '2026-12-31T23:30Z',
      hoursLater: 0,
    });
    expect(openInBrowser(ready, drawn)).toBeUndefined();
    const values = { ...exampleOf('valuation'), [typeField]: 8 };
    for (const evidence of everyEvidence) {
      const server = await serverSide(ready, drawn, { values, evidence });
      expect(namesOf(server.problems)).toContain(`${typeField} not-offered`);
    }
  });
});

interface Submission {
  readonly drawn: DrawnPage;
  readonly entered: Values;
  readonly browser: BrowserSide;
}

interface Met {
  submissions: number;
  good: number;
}

/** How many submissions each page is sent. */
const submissionsAPage = 25;

/**
 * Asserts a law of random submissions on pages that show a form; gives what was met, so that a law about nothing is noticed.
 */
async function everySubmission(
  form: CompiledForm,
  { pages }: { readonly pages: number },
  law: (submission: Submission) => Promise<void>,
): Promise<Met> {
  const met: Met = { submissions: 0, good: 0 };
  const opened = visits(content)
    .map((visit) => drawnPage(content, visit))
    .map((drawn) => ({ drawn, judge: openInBrowser(form, drawn) }))
    .filter(({ judge }) => judge !== undefined);
  const size = submissionsAPage;
  const attempts = fc.array(entries(form.form, content), { minLength: size, maxLength: size });
  const holds = fc.asyncProperty(opened, attempts, async ({ drawn, judge }, entered) => {
    if (judge === undefined) return;
    for (const values of entered) {
      const browser = judge(values);
      met.submissions += 1;
      met.good += Number(browser.problems.length === 0);
      await law({ drawn, entered: values, browser });
    }
  });
  await fc.assert(holds, { numRuns: pages });
  return met;
}

async function bothSides(visit: Visit, entered: Values, evidence: Evidence) {
  const drawn = drawnPage(content, visit);
  const browser = openInBrowser(ready, drawn)?.(entered);
  if (browser === undefined) throw new Error(`"${visit.page}" shows no form`);
  const values = throughJson(ready.form, browser.variables);
  const server = await serverSide(ready, drawn, { values, evidence });
  return { browser: namesOf(browser.problems), server: namesOf(server.problems) };
}

function exampleOf(key: string): Values {
  const type = ready.form.types.find((candidate) => candidate.key === key);
  const [example = {}] = (type?.schema.examples ?? []) as readonly Values[];
  return { ...example, [typeField]: type?.id };
}

/** The documents as they were before a name became shorter, a field was taken away, and engine hours had to be given. */
function olderVersion(): Readonly<Record<string, unknown>> {
  const fields = structuredClone(documents()['fields.json']) as {
    $defs: Record<string, Record<string, unknown>>;
  };
  Object.assign(fields.$defs.name ?? {}, { maxLength: 400 });
  const general = structuredClone(documents()['forms/general/schema.json']) as {
    properties: Record<string, unknown>;
    examples: Values[];
  };
  general.properties.boat_name = { type: 'string', title: 'Boat name' };
  general.examples = general.examples.map((example) => ({
    ...example,
    name: 'A'.repeat(300),
    boat_name: 'Wren',
  }));
  const valuation = structuredClone(documents()['forms/valuation/schema.json']) as { required: string[] };
  valuation.required = valuation.required.filter((name) => name !== 'engine_hours');
  return {
    'fields.json': fields,
    'forms/general/schema.json': general,
    'forms/valuation/schema.json': valuation,
  };
}
