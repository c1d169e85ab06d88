import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import { applyDocumentPatches } from '../../test/support/edits.ts';
import { readShippedDocuments } from '../../test/support/forms.ts';
import { readScenarioDocument, runScenarios } from '../check/scenarios.ts';
import { compile } from '../compile/index.ts';
import type { Documents } from '../model/types.ts';
import { renewExpectation } from './index.ts';

/** Runs the only scenario of documents, and returns its differences. */
function findDifferences(documents: Documents) {
  const compiled = compile(documents);
  if (!compiled.ok) throw new Error(compiled.problems.map(({ reason }) => reason).join('\n'));
  const checks = compileFormChecks(compiled.form, new Map());
  if (!checks.ok) throw new Error('a schema does not compile');
  const { document } = readScenarioDocument(compiled.form, documents);
  const [run] = runScenarios(compiled.form, document, checks.checkOf);
  return run?.result?.differences ?? [];
}

it('renews expectations whose names contain dots, and what lies deeper', () => {
  const shipped = readShippedDocuments();
  const documents: Documents = {
    ...shipped,
    'scenarios.json': {
      ...(shipped['scenarios.json'] as object),
      scenarios: [
        {
          name: 'the general form',
          on: { types: ['general'] },
          expect: {
            type: 'sales',
            texts: { 'thank-you.heading': 'Other' },
            labels: { name: 'Other' },
          },
        },
      ],
    },
  };
  const differences = findDifferences(documents);
  expect(differences.map(({ what }) => what)).toEqual(['type', 'texts.thank-you.heading', 'labels.name']);
  const renewed = applyDocumentPatches(
    documents,
    renewExpectation(documents, 'the general form', differences),
  );
  expect(findDifferences(renewed)).toEqual([]);
});

interface MetaSchema {
  readonly $defs: {
    readonly expectations: {
      readonly properties: Readonly<
        Record<
          string,
          { readonly additionalProperties?: false | { readonly type?: string | readonly string[] } }
        >
      >;
    };
  };
}

const meta = JSON.parse(readFileSync('schemas/meta/scenarios.schema.json', 'utf8')) as MetaSchema;
/** The expectations that have a value for each field or key, with the schema of such a value. */
const byName = Object.entries(meta.$defs.expectations.properties).flatMap(
  ([name, { additionalProperties }]) => (additionalProperties ? [[name, additionalProperties] as const] : []),
);

it.each(byName)('never writes null into %s where its schema allows none', (name, { type }) => {
  const allowsNull = [type].flat().includes('null');
  const scenarios = [{ name: 'one', on: {}, expect: { [name]: { email: 'x' } } }];
  const [patch] = renewExpectation({ 'scenarios.json': { scenarios } }, 'one', [
    { path: [name, 'email'], found: null },
  ]);
  expect(patch).toEqual({
    file: 'scenarios.json',
    path: ['scenarios', 'one', 'expect', name, 'email'],
    before: 'x',
    ...(allowsNull && { after: null }),
  });
});
