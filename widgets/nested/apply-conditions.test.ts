import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Plan, resolve } from '#engine';
import { foreignSchemas } from '../testing/foreign-schemas.ts';
import { createTestForm, createTestSituation, createTestValidators } from '../testing/forms.ts';
import { applyConditions as applyConditionsAtOnce } from '../validators/conditional-fields.ts';
import { applyLoadedConditions } from './apply-conditions.ts';
import { loadNestedFields } from './load-nested-fields.ts';

const conditional = {
  properties: { fuel: { type: 'string', enum: ['diesel', 'electric'] } },
  if: { properties: { fuel: { const: 'diesel' } }, required: ['fuel'] },
  then: { properties: { hours: { type: 'string' } }, required: ['hours'] },
};

function planFor(schema: Parameters<typeof createTestForm>[0]) {
  const form = createTestForm(schema);
  const entered = { fuel: 'diesel', hours: '12' };
  return {
    plan: resolve(form, createTestSituation(form, { entered })),
    module: createTestValidators(form)('sample'),
  };
}

const shown = ({ fields }: Plan) =>
  fields.filter(({ visibility }) => visibility !== 'hidden').map(({ name }) => name);

describe('applyConditions in a page', () => {
  it('has no conditional field, nor its value, until what decides that has arrived', async () => {
    const { plan, module } = planFor(conditional);
    // Other files of the same worker may have loaded it.
    vi.resetModules();
    const fresh = await import('./apply-conditions.ts');
    const conditioned = fresh.applyLoadedConditions(plan, module);
    expect(shown(conditioned)).toEqual(['fuel']);
    expect(conditioned.values).toEqual({ enquiry_type: 1, fuel: 'diesel' });
  });

  it('keeps the plan of a type that decides nothing', () => {
    const { plan } = planFor({ properties: { fuel: { type: 'string' } } });
    expect(applyLoadedConditions(plan, undefined)).toBe(plan);
  });

  describe('with what decides', () => {
    beforeAll(async () => void (await loadNestedFields()));

    it.each(Object.entries({ conditional, ...foreignSchemas }))(
      'comes to what the server comes to: %s',
      (_name, schema) => {
        const { plan, module } = planFor(schema);
        expect(applyLoadedConditions(plan, module)).toEqual(applyConditionsAtOnce(plan, module));
      },
    );
  });
});
