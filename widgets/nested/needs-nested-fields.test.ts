import { describe, expect, it } from 'vitest';
import type { FormType } from '#engine';
import { collectMarkedSchemas } from '../schema/marks.ts';
import { toRjsfSchema } from '../schema/rjsf-schema.ts';
import { foreignSchemas } from '../testing/foreign-schemas.ts';
import { compileFrozenForm, createTestForm } from '../testing/forms.ts';
import { needsNestedFields } from './needs-nested-fields.ts';

const typeOf = (schema: Parameters<typeof createTestForm>[0]): FormType | undefined =>
  createTestForm(schema).types[0];

describe('needsNestedFields', () => {
  it('says no of the six enquiry types: none waits for more than the page brings', () => {
    expect(
      compileFrozenForm()
        .types.filter(needsNestedFields)
        .map(({ key }) => key),
    ).toEqual([]);
  });

  it.each(Object.entries(foreignSchemas))('says yes of %s', (_name, schema) => {
    const type = typeOf(schema);
    expect(type && needsNestedFields(type)).toBe(true);
  });

  it.each([
    ['a field that another requires', { dependentRequired: { fuel: ['hours'] } }],
    ['what every value must be besides', { allOf: [{ required: ['fuel'] }] }],
    ['fields that exclude each other', { not: { required: ['fuel', 'hours'] } }],
    ['how many fields there are', { minProperties: 1 }],
    ['fields that come with another', { dependentSchemas: { fuel: { properties: { tank: {} } } } }],
  ])('says yes of %s', (_what, schema) => {
    const properties = { fuel: { type: 'string' }, hours: { type: 'string' } };
    const type = typeOf({ properties, ...schema });
    expect(type && needsNestedFields(type)).toBe(true);
  });

  it('says yes of whatever takes validators to be drawn', () => {
    const types = Object.values(foreignSchemas).flatMap((schema) => typeOf(schema) ?? []);
    const asks = (type: FormType) => collectMarkedSchemas(toRjsfSchema(type.schema)).size > 0;
    expect(types.filter((type) => asks(type) && !needsNestedFields(type))).toEqual([]);
  });
});
