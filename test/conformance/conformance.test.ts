import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '#engine';
import { draftKeywords } from '#engine/json-schema/draft-keywords.ts';
import { type DraftName, drafts } from '../parity/schema-arbitrary.ts';
import { readSuiteCases, type SuiteCase } from './suite.ts';
import { collectVerdicts } from './verdicts.ts';

/**
 * Keywords that the compiler rejects, with reasons. The validator, page and server apply all others as JSON
 * Schema does.
 */
const refusals: Readonly<Record<string, string>> = {
  'recursive-reference': 'a form of endless depth cannot be shown',
  'unknown-reference': 'a form refers to itself and to fields.json alone: no other document, no $anchor',
  'nested-id': 'a schema inside a form cannot have an $id',
  'unknown-keyword': 'nothing would heed it: a slip, or a word of another draft',
  'unknown-format': 'Ajv knows no such format, so that nothing would be checked',
  'unknown-draft': 'forms are written in draft 2020-12 or 07',
  'bad-schema':
    'it is no schema of its draft, Ajv would judge it otherwise, or it offers what no control can hold',
  'bad-field-name':
    'every object of JavaScript has a "constructor", and "/", "[" and "]" part the names on the wire',
};

/**
 * The number of rejected groups of each file of the JSON-Schema-Test-Suite, so that no rejection is added
 * unnoticed.
 */
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

/**
 * Deviations where the JSON-Schema-Test-Suite is optional (its folder `optional`), and values that no visitor
 * can enter.
 */
const judgedOtherwise: readonly (readonly [about: string, why: string])[] = [
  ['optional/format/email.json', 'an address is what HTML takes for one: no quotes, no address of a machine'],
  ['optional/content.json', 'what a text encodes is a note, as 2020-12 has it'],
  [
    'optional/non-bmp-regex.json: Proper UTF-16 surrogate pair handling: patternProperties',
    'an entry has a name',
  ],
  [
    'properties.json: properties, patternProperties, additionalProperties interaction',
    'an entry that has a name and no value is asked for',
  ],
  [
    'required.json: required properties whose names are Javascript object property names',
    'no entry is called "__proto__"',
  ],
];

/** Those about names of entries. */
const entryNames = judgedOtherwise.slice(2).map(([about]) => about);

/**
 * Cases that the suite lacks: Ajv's own keywords, hundredths, and an untaken branch beside
 * `patternProperties`.
 */
const ownCases: readonly SuiteCase[] = [
  own({ format: 'date', formatMinimum: '2026-01-01' }, ['2026-01-01', 12], ['1999-01-01']),
  own({ format: 'date', formatMaximum: '2026-01-01' }, ['2026-01-01'], ['2026-01-02']),
  own({ format: 'date', formatExclusiveMinimum: '2026-01-01' }, ['2026-01-02'], ['2026-01-01']),
  own({ format: 'time', formatExclusiveMaximum: '12:00:00Z' }, ['11:59:59Z'], ['12:00:00Z']),
  own({ multipleOf: 0.01 }, [19.99, 4.02, 12345678901.23], [0.005]),
];

const ownNewerCases: readonly SuiteCase[] = [
  own(
    {
      anyOf: [{ properties: { a: { const: 1 } }, required: ['a'] }, { required: ['d'] }],
      patternProperties: { '^b': true },
      unevaluatedProperties: false,
    },
    [{ a: 1, bar: 1 }],
    [
      { a: 2, bar: 1 },
      { d: 1, bar: 1 },
    ],
  ),
];

function own(schema: JsonSchema, valid: readonly Json[], invalid: readonly Json[]): SuiteCase {
  return { about: `own: ${JSON.stringify(schema)}`, schema, valid, invalid };
}

describe.each(Object.keys(drafts) as DraftName[])('JSON Schema %s', (draft) => {
  const cases = [...readSuiteCases(draft), ...ownCases, ...(draft === '2020-12' ? ownNewerCases : [])];

  it('agrees with the JSON-Schema-Test-Suite, but for what is refused when compiled, and what is said on purpose', () => {
    const { agreed, differing, refused } = collectVerdicts(cases, draft);
    expect(agreed).toBeGreaterThan(1_000);
    expect(differing.filter(({ about }) => !judgedOtherwise.some(([file]) => isOf(file, about)))).toEqual([]);
    const differ = judgedOtherwise
      .map(([file]) => file)
      .filter((file) => differing.some(({ about }) => isOf(file, about)));
    const choice = draft === '2020-12' ? 'optional/format/email.json' : 'optional/content.json';
    expect(differ).toEqual([choice, ...entryNames]);
    const codes = new Set(Object.values(refused).flat());
    expect([...codes].filter((code) => !(code in refusals))).toEqual([]);
    expect(countsOf(Object.keys(refused))).toEqual(refusedGroups[draft]);
  });

  it('has cases of every keyword that asserts something', () => {
    const notes =
      /^(\$(?!ref$)|content|deprecated|discriminator|description|enumNames|examples|readOnly|writeOnly|then|else|default|definitions|title|unevaluated)/;
    const texts = cases.map(({ schema }) => JSON.stringify(schema));
    const missing = [...draftKeywords[draft]].filter(
      (keyword) => !notes.test(keyword) && !texts.some((text) => text.includes(`"${keyword}":`)),
    );
    expect(missing).toEqual([]);
  });
});

function isOf(file: string, about: string): boolean {
  return about === file || about.startsWith(`${file}: `);
}

function countsOf(abouts: readonly string[]): Readonly<Record<string, number>> {
  const files = abouts.map((about) => about.split(': ')[0] ?? about);
  return Object.fromEntries(files.map((file) => [file, files.filter((each) => each === file).length]));
}
