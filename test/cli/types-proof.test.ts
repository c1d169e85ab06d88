import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Form, FormType, JsonSchema, SchemaCheck } from '#engine';
import { asList, asObject } from '#engine/json-schema/values.ts';
import { precompile } from '#widgets/validators/precompile.ts';
import { toSchemaCheck } from '#widgets/validators/validator-module.ts';
import { generateTypes } from '../../src/cli/types/generate-types.ts';
import { createUniqueNames } from '../../src/cli/types/names.ts';
import { compileTestForm } from '../support/forms.ts';
import { createArbitrary } from './arbitrary.ts';
import { createCorpusDocuments, readRefusedValues } from './corpus.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The number of valid submissions of each type; together more than a thousand. */
const ownRuns = 100;
const foreignRuns = 60;

interface Line {
  readonly type: FormType;
  readonly value: object;
  /** The reason why types must reject it; absent if they must accept it. */
  readonly refused?: string;
}

describe('the generated types', () => {
  let folder: string;
  let lines: readonly Line[];
  let errors: readonly string[];

  beforeAll(async () => {
    const form = compileTestForm(createCorpusDocuments());
    folder = await mkdtemp(join(tmpdir(), 'slipway-types-'));
    lines = linesOf(form);
    errors = await compileErrors(folder, await generateTypes(form), lines);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('take every valid submission of our forms and of foreign ones, and refuse the others', () => {
    expect(errors).toEqual([]);
  });

  it('are tried with over 1,000 valid submissions, and with wrong ones of every type', () => {
    const valid = lines.filter(({ refused }) => refused === undefined);
    expect(valid.length).toBeGreaterThan(1_000);
    const refused = new Set(lines.flatMap(({ refused: why, type }) => (why === undefined ? [] : [type.key])));
    expect([...new Set(lines.map(({ type }) => type.key))].filter((key) => !refused.has(key))).toEqual([]);
  });
});

function linesOf(form: Form): readonly Line[] {
  const refusedByHand = readRefusedValues();
  return form.types.flatMap((type) => {
    const check = toSchemaCheck(precompile(type).evaluate());
    const byHand = refusedByHand[type.key] ?? [];
    expect(byHand.filter((value) => check(value).length === 0)).toEqual([]);
    return [
      ...validValues(type, check, refusedByHand[type.key] === undefined ? ownRuns : foreignRuns).map(
        (value) => ({ type, value }),
      ),
      ...byHand.map((value) => ({ type, value, refused: 'refused by its schema' })),
      ...wrongTypes(type, check),
      ...foreignFields(type, check),
    ];
  });
}

function validValues(type: FormType, check: SchemaCheck, runs: number): readonly object[] {
  const arbitrary = createArbitrary(type.schema, type.schema);
  const valid: object[] = [];
  for (let round = 0; round < 12 && valid.length < runs; round += 1) {
    const tried = fc.sample(arbitrary, { numRuns: runs, seed: 20_261_121 + round });
    valid.push(...tried.filter((value): value is object => check(value).length === 0));
  }
  expect(valid.length, `valid submissions of "${type.key}"`).toBeGreaterThan(runs / 2);
  return [...asList(type.schema.examples).map(asObject), ...valid.slice(0, runs)];
}

/** Returns each field of the form with a value of a type outside its schema. */
function wrongTypes(type: FormType, check: SchemaCheck): readonly Line[] {
  const example = asObject(asList(type.schema.examples)[0]);
  return Object.entries(asObject(type.schema.properties)).flatMap(([name, property]) => {
    const types = typesOf(asObject(property));
    const wrong = [12.5, 'text', true, {}].find((value) => !types.includes(jsonType(value)));
    if (types.length === 0 || wrong === undefined) return [];
    const value = { ...example, [name]: wrong };
    expect(check(value), `${type.key}.${name}`).not.toEqual([]);
    return [{ type, value, refused: `"${name}" is ${jsonType(wrong)}` }];
  });
}

function typesOf({ type, enum: choices, const: constant }: JsonSchema): readonly string[] {
  const values = Array.isArray(choices) ? choices : constant === undefined ? [] : [constant];
  const named = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return [...named.map((name) => (name === 'integer' ? 'number' : name)), ...values.map(jsonType)];
}

function jsonType(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function foreignFields(type: FormType, check: SchemaCheck): readonly Line[] {
  const { additionalProperties, unevaluatedProperties, examples } = type.schema;
  if (additionalProperties !== false && unevaluatedProperties !== false) return [];
  const value = { ...asObject(asList(examples)[0]), a_foreign_field: 1 };
  expect(check(value), type.key).not.toEqual([]);
  return [{ type, value, refused: 'it has a foreign field' }];
}

/**
 * Compiles every line in one run of the compiler, each with its own type and with the union of all, and
 * returns the errors.
 */
async function compileErrors(
  folder: string,
  types: string,
  lines: readonly Line[],
): Promise<readonly string[]> {
  const names = createUniqueNames([...new Set(lines.map(({ type }) => type.key))], 'Enquiry', new Set());
  const source = [
    `import type { Enquiry, ${[...names.values()].join(', ')} } from './forms.gen.ts';`,
    ...lines.flatMap(({ type, value, refused }, index) => {
      const literal = JSON.stringify({ enquiry_type: type.id, ...value });
      const expected = refused === undefined ? [] : [`// @ts-expect-error ${type.key}: ${refused}`];
      return [
        ...expected,
        `export const own${index}: ${names.get(type.key)} = ${literal};`,
        ...expected,
        `export const any${index}: Enquiry = ${literal};`,
      ];
    }),
  ];
  await writeFile(join(folder, 'forms.gen.ts'), types);
  await writeFile(join(folder, 'submissions.ts'), `${source.join('\n')}\n`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    types: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const tsc = here('../../node_modules/.bin/tsc');
  const message = await promisify(execFile)(tsc, ['-p', folder, '--pretty', 'false'], {
    maxBuffer: 64 * 1024 * 1024,
  }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
  return message
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      `${line} | ${source[Number(/submissions\.ts\((\d+)/.exec(line)?.[1] ?? 0) - 1] ?? ''}`.slice(0, 700),
    );
}
