import { describe, expect, it } from 'vitest';
import { listFindings } from '../../test/cli/checking.ts';
import { createDocumentsOfSamples } from '../../test/support/sample-documents.ts';
import { createOutline } from '../editing/index.ts';
import type { Documents, JsonSchema } from '../model/types.ts';
import { compile } from './index.ts';

const file = 'forms/sample/schema.json';

function documentsOf(schema: JsonSchema, shared: JsonSchema = {}): Documents {
  const documents = createDocumentsOfSamples([{ key: 'sample', schema }]);
  const fields = documents['fields.json'] as { readonly $defs: JsonSchema };
  return { ...documents, 'fields.json': { ...fields, $defs: { ...fields.$defs, ...shared } } };
}

/** Returns the problems of a form's schema by place and code. */
function problemsOf(documents: Documents): readonly string[] {
  const compiled = compile(documents);
  const problems = compiled.ok ? [] : compiled.problems;
  return problems.filter((one) => one.file === file).map(({ pointer, code }) => `${pointer} ${code}`);
}

/** Definitions `d0` to `d23`, each of which refers to the next twice. */
function doublings(of: (next: object) => object, reference = '#/$defs/'): JsonSchema {
  return Object.fromEntries(
    Array.from({ length: 24 }, (_, index) => [
      `d${index}`,
      index === 23 ? { type: 'string' } : of({ $ref: `${reference}d${index + 1}` }),
    ]),
  );
}

const form = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});

const inProperties = (next: object) => ({ type: 'object', properties: { left: next, right: next } });

const everyDoubling: readonly (readonly [string, (next: object) => object])[] = [
  ['allOf', (next) => ({ allOf: [next, next] })],
  ['oneOf', (next) => ({ oneOf: [next, next] })],
  ['anyOf', (next) => ({ anyOf: [next, next] })],
  ['properties', inProperties],
  ['if', (next) => ({ if: next, then: next, else: next })],
  ['items', (next) => ({ type: 'array', items: next, contains: next })],
  ['dependentSchemas', (next) => ({ type: 'object', dependentSchemas: { left: next, right: next } })],
];

describe('compile ends', () => {
  it('where many references lead to the root', () => {
    const names = Array.from({ length: 30 }, (_, index) => `field_${index}`);
    const schema = form(Object.fromEntries(names.map((name) => [name, { $ref: '#' }])));
    expect(problemsOf(documentsOf(schema))).toEqual(
      names.map((name) => `/properties/${name}/$ref recursive-reference`),
    );
  });

  it('where definitions refer to each other many times', () => {
    const each = (name: string) =>
      Object.fromEntries(
        Array.from({ length: 10 }, (_, index) => [`p${index}`, { $ref: `#/$defs/${name}` }]),
      );
    const schema = form(
      { a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/y' } },
      { $defs: { x: form(each('y')), y: form(each('x')) } },
    );
    const problems = problemsOf(documentsOf(schema));
    expect(new Set(problems.map((one) => one.split(' ')[1]))).toEqual(new Set(['recursive-reference']));
  });

  it.each(everyDoubling)('where each of 24 definitions refers to the next twice, by %s', (_keyword, of) => {
    const inField = form({ a: { $ref: '#/$defs/d0' } }, { $defs: doublings(of) });
    expect(problemsOf(documentsOf(inField))).toEqual([' bad-schema']);
    const atRoot = form({ a: { type: 'string' } }, { allOf: [{ $ref: '#/$defs/d0' }], $defs: doublings(of) });
    expect(problemsOf(documentsOf(atRoot))).toEqual([' bad-schema']);
  });

  it('where the shared definitions do', () => {
    const shared = doublings(inProperties);
    const schema = form({ a: { $ref: '../../fields.json#/$defs/d0' } });
    expect(problemsOf(documentsOf(schema, shared))).toEqual([' bad-schema']);
  });

  it('where one definition refers to the next, and so on for long', () => {
    const length = 5_000;
    const $defs = Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `d${index}`,
        index === length - 1 ? { type: 'string' } : { $ref: `#/$defs/d${index + 1}` },
      ]),
    );
    expect(problemsOf(documentsOf(form({ a: { $ref: '#/$defs/d0' } }, { $defs })))).toEqual([' bad-schema']);
  });
});

describe('compile and check end', () => {
  it('where definitions that nothing uses lead to no end', () => {
    const itself = { allOf: Array.from({ length: 10 }, () => ({ $ref: '#/$defs/itself' })), default: 1 };
    const unused = { itself, ...doublings((next) => ({ allOf: [next, next], default: 'a' })) };
    const documents = documentsOf(form({ a: { title: 'A', type: 'string' } }, { $defs: unused }), unused);
    expect(problemsOf(documents)).toEqual([]);
    const errors = listFindings(documents).filter(({ severity }) => severity === 'error');
    expect(errors.filter((one) => one.file === file || one.file === 'fields.json')).toEqual([]);
  });

  it('where a form has nearly as many schemas as it may have', () => {
    const $defs = Object.fromEntries(
      Object.entries(doublings((next) => ({ allOf: [next, next] }))).slice(12),
    );
    expect(problemsOf(documentsOf(form({ a: { $ref: '#/$defs/d12' } }, { $defs })))).toEqual([]);
  });
});

describe('outlineOf ends', () => {
  it('where shared definitions of a draft contain themselves', () => {
    const reference = '../../fields.json#/$defs/';
    const shared = { d0: inProperties({ $ref: `${reference}d0` }) };
    const [type] = createOutline(documentsOf(form({ a: { $ref: `${reference}d0` } }), shared));
    expect(type?.fields.map(({ name }) => name)).toEqual(['a']);
  });
});
