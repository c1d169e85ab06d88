import { performance } from 'node:perf_hooks';
import { compile as compileToTypeScript, type JSONSchema } from 'json-schema-to-typescript';
import type { Documents, Form } from '#engine';
import { checkForm } from '#engine/check/index.ts';
import { compile } from '#engine/compile/index.ts';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import { generateTypes } from '../../src/cli/types/generate-types.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { measureCheckRows } from './check-rows.ts';
import { type Bench, createRoundRow, type Row } from './row.ts';

/**
 * Measures `slipway types` beside json-schema-to-typescript alone on the same schemas, and `slipway check`
 * for a growing number of enquiry types of 20 fields and 3 rules each: the time per type should not grow with
 * their number.
 */
export const bench: Bench = async ({ rounds = 7 }) => {
  const own = readFrozenDocuments();
  const rows: Row[] = [
    ...(await measureTypesRows('our forms', own, rounds)),
    ...measureCheckRows(rounds),
    await measureCheckRow('our forms', own, rounds),
  ];
  const perType: number[] = [];
  for (const count of [10, 50, 200]) {
    const generated = generateDocuments(count);
    rows.push(...(await measureTypesRows(`${count} types`, generated, rounds)));
    const row = await measureCheckRow(`${count} types`, generated, rounds);
    rows.push(row);
    perType.push(row.ours / count);
  }
  const [, few = 0, many = 0] = perType;
  rows.push({
    what: 'check, one type of 200 beside one of 50',
    ours: many,
    theirs: few,
    unit: 'ms',
    aim: { below: 1.3 },
  });
  return rows;
};

async function measureTypesRows(what: string, source: Documents, rounds: number): Promise<readonly Row[]> {
  const form = compileDocuments(source);
  const ours: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measureMs(() => generateTypes(form)));
    alone.push(await measureMs(() => compileTypesAlone(form)));
  }
  return [createRoundRow({ what: `types, ${what}`, ours, theirs: alone, unit: 'ms', aim: { below: 1.3 } })];
}

/** The alternative without Slipway: each schema alone, with the library's default settings. */
async function compileTypesAlone(form: Form): Promise<void> {
  for (const { key, schema } of form.types) {
    await compileToTypeScript(structuredClone(schema) as JSONSchema, key, { bannerComment: '' });
  }
}

/** The whole work of `slipway check`: compiler, validators, all situations, all scenarios, lint. */
async function measureCheckRow(what: string, source: Documents, rounds: number): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measureMs(async () => checkOnce(source)));
  return createRoundRow({
    what: `check, ${what}, in a process that has checked before`,
    ours: times,
    unit: 'ms',
  });
}

function checkOnce(source: Documents): void {
  const form = compileDocuments(source);
  const checks = compileFormChecks(form);
  if (!checks.ok) throw new Error('Cannot measure: a schema does not compile');
  const { findings } = checkForm({ form, documents: source, ...checks });
  const error = findings.find(({ severity }) => severity === 'error');
  if (error) throw new Error(`Cannot measure: ${error.reason}`);
}

/** Generates documents of `count` enquiry types, each with its own 20 fields and 3 rules. */
function generateDocuments(count: number): Documents {
  const own = readFrozenDocuments();
  const meta = Object.entries(own).filter(([file]) => file.startsWith('meta/'));
  const types = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    key: `type${index}`,
    folder: `type${index}`,
  }));
  return {
    ...Object.fromEntries(meta),
    'fields.json': own['fields.json'],
    'settings.json': own['settings.json'],
    'ui.json': {},
    'texts/en.json': own['texts/en.json'],
    'enquiry-types.json': { enquiryTypes: types },
    'rules.json': { rules: types.flatMap(({ key }, index) => generateRules(key, index)) },
    ...Object.fromEntries(
      types.flatMap(({ key }, index) => [
        [`forms/${key}/schema.json`, generateSchema(index)],
        [`forms/${key}/ui.json`, {}],
      ]),
    ),
  };
}

function generateSchema(index: number): object {
  const field = (place: number) => {
    const title = `Field ${place}`;
    if (place % 5 === 0) return { title, type: 'string', enum: ['one', 'two', 'three'] };
    if (place % 5 === 1) return { title, type: 'integer', minimum: 0 };
    if (place % 5 === 2) return { title, type: 'boolean' };
    return { title, description: `What is entered in field ${place}.`, type: 'string', maxLength: 100 };
  };
  const names = Array.from({ length: 19 }, (_, place) => `f${index}_${place}`);
  return {
    title: `Type ${index}`,
    type: 'object',
    additionalProperties: false,
    required: ['name', `f${index}_0`],
    properties: {
      name: { $ref: '../../fields.json#/$defs/name' },
      ...Object.fromEntries(names.map((name, place) => [name, field(place)])),
    },
    examples: [{ name: 'Ann Berry', [`f${index}_0`]: 'two', [`f${index}_3`]: 'some words' }],
  };
}

function generateRules(key: string, index: number): readonly object[] {
  const isType = { '==': [{ var: 'type' }, key] };
  const rule = (name: string, condition: object, then: object) => ({
    id: `${key}-${name}`,
    description: 'Generated.',
    when: { and: [isType, condition] },
    then,
  });
  return [
    rule('abroad', { var: 'site.isInternational' }, { hide: [`f${index}_3`] }),
    rule('modal', { var: 'page.inModal' }, { hide: [`f${index}_4`, `f${index}_8`] }),
    rule('two', { '==': [{ var: `values.f${index}_0` }, 'two'] }, { preset: { [`f${index}_9`]: 'preset' } }),
  ];
}

function compileDocuments(source: Documents): Form {
  const result = compile(source);
  if (result.ok) return result.form;
  throw new Error(`Cannot measure: ${result.problems[0]?.file} ${result.problems[0]?.reason}`);
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
