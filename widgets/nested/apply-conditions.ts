import type { Plan } from '#engine';
import type { ValidatorModule } from '../validators/validator-module.ts';
import { getNestedFields } from './load-nested-fields.ts';
import { needsNestedFields } from './needs-nested-fields.ts';

/**
 * Returns a plan to which the conditions of its schema were applied (`applyConditions`). Until the modules
 * for that are loaded, all conditional fields are hidden. A plan without conditions is returned unchanged,
 * and no module is needed.
 * @param module The validators of the form's schemas; undefined until they are loaded.
 */
export function applyLoadedConditions(plan: Plan, module: ValidatorModule | undefined): Plan {
  return applyOrHide('applyConditions', plan, module);
}

/**
 * Returns the same as `applyLoadedConditions`, but for values as they are sent: it removes nothing inside a
 * field, so that everything is judged.
 */
export function applyLoadedSentConditions(plan: Plan, module: ValidatorModule | undefined): Plan {
  return applyOrHide('applySentConditions', plan, module);
}

/**
 * Applies the conditions by this function of the module for nested fields. Until that module is loaded, hides
 * all conditional fields.
 */
function applyOrHide(
  functionName: 'applyConditions' | 'applySentConditions',
  plan: Plan,
  module: ValidatorModule | undefined,
): Plan {
  if (plan.type === undefined || !needsNestedFields(plan.type)) return plan;
  return getNestedFields()?.[functionName](plan, module) ?? hideConditionalFields(plan);
}

/** Returns a copy of the plan with its conditional fields hidden, not required and without their values. */
function hideConditionalFields(plan: Plan): Plan {
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
