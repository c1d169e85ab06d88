import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Documents, Form, JsonSchema } from '#engine';
import { checkForm } from '#engine/check/index.ts';
import { compile } from '#engine/compile/index.ts';
import {
  annotationKeywords,
  decidingKeywords,
  listKeywords,
  mapKeywords,
  schemaKeywords,
} from '#engine/json-schema/keywords.ts';
import { iterateSchemas } from '#engine/json-schema/walk.ts';
import { collectMarkedSchemas } from '#widgets/schema/marks.ts';
import { toRjsfSchema } from '#widgets/schema/rjsf-schema.ts';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import { precompile } from '#widgets/validators/precompile.ts';
import { toSchemaCheck } from '#widgets/validators/validator-module.ts';
import { bundledSchema } from '../../src/cli/types/bundle-schema.ts';
import { generateTypes } from '../../src/cli/types/generate-types.ts';
import { readFrozenDocuments } from '../support/forms.ts';

/**
 * The law: the name of a property has no meaning. A schema whose properties are named like keywords gives the
 * same results in every tool as the same schema with meaningless names of the same length.
 */
const keywords = [
  ...new Set([
    ...schemaKeywords,
    ...listKeywords,
    ...mapKeywords,
    ...annotationKeywords,
    ...decidingKeywords,
    '$anchor',
    '$dynamicRef',
    '$id',
    '$recursiveRef',
    '$ref',
    '$schema',
    '$vocabulary',
    'const',
    'enum',
    'exclusiveMaximum',
    'format',
    'maximum',
    'minItems',
    'multipleOf',
    'pattern',
    'required',
    'type',
  ]),
];

/** A meaningless name of the same length for each keyword, with a leading `$` if it has one. */
const plainNames = keywords.map((keyword, index) => {
  const start = keyword.startsWith('$') ? '$zq' : 'zq';
  return `${start}${String.fromCodePoint(65 + Math.floor(index / 8), 97 + (index % 8))}`.padEnd(
    keyword.length,
    'q',
  );
});
const keywordOf = new Map(plainNames.map((name, index) => [name, keywords[index] ?? '']));

/** Replaces meaningless names by names of keywords, everywhere. */
function renamed<Value>(value: Value): Value {
  const text = JSON.stringify(value) ?? 'null';
  return JSON.parse(text.replaceAll(/\$?zq[A-Z][a-h]q*/g, (name) => keywordOf.get(name) ?? name)) as Value;
}

const plainName = fc.constantFrom(...plainNames);
/** Fields are arguments of GraphQL, whose names begin with a letter. */
const fieldName = fc.constantFrom(...plainNames.filter((name) => !name.startsWith('$')));

/**
 * Schemas with compiler errors; those that compile, even with findings, are drawn, validated, typed and
 * exported.
 */
const faulty: readonly JsonSchema[] = [
  { type: 'string', format: 'emial' },
  { $ref: '#/$defs/loop' },
  { $ref: '#/$defs/nowhere' },
];
const sound: readonly JsonSchema[] = [
  { type: 'string' },
  { type: 'string', format: 'email' },
  { type: 'string', pattern: '^(a+)+$' },
  { type: 'integer', enum: [1, 2, 1] },
  { type: 'integer', minimum: 3, maximum: 2 },
  { type: 'number', multipleOf: 0.01 },
  { type: 'boolean', default: true },
  { const: true },
  { $ref: '#/$defs/shared' },
  { default: { $ref: '#/$defs/nowhere' }, examples: [{ format: 'emial' }] },
];

function schemasOf(leaves: readonly JsonSchema[]): fc.Arbitrary<JsonSchema> {
  const { schema } = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(...leaves),
      tie('object'),
      tie('schema').map((items) => ({ type: 'array', items })),
      fc.tuple(tie('schema'), tie('schema')).map((anyOf) => ({ anyOf })),
      fc.tuple(tie('object'), tie('object')).map(([one, other]) => ({ if: one, then: other })),
    ),
    object: fc
      .record({
        properties: fc.dictionary(plainName, tie('schema'), { minKeys: 1, maxKeys: 3 }),
        required: fc.uniqueArray(plainName, { maxLength: 2 }),
        dependentRequired: fc.dictionary(plainName, fc.uniqueArray(plainName, { maxLength: 2 }), {
          maxKeys: 1,
        }),
      })
      .map((object) => ({ type: 'object', ...object })),
  }));
  return fc
    .record({
      fields: fc.dictionary(fieldName, schema, { minKeys: 1, maxKeys: 3 }),
      names: fc.tuple(plainName, plainName),
    })
    .map(({ fields, names: [shared, child] }) => ({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        shared: { type: 'object', properties: { [shared]: { type: 'string', title: 'Shared' } } },
        loop: { type: 'object', properties: { [child]: { $ref: '#/$defs/loop' } } },
      },
      properties: { name: { type: 'string' }, ...fields },
      examples: [{ name: 'Ann' }],
    }));
}

const anySchema = schemasOf([...sound, ...faulty]);
const soundSchema = schemasOf(sound);

/** Documents of one enquiry type, with our meta schemas and no rules. */
const base: Documents = Object.fromEntries(
  Object.entries(readFrozenDocuments()).filter(
    ([file]) => file === 'settings.json' || file.startsWith('meta/'),
  ),
);

function documentsWith(schema: JsonSchema): Documents {
  return {
    ...base,
    'enquiry-types.json': { enquiryTypes: [{ id: 1, key: 'sample', folder: 'sample' }] },
    'texts/en.json': { 'send-message': 'Send' },
    'fields.json': { $defs: {} },
    'ui.json': {},
    'rules.json': { rules: [] },
    'scenarios.json': { offices: {}, usual: {}, scenarios: [] },
    'forms/sample/schema.json': schema,
    'forms/sample/ui.json': {},
  };
}

function formOf(schema: JsonSchema): Form {
  const compiled = compile(documentsWith(schema));
  if (!compiled.ok) throw new Error(compiled.problems.map(({ reason }) => reason).join('; '));
  return compiled.form;
}

describe('a property that is named like a keyword', () => {
  const holds = (of: (schema: JsonSchema) => unknown, schemas: fc.Arbitrary<JsonSchema>, numRuns: number) =>
    fc.assert(
      fc.property(schemas, (schema) => {
        expect(of(renamed(schema))).toEqual(renamed(of(schema)));
      }),
      { numRuns },
    );

  it('is walked as any other', () => {
    holds((schema) => [...iterateSchemas(schema)].map(({ path }) => path), anySchema, 200);
  });

  it('is compiled as any other: the same references, circles and formats are told', () => {
    const reported = (schema: JsonSchema) => {
      const compiled = compile(documentsWith(schema));
      return compiled.ok ? compiled.form.types[0]?.fields : compiled.problems;
    };
    holds(reported, anySchema, 80);
  });

  it('is checked as any other', () => {
    const reported = (schema: JsonSchema) => {
      const form = formOf(schema);
      const checks = compileFormChecks(form);
      if (!checks.ok) return checks.findings;
      const { findings } = checkForm({ form, documents: documentsWith(schema), ...checks });
      return findings.map(({ code, file, pointer }) => ({ code, file, pointer }));
    };
    // Findings are sorted by their positions, whose names differ here.
    fc.assert(
      fc.property(soundSchema, (schema) => {
        expect(new Set(reported(renamed(schema)))).toEqual(new Set(renamed(reported(schema))));
      }),
      { numRuns: 15 },
    );
  });

  it('is drawn as any other', () => {
    const drawn = (schema: JsonSchema) => [
      toRjsfSchema(schema),
      [...collectMarkedSchemas(toRjsfSchema(schema))],
    ];
    holds(drawn, soundSchema, 100);
  });

  it('is exported as any other', () => holds((schema) => bundledSchema(formOf(schema)), soundSchema, 30));

  it('is judged as any other', () => {
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 2 },
        fc.constantFrom(19.99, 1, 7.005, 'a@example.com', 'x', true, null),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(plainName, tie('value'), { maxKeys: 3 }),
      ),
    }));
    const values = fc.array(fc.dictionary(plainName, value), { maxLength: 4 });
    const judged = (schema: JsonSchema, submitted: readonly unknown[]) => {
      const [type] = formOf(schema).types;
      const check = type ? toSchemaCheck(precompile(type).evaluate()) : () => [];
      return submitted.map((values) =>
        check(values).map(({ keyword, instancePath, params }) => ({ keyword, instancePath, params })),
      );
    };
    fc.assert(
      fc.property(soundSchema, values, (schema, submitted) => {
        expect(judged(renamed(schema), renamed(submitted))).toEqual(renamed(judged(schema, submitted)));
      }),
      { numRuns: 15 },
    );
  });

  it('has the type of any other', async () => {
    await fc.assert(
      fc.asyncProperty(soundSchema, async (schema) => {
        const [plain, named] = [formOf(schema), formOf(renamed(schema))];
        expect(inOneLine(await generateTypes(named))).toBe(inOneLine(renamed(await generateTypes(plain))));
      }),
      { numRuns: 10 },
    );
  });
});

/** Removes line breaks, which depend on the length of names. */
function inOneLine(source: string): string {
  return source
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([=(<]) \|/g, '$1')
    .replaceAll(/,? ([\])>}])/g, '$1');
}
