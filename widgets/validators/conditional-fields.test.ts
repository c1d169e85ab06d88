import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { judgePlan, resolve, type Values } from '#engine';
import { foreignSchemas } from '../testing/foreign-schemas.ts';
import { createTestForm, createTestSituation, createTestValidators } from '../testing/forms.ts';
import { applyConditions } from './conditional-fields.ts';
import { toSchemaCheck } from './validator-module.ts';

/** The plan with conditions applied, of a schema for what was entered, as lines that read: `['fuel', 'hours!']` are the fields, `!` the required. */
function conditioned(schema: Record<string, unknown>, entered: Values = {}, withValidators = true) {
  const form = createTestForm(schema);
  const module = createTestValidators(form)('sample');
  const plan = applyConditions(
    resolve(form, createTestSituation(form, { entered })),
    withValidators ? module : undefined,
  );
  const fields = plan.fields
    .filter(({ name, visibility }) => name !== 'enquiry_type' && visibility !== 'hidden')
    .map(({ name, isRequired }) => (isRequired ? `${name}!` : name));
  const { enquiry_type: _type, ...values } = plan.values;
  const problems = module
    ? judgePlan({ plan, check: toSchemaCheck(module), submitted: plan.values }).map(
        ({ field, code }) => `${field} ${code}`,
      )
    : [];
  return { fields, values, problems };
}

const fuel = {
  properties: { fuel: { type: 'string', enum: ['diesel', 'electric'] } },
  if: { properties: { fuel: { const: 'diesel' } }, required: ['fuel'] },
  then: { properties: { hours: { type: 'string' } }, required: ['hours'] },
  else: { properties: { battery: { type: 'string' } } },
};

describe('applyConditions', () => {
  it('shows and requires the fields of the branch that holds', () => {
    expect(conditioned(fuel, { fuel: 'diesel' }).fields).toEqual(['fuel', 'hours!']);
    expect(conditioned(fuel, { fuel: 'electric' }).fields).toEqual(['fuel', 'battery']);
  });

  it('shows what is required as long as nothing is answered, though the branches that hold contradict each other', () => {
    const errors = vi.spyOn(console, 'warn');
    onTestFinished(() => errors.mockRestore());
    const branch = (kind: string, name: string, size: string) => ({
      if: { properties: { kind: { const: kind } } },
      then: { properties: { size: { type: size }, [name]: { type: 'string' } }, required: [name] },
    });
    const kind = { type: 'string', enum: ['motor', 'sail'] };
    const schema = {
      properties: { kind },
      allOf: [branch('motor', 'power', 'number'), branch('sail', 'masts', 'string')],
    };
    const blank = conditioned(schema);
    expect(blank.fields).toEqual(['kind', 'size', 'power!', 'masts!']);
    expect(blank.problems).toEqual(['power required', 'masts required']);
    expect(conditioned(schema, { kind: 'sail', masts: '2' })).toMatchObject({
      fields: ['kind', 'size', 'masts!'],
      problems: [],
    });
    expect(errors.mock.calls).toEqual([]);
  });

  const states = (country: string, list: readonly string[]) => ({
    properties: { country: { enum: [country] }, state: { type: 'string', enum: list } },
    required: ['state'],
  });
  const country = { type: 'string', enum: ['US', 'Canada'] };
  const isUs = { properties: { country: { const: 'US' } }, required: ['country'] };
  const offered = (schema: Record<string, unknown>, entered: Values) => {
    const form = createTestForm(schema);
    const plan = applyConditions(
      resolve(form, createTestSituation(form, { entered })),
      createTestValidators(form)('sample'),
    );
    const state = plan.fields.find(({ name }) => name === 'state');
    return [state?.definition.widget, state?.options?.map(({ value }) => value), state?.value];
  };

  it.each([
    [
      'a dependency',
      {
        properties: { country },
        dependencies: { country: { oneOf: [states('US', ['CA', 'NY']), states('Canada', ['ON', 'QC'])] } },
      },
    ],
    [
      'a choice of the root',
      { properties: { country }, oneOf: [states('US', ['CA', 'NY']), states('Canada', ['ON', 'QC'])] },
    ],
    [
      'a condition that narrows a text',
      {
        properties: { country, state: { type: 'string' } },
        if: isUs,
        then: { properties: { state: { enum: ['CA', 'NY'] } } },
        else: { properties: { state: { enum: ['ON', 'QC'] } } },
      },
    ],
    [
      'a condition that narrows a list',
      {
        properties: { country, state: { type: 'string', enum: ['CA', 'NY', 'ON', 'QC'] } },
        if: isUs,
        then: { properties: { state: { enum: ['CA', 'NY'] } } },
        else: { properties: { state: { enum: ['ON', 'QC'] } } },
      },
    ],
  ])('offers the choices of the branch that holds, by %s', (_what, schema) => {
    expect(offered(schema, { country: 'US', state: 'CA' })).toEqual(['select', ['CA', 'NY'], 'CA']);
    expect(offered(schema, { country: 'Canada', state: 'QC' })).toEqual(['select', ['ON', 'QC'], 'QC']);
    expect(offered(schema, { country: 'Canada', state: 'CA' })).toEqual(['select', ['ON', 'QC'], undefined]);
  });

  it('lets a text be typed where no branch narrows it', () => {
    const schema = {
      properties: { country, state: { type: 'string' } },
      if: isUs,
      then: { properties: { state: { enum: ['CA', 'NY'] } } },
    };
    expect(offered(schema, { country: 'US', state: 'CA' })).toEqual(['select', ['CA', 'NY'], 'CA']);
    expect(offered(schema, { country: 'Canada', state: 'Yukon' })).toEqual(['text', undefined, 'Yukon']);
  });

  it('keeps what was entered in a branch that was left out of the values', () => {
    const { values, problems } = conditioned(fuel, { fuel: 'electric', hours: '12', battery: 'new' });
    expect(values).toEqual({ fuel: 'electric', battery: 'new' });
    expect(problems).toEqual([]);
  });

  it('has the judge ask for what the branch requires', () => {
    expect(conditioned(fuel, { fuel: 'diesel' }).problems).toEqual(['hours required']);
  });

  it('shows no conditional field while the validators are missing', () => {
    expect(conditioned(fuel, { fuel: 'diesel' }, false).fields).toEqual(['fuel']);
  });

  it('follows conditions that hang on each other', () => {
    const chain = {
      properties: { a: { type: 'boolean' } },
      allOf: [
        {
          if: { properties: { a: { const: true } }, required: ['a'] },
          then: { properties: { b: { type: 'boolean' } } },
        },
        {
          if: { properties: { b: { const: true } }, required: ['b'] },
          then: { properties: { c: { type: 'string' } } },
        },
      ],
    };
    expect(conditioned(chain, { a: true, b: true }).fields).toEqual(['a', 'b', 'c']);
    expect(conditioned(chain, { a: false, b: true, c: 'x' })).toMatchObject({
      fields: ['a'],
      values: { a: false },
    });
  });

  it('stops at conditions that chase each other', () => {
    const chase = {
      properties: { a: { type: 'string' } },
      if: { required: ['b'] },
      then: { properties: { a: { type: 'string' } } },
      else: { properties: { b: { type: 'string' } } },
    };
    expect(conditioned(chase, { b: 'x' }).fields).toContain('a');
  });

  it('hides a field that a branch forbids, and requires one that it asks for', () => {
    const forbids = {
      properties: { trade: { type: 'boolean' }, company: { type: 'string' }, phone: { type: 'string' } },
      if: { properties: { trade: { const: true } }, required: ['trade'] },
      then: { required: ['company', 'phone'] },
      else: { properties: { company: false } },
    };
    expect(conditioned(forbids, { trade: true }).fields).toEqual(['trade', 'company!', 'phone!']);
    expect(conditioned(forbids, { trade: false, company: 'x' })).toMatchObject({
      fields: ['trade', 'phone'],
      values: { trade: false },
      problems: [],
    });
  });

  it('takes dependentRequired and dependentSchemas', () => {
    const dependent = {
      properties: { phone: { type: 'string' }, hour: { type: 'string' } },
      dependentRequired: { phone: ['hour'] },
      dependentSchemas: { hour: { properties: { zone: { type: 'string' } } } },
    };
    expect(conditioned(dependent).fields).toEqual(['phone', 'hour']);
    expect(conditioned(dependent, { phone: '1' }).fields).toEqual(['phone', 'hour!']);
    expect(conditioned(dependent, { hour: '1' }).fields).toEqual(['phone', 'hour', 'zone']);
  });

  it('chooses among the options of the root by the values that they name', () => {
    const craft = {
      properties: { kind: { type: 'string', enum: ['sail', 'motor'] } },
      required: ['kind'],
      oneOf: [
        { properties: { kind: { const: 'sail' }, mast: { type: 'number' } }, required: ['mast'] },
        { properties: { kind: { const: 'motor' }, engines: { type: 'integer' } } },
      ],
    };
    expect(conditioned(craft).fields).toEqual(['kind!']);
    expect(conditioned(craft, { kind: 'sail' }).fields).toEqual(['kind!', 'mast!']);
    expect(conditioned(craft, { kind: 'motor', mast: '3' })).toMatchObject({
      fields: ['kind!', 'engines'],
      values: { kind: 'motor' },
      problems: [],
    });
  });

  it('requires nothing for options that only name what they require', () => {
    const either = {
      properties: { phone: { type: 'string' }, mail: { type: 'string' } },
      anyOf: [{ required: ['phone'] }, { required: ['mail'] }],
    };
    expect(conditioned(either).fields).toEqual(['phone', 'mail']);
    expect(conditioned(either, { mail: 'x' }).problems).toEqual([]);
  });

  it('drops what stands inside a field in a branch that was left', () => {
    const schema = foreignSchemas['if, then and else inside'] ?? {};
    expect(conditioned(schema, { tax: { paid: 'no', where: 'Malta', why: 'new' } }).values).toEqual({
      tax: { paid: 'no', why: 'new' },
    });
  });

  it('leaves the plan of a type without conditions as it is', () => {
    const form = createTestForm({ properties: { name: { type: 'string' } } });
    const plan = resolve(form, createTestSituation(form));
    expect(applyConditions(plan, undefined)).toBe(plan);
  });

  it('comes to the same again: a plan with its conditions applied comes to itself', () => {
    const schemas = [fuel, ...Object.values(foreignSchemas)];
    for (const schema of schemas) {
      const form = createTestForm(schema);
      const module = createTestValidators(form)('sample');
      const names = form.types[0]?.fields.map(({ name }) => name) ?? [];
      const word = fc.constantFrom(
        'diesel',
        'electric',
        'yes',
        'no',
        'sail',
        'motor',
        'mast',
        'kind',
        'paid',
        'x',
      );
      const value = fc.oneof(
        word,
        fc.integer(),
        fc.boolean(),
        fc.dictionary(word, fc.oneof(word, fc.integer())),
      );
      const entries = fc.dictionary(fc.constantFrom(...names), value);
      fc.assert(
        fc.property(entries, (entered) => {
          const once = applyConditions(resolve(form, createTestSituation(form, { entered })), module);
          expect(applyConditions(once, module).values).toEqual(once.values);
        }),
        { numRuns: 50 },
      );
    }
  });
});
