import { describe, expect, it } from 'vitest';
import type { JsonSchema, Problem } from '#engine';
import { listFindings } from '../cli/checking.ts';
import { roundTripJson } from '../parity/wire.ts';
import { createSampleDocuments } from '../support/sample-documents.ts';
import { compileSampleForm, compileSampleForms, type SampleForm } from '../support/sample-form.ts';
import { type CorpusForm, listDrawnForms, readCorpus } from './corpus.ts';
import { describeChecks } from './corpus-checks.ts';

const all = readCorpus();
const { forms, refused } = compileSampleForms(all);

function formOf({ key }: CorpusForm): SampleForm {
  const form = forms.get(key);
  if (form === undefined) throw new Error(`"${key}" is refused: ${JSON.stringify(refused.get(key))}`);
  return form;
}

const reported = (problems: readonly Problem[]) =>
  problems.map(({ field, code }) => `${field} ${code}`).sort();

const drawn = listDrawnForms();

describe('a form of the corpus', () => {
  it.each(all.filter((one) => one.refused))('is refused with its place and what to do: $key', (one) => {
    const problems = refused.get(one.key) ?? [];
    expect(problems.map(({ pointer, code }) => [pointer, code])).toEqual(one.refused);
    for (const { reason } of problems) expect(reason).toMatch(/; |correct|use |is not a draft/);
    for (const [index, words] of (one.mends ?? []).entries())
      expect(problems[index]?.reason).toContain(words);
  });

  it.each(drawn)('takes what its schema takes, in the page and on the server: $key', (one) => {
    const { form, inPage, onServer } = formOf(one);
    expect(one.valid.length).toBeGreaterThan(0);
    for (const { answers, stored = answers } of one.valid) {
      const page = inPage(answers);
      expect({ answers, problems: page.messages, values: page.values }).toEqual({
        answers,
        problems: [],
        values: stored,
      });
      const server = onServer(roundTripJson(form, page.variables));
      expect({ answers, problems: server.messages, values: server.values }).toEqual({
        answers,
        problems: [],
        values: stored,
      });
    }
  });

  it.each(drawn)('refuses what its schema refuses, in the page and on the server: $key', (one) => {
    const { form, inPage, onServer } = formOf(one);
    expect(one.invalid.length).toBeGreaterThan(0);
    for (const { answers, problems } of one.invalid) {
      const raw = onServer(answers);
      expect({ answers, problems: reported(raw.problems) }).toEqual({
        answers,
        problems: [...problems].sort(),
      });
      for (const message of raw.messages) expect(message).not.toMatch(/: $|undefined|\[object/);
      // A page omits values without a control, and validates what it sends.
      const page = inPage(answers);
      const server = onServer(roundTripJson(form, page.variables));
      expect({ answers, told: server.messages }).toEqual({ answers, told: page.messages });
      if (page.problems.length === 0) expect(page.values).not.toMatchObject(answers);
    }
  });
});

/** Returns the errors of `check` in a schema, with their positions. */
function errorsOf(schema: JsonSchema) {
  return listFindings(createSampleDocuments(schema))
    .filter(({ severity, file }) => severity === 'error' && file.startsWith('forms/'))
    .map(({ code, pointer }) => [code, pointer]);
}

describeChecks(drawn.filter(({ checks = [] }, at) => checks.length > 0 || at % 6 === 0));

describe('slipway check', () => {
  it('meets the branches inside a field, and tells of one that nobody can meet', () => {
    const paid = { type: 'string', enum: ['yes', 'no'] };
    const inside = (then: object) => ({
      type: 'object',
      properties: {
        tax: {
          type: 'object',
          properties: { paid },
          if: { properties: { paid: { const: 'yes' } }, required: ['paid'] },
          then,
        },
      },
    });
    const where = (schema: object) => ({ required: ['where'], properties: { where: schema } });
    expect(errorsOf(inside(where({ type: 'string' })))).toEqual([]);
    expect(errorsOf(inside(where({ type: 'string', minLength: 3, pattern: '^..$' })))).toContainEqual([
      'dead-branch',
      '/properties/tax/then',
    ]);
  });

  it.each([
    { what: 'an option', keyword: 'oneOf', dead: '/properties/crew/items/oneOf/1' },
    { what: 'a condition', keyword: 'if', dead: '/properties/crew/items/then' },
    {
      what: 'a dependency',
      keyword: 'dependentSchemas',
      dead: '/properties/crew/items/dependentSchemas/role',
    },
  ])('meets $what inside the items of a list, and tells of one that nobody can meet', ({ keyword, dead }) => {
    const rank = (schema: object) => ({ properties: { rank: schema }, required: ['rank'] });
    const deciding = (schema: object) => {
      const isCaptain = { properties: { role: { const: 'captain' } }, required: ['role'] };
      if (keyword === 'if') return { if: isCaptain, then: rank(schema) };
      if (keyword === 'dependentSchemas') return { dependentSchemas: { role: rank(schema) } };
      const hand = { title: 'Hand', properties: { role: { const: 'hand' } } };
      return { oneOf: [hand, { title: 'Captain', allOf: [isCaptain, rank(schema)] }] };
    };
    const crew = (schema: object) => ({
      type: 'object',
      properties: {
        crew: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              role: { type: 'string', enum: ['captain', 'hand'] },
              rank: { type: 'string' },
            },
            ...deciding(schema),
          },
        },
      },
    });
    expect(errorsOf(crew({ enum: ['first', 'second'] }))).toEqual([]);
    expect(errorsOf(crew({ minLength: 4, pattern: '^..$' }))).toContainEqual(['dead-branch', dead]);
  });

  it('takes no list of empty items for an answer that meets a branch', () => {
    const branch = (name: string) => ({ title: name, properties: { [name]: { type: 'string' } } });
    const items = { type: 'object', anyOf: [branch('mail'), branch('phone')] };
    expect(errorsOf({ type: 'object', properties: { ways: { type: 'array', items } } })).toEqual([]);
  });

  const states = (country: string, names: readonly string[]) => ({
    properties: { country: { const: country }, state: { type: 'string', enum: names } },
    required: ['state'],
  });
  const eitherState = [states('us', ['NY', 'WA']), states('ca', ['ON', 'QC'])];
  const address = {
    type: 'object',
    properties: { country: { type: 'string', enum: ['us', 'ca'] } },
    required: ['country'],
  };
  const chained = {
    ...address,
    properties: { ...address.properties, state: { type: 'string' } },
    required: ['country', 'state'],
    allOf: eitherState.map(({ properties: { country, state } }) => ({
      if: { properties: { country }, required: ['country'] },
      then: { properties: { state } },
    })),
  };
  it.each([
    { how: 'by "oneOf"', schema: { ...address, oneOf: eitherState } },
    { how: 'by a dependency', schema: { ...address, dependentSchemas: { country: { oneOf: eitherState } } } },
    { how: 'by one condition after the other', schema: chained },
    {
      how: 'by a condition and its "else"',
      schema: {
        ...chained,
        allOf: [{}],
        if: { properties: { country: { const: 'us' } } },
        then: { properties: { state: { enum: ['NY', 'WA'] } } },
        else: { properties: { state: { enum: ['ON', 'QC'] } } },
      },
    },
    {
      how: 'inside an object',
      schema: { type: 'object', properties: { at: chained }, required: ['at'] },
    },
    {
      how: 'inside a list',
      schema: {
        type: 'object',
        properties: { at: { type: 'array', minItems: 2, items: chained } },
        required: ['at'],
      },
    },
    {
      how: 'by how many there are',
      schema: {
        type: 'object',
        properties: {
          kind: { type: 'string', enum: ['one', 'some'] },
          names: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, uniqueItems: true },
        },
        required: ['kind', 'names'],
        if: { properties: { kind: { const: 'some' } } },
        then: { properties: { names: { minItems: 3 } } },
        else: { properties: { names: { maxItems: 1, contains: { const: 'c' } } } },
      },
    },
  ])('finds answers to lists that depend on another answer, $how', ({ schema }) => {
    const found = listFindings(createSampleDocuments(schema)).filter(({ file }) => file.startsWith('forms/'));
    expect(found.map(({ code, pointer, reason }) => [code, pointer, reason])).toEqual(
      found
        .filter(({ code }) => code === 'no-example')
        .map(({ pointer, reason }) => ['no-example', pointer, reason]),
    );
  });
});

describe('what a visitor reads', () => {
  const named = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name.toLowerCase(), { type: 'string', title: name }]));
  const field = (schema: object) => ({ type: 'object', properties: { it: { title: 'It', ...schema } } });
  it.each([
    {
      keyword: '"not"',
      schema: field({ type: 'string', not: { enum: ['admin'] } }),
      answers: { it: 'admin' },
      message: 'Give another answer, this one is not possible: It',
    },
    {
      keyword: '"not" of two fields together',
      schema: {
        type: 'object',
        properties: named(['Hull', 'Mast', 'Boom']),
        not: { required: ['mast', 'boom'] },
      },
      answers: { mast: '1', boom: '2' },
      message: 'Fill in only one of these: Mast or Boom',
    },
    {
      keyword: '"minProperties" of the form',
      schema: { type: 'object', properties: named(['Hull', 'Mast', 'Boom']), minProperties: 2 },
      answers: { mast: '1' },
      message: 'Fill in at least 2 of these: Hull, Mast or Boom',
    },
    {
      keyword: '"maxProperties" of an object',
      schema: field({ type: 'object', properties: named(['Mast', 'Boom']), maxProperties: 1 }),
      answers: { it: { mast: '1', boom: '2' } },
      message: 'Fill in at most 1 of these: Mast or Boom',
    },
    {
      keyword: '"minProperties" of entries',
      schema: field({ type: 'object', additionalProperties: { type: 'string' }, minProperties: 2 }),
      answers: { it: { a: '1' } },
      message: 'Add at least 2: It',
    },
    {
      keyword: '"propertyNames"',
      schema: field({
        type: 'object',
        additionalProperties: { type: 'string' },
        propertyNames: { pattern: '^[a-z]+$' },
      }),
      answers: { it: { A1: '1' } },
      message: 'Give this entry another name: A1',
    },
    {
      keyword: '"contains" of a choice',
      schema: field({
        type: 'array',
        items: {
          oneOf: [
            { const: 'deck', title: 'On deck' },
            { const: 'hold', title: 'In the hold' },
          ],
        },
        contains: { const: 'hold' },
      }),
      answers: { it: ['deck'] },
      message: 'Add one of these: In the hold',
    },
    {
      keyword: '"contains" of a choice that the texts name',
      schema: field({ type: 'array', items: { enum: ['deck', 'hold'] }, contains: { const: 'hold' } }),
      texts: { 'options.it.hold': 'Below deck' },
      answers: { it: ['deck'] },
      message: 'Add one of these: Below deck',
    },
    {
      keyword: '"contains"',
      schema: field({ type: 'array', items: { type: 'integer' }, contains: { minimum: 5 }, minContains: 2 }),
      answers: { it: [1, 5] },
      message: 'Add at least 2 of the kind that is asked for: It',
    },
    {
      keyword: '"maxContains"',
      schema: field({ type: 'array', items: { type: 'integer' }, contains: { minimum: 5 }, maxContains: 2 }),
      answers: { it: [5, 6, 7] },
      message: 'Have from 1 to 2 of the kind that is asked for: It',
    },
    {
      keyword: 'an item that is not offered',
      schema: field({ type: 'array', items: { oneOf: [{ const: 'a', title: 'Alpha' }] } }),
      answers: { it: ['b'] },
      message: 'Choose from the list: It',
    },
    {
      keyword: '"exclusiveMinimum"',
      schema: field({ type: 'number', exclusiveMinimum: 0 }),
      answers: { it: 0 },
      message: 'Enter more than 0: It',
    },
    {
      keyword: '"exclusiveMaximum"',
      schema: field({ type: 'number', exclusiveMaximum: 5 }),
      answers: { it: 5 },
      message: 'Enter less than 5: It',
    },
    {
      keyword: 'a property that has a number for its name',
      schema: field({
        type: 'object',
        properties: { 1: { type: 'number', title: 'First' }, 2: { type: 'number' } },
      }),
      answers: { it: { 1: 'x' } },
      message: 'Check what you entered: First',
    },
    {
      keyword: 'one without a title',
      schema: field({ type: 'object', properties: { 2: { type: 'number' } } }),
      answers: { it: { 2: 'x' } },
      message: 'Check what you entered: 2',
    },
    {
      keyword: '"multipleOf"',
      schema: field({ type: 'integer', multipleOf: 10 }),
      answers: { it: 15 },
      message: 'Enter a multiple of 10: It',
    },
    {
      keyword: 'a very small "minimum"',
      schema: field({ type: 'number', minimum: 0.00001 }),
      answers: { it: 0 },
      message: 'Enter 0.00001 or more: It',
    },
    {
      keyword: 'a time from which on it is open',
      schema: field({ type: 'string', format: 'time', formatMinimum: '09:00:00Z' }),
      answers: { it: '08:00:00Z' },
      message: 'Enter a time from 09:00 UTC on: It',
    },
    {
      keyword: 'a time of the visitor’s own clock up to which it is open',
      schema: field({ type: 'string', format: 'time', formatMaximum: '17:30' }),
      answers: { it: '17:31:00+02:00' },
      message: 'Enter a time up to 17:30: It',
    },
    {
      keyword: 'a day and a time from which on it is open',
      schema: field({ type: 'string', format: 'date-time', formatMinimum: '2027-03-01T09:00' }),
      answers: { it: '2027-03-01T08:00:00-05:00' },
      message: 'Enter a date and time from 1 March 2027, 09:00 on: It',
    },
    {
      keyword: '"dependentRequired"',
      schema: {
        type: 'object',
        properties: named(['Mast', 'Boom']),
        dependentRequired: { mast: ['boom'] },
      },
      answers: { mast: '1' },
      message: 'Fill in: Boom',
    },
  ])('of $keyword says what to do', ({ schema, texts = {}, answers, message }) => {
    expect(compileSampleForm(schema, {}, { texts }).onServer(answers).messages).toEqual([message]);
  });
});

describe('an answer with properties that are called like what every object has', () => {
  it('is judged as any other', () => {
    const { onServer } = compileSampleForm({
      type: 'object',
      properties: { it: { type: 'object', title: 'It', additionalProperties: { type: 'string' } } },
    });
    expect(onServer({ it: { toString: 'a', valueOf: 'b' } }).messages).toEqual([]);
    expect(onServer({ it: { toString: 1 } }).problems).not.toEqual([]);
  });
});

describe('an answer of which a page leaves an item out', () => {
  it('is judged alike by page and server', () => {
    const { form, inPage, onServer } = compileSampleForm({
      type: 'object',
      properties: { answer: { type: 'array', prefixItems: [{ type: 'object' }] } },
      anyOf: [{}],
    });
    const page = inPage({ answer: [0] });
    const server = onServer(roundTripJson(form, page.variables));
    expect({ told: server.messages, values: server.values }).toEqual({
      told: page.messages,
      values: page.values,
    });
  });
});
