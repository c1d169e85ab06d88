import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema, Values } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { createAjv, getSchemaDraft, toCompilableSchema } from '#engine/json-schema/ajv.ts';
import { createSampleDocuments } from '../support/sample-documents.ts';
import { compileSampleForm, type SampleForm } from '../support/sample-form.ts';
import { arbitraryFormSchema, type DraftName, drafts, fieldValues } from './schema-arbitrary.ts';

/**
 * The law: a server refuses exactly what the schema refuses, and no accepted value is lost. Forms that do not
 * compile are skipped here.
 */
const draftNames = Object.keys(drafts) as DraftName[];

function isValidBy(schema: JsonSchema): (values: unknown) => boolean {
  const check = createAjv(getSchemaDraft(schema) ?? '2020-12').compile(toCompilableSchema(schema));
  return (values) => check(values) === true;
}

/** The counts of cases of a law. */
interface Met {
  compiled: number;
  good: number;
  bad: number;
}

function everyForm(
  schemas: fc.Arbitrary<JsonSchema>,
  numRuns: number,
  law: (sample: SampleForm, values: Values, isValid: (values: unknown) => boolean) => boolean,
): Met {
  const met: Met = { compiled: 0, good: 0, bad: 0 };
  const submissions = fc.array(fieldValues, { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(schemas, submissions, (schema, all) => {
      if (!compile(createSampleDocuments(schema)).ok) return;
      met.compiled += 1;
      const sample = compileSampleForm(schema);
      const isValid = isValidBy(schema);
      const names = sample.form.types.flatMap(({ fields }) => fields.map((field) => field.name));
      for (const any of all) {
        const values = Object.fromEntries(Object.entries(any).filter(([name]) => names.includes(name)));
        met[law(sample, values, isValid) ? 'good' : 'bad'] += 1;
      }
    }),
    { numRuns },
  );
  return met;
}

describe.each(draftNames)('a form of any schema of %s', (draft) => {
  it('is judged on the server as its schema judges what was sent, and what is taken is what was sent', () => {
    const met = everyForm(arbitraryFormSchema(draft, { conditions: false }), 25, (sample, sent, isValid) => {
      const { problems, values } = sample.onServer(sent);
      const isGood = isValid(sent);
      expect({ sent, isGood: problems.length === 0 }).toEqual({ sent, isGood });
      if (isGood) expect(values).toEqual(sent);
      return isGood;
    });
    expect(Math.min(met.good, met.bad)).toBeGreaterThan(0);
  });

  it('has every problem told in words that name something', () => {
    everyForm(arbitraryFormSchema(draft, { conditions: true }), 15, (sample, sent) => {
      const { problems, messages } = sample.onServer(sent);
      for (const message of messages) expect(message).not.toMatch(/: $|undefined|\[object/);
      return problems.length === 0;
    });
  });
});
