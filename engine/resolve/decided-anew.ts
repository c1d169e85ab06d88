import { byName } from '../by-name.ts';
import type { FactValues } from '../conditions/condition.ts';
import type { FieldPlan, Form, Plan, Situation } from '../types.ts';
import { fieldTexts } from './field-texts.ts';
import { optionsOf, resolveField } from './fields.ts';

/** A plan that was made, and what it was made of. */
export interface Decided {
  readonly situation: Situation;
  readonly plan: Plan;
  /** Every fact as the plan has it, those of its fields among them. */
  readonly facts: FactValues;
}

/**
 * One field of a plan as a form decides it whose rules differ at most in what they decide of that field; undefined where the plan's type
 * has no such field. No field reads itself, and others read of it what it offers and its value: where these are as they were, and what
 * else is decided of it, so is the whole plan.
 */
export function decidedAnew(
  form: Form,
  { situation, plan, facts }: Decided,
  name: string,
): FieldPlan | undefined {
  const { type, textLocale, offeredOffices: offered } = plan;
  const definition = type && byName(type.fields, name);
  if (type === undefined || definition === undefined) return undefined;
  const textsOf = fieldTexts(form, type.key, textLocale);
  const context = { form, type, situation, textLocale, offered, facts, textsOf };
  return resolveField(definition, optionsOf(definition, context), context);
}
