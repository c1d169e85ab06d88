import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Values } from '#engine';
import { linkContent } from '../../src/server/forms/content/link-content.ts';
import { compileFormSchemas } from '../../src/server/forms/documents/compiled-form.ts';
import { createDrawnPage } from '../parity/drawn-pages.ts';
import { judgeOnServer, openBrowserSide } from '../parity/two-sides.ts';
import { createGraphqlWire, roundTripJson } from '../parity/wire.ts';
import { readRawDemoContent } from '../support/content.ts';
import { compileTestForm, readFrozenDocuments } from '../support/forms.ts';
import { createForeignContent, createForeignDocuments, foreignEnquiries } from './foreign-enquiries.ts';

const ready = compileFormSchemas(compileTestForm(readFrozenDocuments(createForeignDocuments())));
const content = linkContent({ ...readRawDemoContent(), ...createForeignContent() });
const send = createGraphqlWire(ready);

describe('a foreign schema as an enquiry type', () => {
  it.each(foreignEnquiries.map(({ name, arrives }, at) => ({ name, arrives, at })))(
    'is judged alike by page and server, whatever is inside, and taken where the page lets it through: $name',
    async ({ arrives, at }) => {
      const visit = { page: `/foreign/${at}`, locale: 'en', drawn: '2026-11-21T10:00Z', hoursLater: 1 };
      const drawn = createDrawnPage(content, visit);
      const judge = openBrowserSide(ready, drawn);
      if (judge === undefined) throw new Error('The page shows no form');
      const good: Values = { ...arrives, email: 'ann@example.com' };
      expect(judge(good).problems).toEqual([]);
      let refused = 0;
      const law = fc.asyncProperty(disturbed(good), async (entered) => {
        const browser = judge(entered);
        const values = roundTripJson(ready.form, browser.variables);
        const server = await judgeOnServer(ready, drawn, { values, evidence: 'ticket' });
        expect(server.problems).toEqual(browser.problems);
        refused += Number(browser.problems.length > 0);
        if (browser.problems.length > 0) return;
        const taken = await judgeOnServer(ready, drawn, {
          values: await send(browser.variables),
          evidence: 'ticket',
        });
        expect(taken).toEqual({ problems: [], values: browser.values });
      });
      await fc.assert(law, { numRuns: 200 });
      expect(refused).toBeGreaterThan(0);
    },
  );
});

/** Generates a value with some nested values replaced or removed. */
function disturbed(value: Values): fc.Arbitrary<Values> {
  const paths = pathsIn(value);
  const changes = fc.array(fc.tuple(fc.constantFrom(...paths), strange), { minLength: 1, maxLength: 3 });
  return changes.map(
    (all) => all.reduce<unknown>((changed, [path, other]) => replaced(changed, path, other), value) as Values,
  );
}

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    ' ',
    'x',
    '7',
    '7,5',
    'ann@',
    '2026-02-30',
    0,
    -1,
    1.5,
    1e9,
    true,
    false,
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [{}],
    [''],
    ['x', 'x'],
    { kind: 'sail' },
    { x: { y: [1] } },
    { 'x-1': 'one' },
  ),
);

type Path = readonly string[];

function pathsIn(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...pathsIn(inner).map((path) => [key, ...path]),
  ]);
}

function replaced(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  if (typeof value !== 'object' || value === null) return value;
  const inner = replaced((value as Readonly<Record<string, unknown>>)[key], rest, other);
  if (!Array.isArray(value)) return { ...value, [key]: inner };
  return value.map((item: unknown, at) => (String(at) === key ? inner : item));
}
