import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '#engine';
import { compilable, newAjv } from '#engine/json-schema/ajv.ts';
import { draftKeywords } from '#engine/json-schema/draft-keywords.ts';
import { type DraftName, drafts } from '../parity/schema-arbitrary.ts';
import { type SampleForm, sampleForms } from '../support/sample-form.ts';
import { type Case, casesOf } from './cases.ts';
import { formAround, suiteCases } from './suite.ts';

/**
 * What is refused when a form is compiled, and why. Whatever else a schema says is judged as JSON Schema has it, by the validator, in the
 * page and on the server.
 */
const refusals: Readonly<Record<string, string>> = {
  'recursive-reference': 'a form of endless depth cannot be drawn',
  'unknown-reference': 'a form refers to itself and to fields.json alone: no other document, no $anchor',
  'nested-id': 'a schema inside a form has no $id',
  'unknown-keyword': 'nothing would heed it: a slip, or a word of another draft',
  'unknown-format': 'Ajv knows no such format, so that nothing would be checked',
  'unknown-draft': 'forms are written in draft 2020-12 or 07',
  'bad-schema':
    'it is no schema of its draft, Ajv would judge it otherwise, or it offers what no control can hold',
  'bad-field-name':
    'every object of JavaScript has a "constructor", and "/", "[" and "]" part the names on the wire',
};

/** How many groups of each file of the JSON-Schema-Test-Suite are refused, so that no refusal is added unseen. */
const refusedGroups: Readonly<Record<DraftName, Readonly<Record<string, number>>>> = {
  '2020-12': {
    'anchor.json': 6,
    'defs.json': 1,
    'dynamicRef.json': 17,
    'enum.json': 1,
    'format.json': 4,
    'id.json': 4,
    'optional/cross-draft.json': 1,
    'optional/ecmascript-regex.json': 1,
    'optional/format-assertion.json': 2,
    'optional/format/idn-email.json': 1,
    'optional/format/idn-hostname.json': 1,
    'optional/format/iri-reference.json': 1,
    'optional/format/iri.json': 1,
    'optional/format/unknown.json': 1,
    'optional/refOfUnknownKeyword.json': 2,
    'properties.json': 1,
    'ref.json': 18,
    'refRemote.json': 14,
    'unevaluatedItems.json': 5,
    'unevaluatedProperties.json': 4,
    'unknownKeyword.json': 1,
    'vocabulary.json': 2,
  },
  'draft-07': {
    'definitions.json': 1,
    'enum.json': 1,
    'format.json': 4,
    'id.json': 1,
    'optional/cross-draft.json': 1,
    'optional/format/idn-email.json': 1,
    'optional/format/idn-hostname.json': 1,
    'optional/format/iri-reference.json': 1,
    'optional/format/iri.json': 1,
    'optional/format/unknown.json': 1,
    'properties.json': 1,
    'ref.json': 18,
    'refRemote.json': 10,
    'unknownKeyword.json': 1,
  },
};

/** Where the JSON-Schema-Test-Suite leaves the choice (its folder `optional`), and ours is another. */
const judgedOtherwise = [
  ['optional/format/email.json', 'an address is what HTML takes for one: no quotes, no address of a machine'],
  ['optional/content.json', 'what a text encodes is a note, as 2020-12 has it'],
] as const;

interface Verdicts {
  agreed: number;
  readonly differing: { readonly about: string; readonly [detail: string]: unknown }[];
  /** What is refused when compiled, with its codes. */
  readonly refused: Record<string, readonly string[]>;
}

/** All cases in one form, so that what they share is compiled once. */
function verdictsOf(cases: readonly Case[], draft: DraftName): Verdicts {
  const verdicts: Verdicts = { agreed: 0, differing: [], refused: {} };
  const samples = cases.map(({ schema }, at) => ({ key: `case-${at}`, schema: formAround(schema, draft) }));
  const { forms, refused } = sampleForms(samples);
  for (const [at, { about, schema, valid, invalid }] of cases.entries()) {
    const key = `case-${at}`;
    const problems = refused.get(key);
    if (problems) verdicts.refused[about] = [...new Set(problems.map(({ code }) => code))];
    const sample = forms.get(key);
    if (sample === undefined) continue;
    const said = sayingsOf(sample, samples[at]?.schema ?? {}, draft);
    for (const [value, isValid] of [
      ...valid.map((each) => [each, true] as const),
      ...invalid.map((each) => [each, false] as const),
    ]) {
      const { sides, isEmpty } = said(value);
      const wanted = isEmpty ? sides.validator : isValid;
      if (Object.values(sides).every((side) => side === wanted)) verdicts.agreed += 1;
      else verdicts.differing.push({ about, schema, value, isValid, sides });
    }
  }
  return verdicts;
}

/**
 * What each says of a value. An empty text, list or object, `null` and white space around a text are no answer to a form: it is judged as
 * what remains (docs/behaviour.md, "Normalised values").
 */
function sayingsOf(sample: SampleForm, whole: JsonSchema, draft: DraftName) {
  const check = newAjv(draft).compile(compilable(whole));
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
      expect({ differing, refused }).toEqual({ differing: [], refused: {} });
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

  it('agrees with the JSON-Schema-Test-Suite, but for what is refused when compiled, and what is said on purpose', () => {
    const { agreed, differing, refused } = verdictsOf(suiteCases(draft), draft);
    console.log(`${draft}: ${agreed} verdicts of the suite agree`);
    expect(differing.filter(({ about }) => !judgedOtherwise.some(([file]) => isOf(file, about)))).toEqual([]);
    const differ = judgedOtherwise
      .map(([file]) => file)
      .filter((file) => differing.some(({ about }) => isOf(file, about)));
    expect(differ).toEqual(draft === '2020-12' ? ['optional/format/email.json'] : ['optional/content.json']);
    const codes = new Set(Object.values(refused).flat());
    expect([...codes].filter((code) => !(code in refusals))).toEqual([]);
    expect(countsOf(Object.keys(refused))).toEqual(refusedGroups[draft]);
  });
});

function isOf(file: string, about: string): boolean {
  return about.startsWith(`${file}: `);
}

function countsOf(abouts: readonly string[]): Readonly<Record<string, number>> {
  const files = abouts.map((about) => about.split(': ')[0] ?? about);
  return Object.fromEntries(files.map((file) => [file, files.filter((each) => each === file).length]));
}
