import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { compilable, newAjv } from '#engine/json-schema/ajv.ts';
import { draftKeywords } from '#engine/json-schema/draft-keywords.ts';
import { type DraftName, drafts } from '../parity/schema-arbitrary.ts';
import { sampleDocuments } from '../support/sample-documents.ts';
import { sampleForm } from '../support/sample-form.ts';
import { type Case, casesOf } from './cases.ts';
import { formAround, suiteCases } from './suite.ts';

/** A copy of https://github.com/json-schema-org/JSON-Schema-Test-Suite, whose data no package of npm brings in a recent version. */
const suite = process.env.JSON_SCHEMA_TEST_SUITE;

/**
 * What is refused when a form is compiled, and why. Whatever else a schema says is judged as JSON Schema has it, by the validator, in the
 * page and on the server.
 */
const refusals: readonly (readonly [code: string, why: string])[] = [
  ['recursive-reference', 'a form of endless depth cannot be drawn'],
  ['unknown-reference', 'a form refers to itself and to fields.json alone: no other document, no $anchor'],
  ['nested-id', 'a schema inside a form has no $id'],
  ['unknown-keyword', 'nothing would heed it: a slip, or a word of another draft'],
  ['unknown-format', 'Ajv knows no such format, so that nothing would be checked'],
  ['unknown-draft', 'forms are written in draft 2020-12 or 07'],
  ['bad-schema', 'it is no schema of its draft'],
];

interface Verdicts {
  agreed: number;
  readonly differing: unknown[];
  readonly refused: string[];
}

function verdictsOf(cases: readonly Case[], draft: DraftName): Verdicts {
  const verdicts: Verdicts = { agreed: 0, differing: [], refused: [] };
  for (const { about, schema, valid, invalid } of cases) {
    const whole = formAround(schema, draft);
    const compiled = compile(sampleDocuments(whole));
    if (!compiled.ok) {
      verdicts.refused.push(about);
      for (const { code } of compiled.problems)
        expect(
          refusals.map(([known]) => known),
          about,
        ).toContain(code);
      continue;
    }
    const said = sayingsOf(whole, draft);
    for (const [values, isValid] of [
      [valid, true],
      [invalid, false],
    ] as const) {
      for (const value of values) {
        const { sides, isEmpty } = said(value);
        const differs = Object.entries(sides).filter(
          ([, side]) => side !== (isEmpty ? sides.validator : isValid),
        );
        if (differs.length === 0) verdicts.agreed += 1;
        else verdicts.differing.push({ about, schema, value, isValid, sides });
      }
    }
  }
  return verdicts;
}

/**
 * What each says of a value. An empty text, list or object, `null` and white space around a text are no answer to a form: it is judged as
 * what remains (docs/behaviour.md, "Normalised values").
 */
function sayingsOf(whole: JsonSchema, draft: DraftName) {
  const check = newAjv(draft).compile(compilable(whole));
  const sample = sampleForm(whole);
  return (value: Json) => {
    const sent = { answer: { value } };
    const server = sample.onServer(sent);
    const page = sample.inPage(sent);
    const isEmpty = JSON.stringify(server.values) !== JSON.stringify(sent);
    const validator = check(isEmpty ? server.values : sent) === true;
    // A page leaves out what it does not draw, and judges what it would send.
    const agrees = (page.problems.length === 0) === (check(page.values) === true);
    return {
      isEmpty,
      sides: { validator, page: agrees ? validator : !validator, server: server.problems.length === 0 },
    };
  };
}

describe.each(Object.keys(drafts) as DraftName[])('JSON Schema %s', (draft) => {
  it.each(Object.entries(casesOf(draft)))(
    'is judged as its section says, by the validator, in the page and on the server: %s',
    (_keyword, cases) => {
      const { agreed, differing, refused } = verdictsOf(cases, draft);
      expect({ differing, refused }).toEqual({ differing: [], refused: [] });
      expect(agreed).toBeGreaterThan(0);
    },
  );

  it('has cases of every keyword that asserts something', () => {
    const notes =
      /^(\$(?!ref$)|content|deprecated|discriminator|description|enumNames|examples|readOnly|writeOnly|then|else|default|definitions|title|unevaluated)/;
    const cases = Object.values(casesOf(draft))
      .flat()
      .map(({ schema }) => JSON.stringify(schema));
    const missing = [...draftKeywords[draft]].filter(
      (keyword) => !notes.test(keyword) && !cases.some((text) => text.includes(`"${keyword}":`)),
    );
    expect(missing).toEqual([]);
  });

  it.runIf(suite)('agrees with the JSON-Schema-Test-Suite', () => {
    const { agreed, differing, refused } = verdictsOf(suiteCases(suite ?? '', draft), draft);
    console.log(`${draft}: ${agreed} verdicts agree, ${refused.length} groups are refused when compiled`);
    expect(differing).toEqual([]);
  });
});
