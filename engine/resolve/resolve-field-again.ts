import type { FactValues } from '../conditions/condition.ts';
import { findByName } from '../model/find-by-name.ts';
import type { FieldPlan, Form, Plan, Situation } from '../model/types.ts';
import { getOfferedItems } from '../preset/resolve.ts';
import { createFieldTextLookup } from './field-texts.ts';
import { decideOptions, resolveField } from './fields.ts';

export interface ResolvedPlan {
  readonly situation: Situation;
  readonly plan: Plan;
  /** All facts of the plan, including those of its fields. */
  readonly facts: FactValues;
}

/**
 * Resolves one field of a plan again, for a form whose rules differ only in what they decide about that
 * field. The plan stays unchanged. Returns undefined if the plan has no type, or its type has no such field.
 * A field does not read itself, and other fields read only its options and its value: if both are unchanged,
 * the rest of the plan is unchanged as well.
 */
export function resolveFieldAgain(
  form: Form,
  { situation, plan, facts }: ResolvedPlan,
  name: string,
): FieldPlan | undefined {
  const { type, textLocale } = plan;
  const definition = type && findByName(type.fields, name);
  if (type === undefined || definition === undefined) return undefined;
  const getTexts = createFieldTextLookup(form, type.key, textLocale);
  const context = { form, type, situation, textLocale, offered: getOfferedItems(plan), facts, getTexts };
  return resolveField(definition, decideOptions(definition, context), context);
}
