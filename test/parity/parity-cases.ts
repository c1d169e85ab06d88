import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { typeField, type Values } from '#engine';
import { type CompiledForm, compileFormSchemas } from '../../src/server/forms/documents/compiled-form.ts';
import { openTestFormStore } from '../../src/server/forms/documents/testing/open-test-form-store.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { loadDemoContent } from '../support/content.ts';
import { compileTestForm, readFrozenDocuments } from '../support/forms.ts';
import { createDrawnPage, createVisits, type DrawnPage } from './drawn-pages.ts';
import { createEntries } from './entries.ts';
import {
  type BrowserResult,
  judgeOnServer,
  openBrowserSide,
  type ShownProblem,
  type SituationEvidence,
} from './two-sides.ts';
import { createGraphqlWire, roundTripJson } from './wire.ts';

export const compiledFrozenForm = compileFormSchemas(compileTestForm());
export const parityContent = loadDemoContent();
export const allEvidence: readonly SituationEvidence[] = ['ticket', 'address', 'domain'];

/**
 * Declares the tests that send random submissions, 25 on each page.
 *
 * @param pages The number of pages for the comparison of both sides; each other law is tried on a third of
 * them.
 */
export function describeParity({ pages }: { readonly pages: number }): void {
  const few = Math.ceil(pages / 3);
  const folder = mkdtempSync(join(tmpdir(), 'slipway-parity-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  describe('a submission as its page sends it', () => {
    it('is judged alike by page and server, problem for problem and word for word', async () => {
      const met = await checkEverySubmission(compiledFrozenForm, { pages }, async ({ drawn, browser }) => {
        const values = roundTripJson(compiledFrozenForm.form, browser.variables);
        const server = await judgeOnServer(compiledFrozenForm, drawn, { values, evidence: 'ticket' });
        expect(server.problems).toEqual(browser.problems);
        expect(server.values).toEqual(browser.values);
      });
      expect(met.submissions).toBe(pages * submissionsAPage);
      expect(met.good).toBeGreaterThan(met.submissions / 10);
    });

    it.each(allEvidence)(
      'is taken as it is if the page lets it through, where the server goes by the %s',
      async (evidence) => {
        const send = createGraphqlWire(compiledFrozenForm);
        const met = await checkEverySubmission(
          compiledFrozenForm,
          { pages: few },
          async ({ drawn, browser }) => {
            if (browser.problems.length > 0) return;
            const server = await judgeOnServer(compiledFrozenForm, drawn, {
              values: await send(browser.variables),
              evidence,
            });
            expect(server).toEqual({ problems: [], values: browser.values });
          },
        );
        expect(met.good).toBeGreaterThan(met.submissions / 20);
      },
    );

    it('is judged by the version that it was drawn with, after a newer one was published', async () => {
      const olderDocuments = readFrozenDocuments(createOlderVersion());
      const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
      const forms = openTestFormStore(store, { folder, now: () => 0 });
      await forms.deploy({
        ready: compileFormSchemas(compileTestForm(olderDocuments)),
        documents: olderDocuments,
      });
      const older = forms.current();
      await forms.deploy({ ready: compiledFrozenForm, documents: readFrozenDocuments() });
      const stored = await forms.find(older.form.hash);
      if (stored === undefined) throw new Error('The older version is not kept');
      const send = createGraphqlWire(stored);
      let refusedByNewer = 0;
      const met = await checkEverySubmission(older, { pages: few }, async ({ drawn, browser }) => {
        if (browser.problems.length > 0) return;
        const server = await judgeOnServer(stored, drawn, {
          values: await send(browser.variables),
          evidence: 'ticket',
        });
        expect(server).toEqual({ problems: [], values: browser.values });
        const newer = await judgeOnServer(compiledFrozenForm, drawn, {
          values: roundTripJson(compiledFrozenForm.form, browser.variables),
          evidence: 'ticket',
        });
        refusedByNewer += Number(newer.problems.length > 0);
      });
      expect(refusedByNewer).toBeGreaterThan(met.submissions / 100);
      await store.close();
    });
  });

  /**
   * A program may do what a page never does: send a choice that is not offered, photos with a type without
   * photos, no type at all, or no unticked box. The page ignores, omits or requires such an answer; the
   * server reports its problem.
   */
  describe('a submission as a program sends it, with every value as it was entered', () => {
    it('is refused where the page would refuse it, and else only for what a page would not send', async () => {
      let strange = 0;
      const met = await checkEverySubmission(
        compiledFrozenForm,
        { pages: few },
        async ({ drawn, entered, browser }) => {
          const values = roundTripJson(compiledFrozenForm.form, entered);
          const server = await judgeOnServer(compiledFrozenForm, drawn, { values, evidence: 'ticket' });
          const reported = listProblemNames(server.problems.filter((problem) => !isNotFromPage(problem)));
          const refusedFields = server.problems.filter(isNotFromPage).map(({ field }) => field);
          const expected = browser.problems.filter(({ field }) => !refusedFields.includes(field));
          expect(reported).toEqual(listProblemNames(expected));
          strange += refusedFields.length;
        },
      );
      expect(strange).toBeGreaterThan(met.submissions / 50);
    });
  });
}

function isNotFromPage({ field, code }: ShownProblem): boolean {
  const isLeftOut = code === 'required' && (field === typeField || field === 'accept_term');
  return isLeftOut || code === 'not-offered' || code === 'no-photos';
}

export function listProblemNames(problems: readonly ShownProblem[]): readonly string[] {
  return problems.map(({ field, code }) => `${field} ${code}`);
}

interface ParitySubmission {
  readonly drawn: DrawnPage;
  readonly entered: Values;
  readonly browser: BrowserResult;
}

interface MetCounts {
  submissions: number;
  good: number;
}

const submissionsAPage = 25;

/**
 * Checks a law with random submissions on pages that show a form. Returns counts, so that a law without cases
 * is noticed.
 */
async function checkEverySubmission(
  form: CompiledForm,
  { pages }: { readonly pages: number },
  law: (submission: ParitySubmission) => Promise<void>,
): Promise<MetCounts> {
  const met: MetCounts = { submissions: 0, good: 0 };
  const opened = createVisits(parityContent)
    .map((visit) => createDrawnPage(parityContent, visit))
    .map((drawn) => ({ drawn, judge: openBrowserSide(form, drawn) }))
    .filter(({ judge }) => judge !== undefined);
  const size = submissionsAPage;
  const attempts = fc.array(createEntries(form.form, parityContent), { minLength: size, maxLength: size });
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

/** Returns earlier documents: before a name was shortened, a field removed, and engine hours required. */
function createOlderVersion(): Readonly<Record<string, unknown>> {
  const fields = structuredClone(readFrozenDocuments()['fields.json']) as {
    $defs: Record<string, Record<string, unknown>>;
  };
  Object.assign(fields.$defs.name ?? {}, { maxLength: 400 });
  const general = structuredClone(readFrozenDocuments()['forms/general/schema.json']) as {
    properties: Record<string, unknown>;
    examples: Values[];
  };
  general.properties.boat_name = { type: 'string', title: 'Boat name' };
  general.examples = general.examples.map((example) => ({
    ...example,
    name: 'A'.repeat(300),
    boat_name: 'Wren',
  }));
  const valuation = structuredClone(readFrozenDocuments()['forms/valuation/schema.json']) as {
    required: string[];
  };
  valuation.required = valuation.required.filter((name) => name !== 'engine_hours');
  return {
    'fields.json': fields,
    'forms/general/schema.json': general,
    'forms/valuation/schema.json': valuation,
  };
}
