import type { Plan } from '#engine';
import type { ValidatorModule } from '../validators/validator-module.ts';
import { nestedFields } from './load-nested-fields.ts';
import { needsNestedFields } from './needs-nested-fields.ts';

/**
 * A plan with what the schema itself decides (`validators/conditional-fields.ts`), as far as what that takes has arrived: until then
 * no conditional field is there. A type that decides nothing keeps its plan, and takes nothing.
 */
export function applyConditions(plan: Plan, module: ValidatorModule | undefined): Plan {
  return applied('applyConditions', plan, module);
}

/** The same for the values that are about to be sent (`applySentConditions`). */
export function applySentConditions(plan: Plan, module: ValidatorModule | undefined): Plan {
  return applied('applySentConditions', plan, module);
}

function applied(
  how: 'applyConditions' | 'applySentConditions',
  plan: Plan,
  module: ValidatorModule | undefined,
): Plan {
  if (plan.type === undefined || !needsNestedFields(plan.type)) return plan;
  return nestedFields()?.[how](plan, module) ?? withoutConditional(plan);
}

function withoutConditional(plan: Plan): Plan {
  const conditional = plan.fields.filter(({ definition }) => definition.isConditional);
  const names = new Set(conditional.map(({ name }) => name));
  const fields = plan.fields.map((field) => {
    if (!names.has(field.name)) return field;
    const { value: _value, ...rest } = field;
    return { ...rest, visibility: 'hidden' as const, isRequired: false };
  });
  const values = Object.entries(plan.values).filter(([name]) => !names.has(name));
  return { ...plan, fields, values: Object.fromEntries(values) };
}
