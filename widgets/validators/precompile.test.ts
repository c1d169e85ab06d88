import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { customizeValidator } from '@rjsf/validator-ajv8';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { FormType, JsonSchema, SchemaError } from '#engine';
import { collectMarkedSchemas } from '../schema/marks.ts';
import { toRjsfSchema } from '../schema/rjsf-schema.ts';
import { foreignSchemas } from '../testing/foreign-schemas.ts';
import { precompile } from './precompile.ts';
import type { ValidatorModule } from './validator-module.ts';
import { toSchemaCheck } from './validator-module.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-validators-'));
afterAll(() => rmSync(folder, { recursive: true }));

function typeOf(schema: JsonSchema, key = 'sample'): FormType {
  const full = { type: 'object', ...schema, $id: `slipway:${key}` };
  return { id: 1, key, schema: full, uiSchema: {}, fields: [], submitLabel: 'submit', links: [] };
}

/** The findings as far as anyone reads them. */
function findings(errors: readonly SchemaError[]) {
  return errors.map(({ keyword, instancePath, params }) => ({ keyword, instancePath, params }));
}

function plainAjv(schema: JsonSchema): (values: unknown) => readonly SchemaError[] {
  const options = {
    allErrors: true,
    strict: false,
    logger: false,
    multipleOfPrecision: 8,
    ownProperties: true,
  } as const;
  const ajv = /draft-07/.test(String(schema.$schema)) ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv);
  const check = ajv.compile(schema);
  return (values) => (check(values) ? [] : (check.errors ?? []));
}

/** JSON in which names and values that the schema knows turn up far more often than by chance. */
function valuesFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const words = [...JSON.stringify(schema).matchAll(/"([^"\\]{1,20})"/g)].flatMap(([, word]) => word ?? []);
  const word = fc.constantFrom(...words, '__proto__', 'x-1', '');
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      word,
      fc.constantFrom<unknown>(
        0,
        1,
        1.5,
        -91,
        true,
        false,
        null,
        '2026-02-30',
        '2026-11-21',
        '10:00:00Z',
        '😀😀',
      ),
      fc.string(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(word, tie('value'), { maxKeys: 5 }),
    ),
  })).value;
}

describe('precompile', () => {
  it.each(Object.entries(foreignSchemas))('judges as Ajv itself does: %s', (_name, schema) => {
    const type = typeOf(schema);
    const check = toSchemaCheck(precompile(type).evaluate());
    const reference = plainAjv(type.schema);
    const entry = fc.dictionary(
      fc.constantFrom(...Object.keys(schema.properties as object)),
      valuesFor(type.schema),
    );
    fc.assert(
      fc.property(entry, (values) => {
        expect(findings(check(values))).toEqual(findings(reference(values)));
      }),
      { numRuns: 300 },
    );
  });

  it.each(Object.entries(foreignSchemas))(
    "gives the verdict of RJSF's own validator: %s",
    (_name, schema) => {
      const type = typeOf(schema);
      const check = toSchemaCheck(precompile(type).evaluate());
      const AjvClass = /draft-07/.test(String(schema.$schema)) ? Ajv : Ajv2020;
      const stock = customizeValidator({ AjvClass });
      const entry = fc.dictionary(
        fc.constantFrom(...Object.keys(schema.properties as object)),
        valuesFor(type.schema),
      );
      fc.assert(
        fc.property(entry, (values) => {
          const { errors = [], validationError } = stock.rawValidation(type.schema, values);
          expect(validationError).toBeUndefined();
          expect(check(values).length === 0).toBe(errors.length === 0);
        }),
        { numRuns: 50 },
      );
    },
  );

  it('gives a module that imports what it needs and judges the same', async () => {
    const type = typeOf({
      required: ['name'],
      properties: {
        name: { type: 'string', maxLength: 3 },
        day: { type: 'string', format: 'date' },
        list: { type: 'array', uniqueItems: true, items: { type: 'object' } },
      },
      if: { required: ['day'] },
      then: { required: ['list'] },
    });
    const precompiled = precompile(type);
    const runtime = new URL('../../engine/json-schema/runtime.ts', import.meta.url).href;
    const file = join(folder, 'sample.mjs');
    writeFileSync(file, precompiled.moduleSource(runtime));
    const module: ValidatorModule = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const here = precompiled.evaluate();
    expect(Object.keys(module.validators)).toEqual(Object.keys(here.validators));
    for (const values of [
      { name: '😀😀😀', day: '2026-02-30' },
      { list: [{ a: 1 }, { a: 1 }] },
      { name: 'four' },
    ])
      expect(findings(toSchemaCheck(module)(values))).toEqual(findings(toSchemaCheck(here)(values)));
    expect(findings(toSchemaCheck(here)({ name: '😀😀😀😀' }))).toMatchObject([{ keyword: 'maxLength' }]);
  });

  it('has an answer to whatever RJSF asks of the schema', () => {
    for (const schema of Object.values(foreignSchemas)) {
      const type = typeOf(schema);
      const { validators } = precompile(type).evaluate();
      for (const mark of collectMarkedSchemas(toRjsfSchema(type.schema)).keys())
        expect(validators).toHaveProperty(mark);
    }
  });

  it('evaluates nothing and names no library in what a page gets', () => {
    const source = precompile(typeOf({ properties: { name: { format: 'uri' } } })).moduleSource(
      '/runtime.js',
    );
    expect(source).not.toMatch(/new Function|\beval\b/);
    expect(source.match(/\bfrom "[^"]+"/g)).toEqual(['from "/runtime.js"']);
  });

  it('leaves out of the module what decides nothing', () => {
    const schema = {
      title: 'Secret',
      properties: { title: { type: 'string', description: 'Secret' } },
      examples: ['Secret'],
    };
    expect(precompile(typeOf(schema)).moduleSource('/r.js')).not.toContain('Secret');
    const check = toSchemaCheck(precompile(typeOf(schema)).evaluate());
    expect(check({ title: 1 })).toHaveLength(1);
  });

  it('refuses a schema that is none', () => {
    expect(() => precompile(typeOf({ properties: { name: { type: 'text' } } }))).toThrow();
  });
});
