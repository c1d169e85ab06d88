import { listFactsRead } from '../../conditions/condition.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import type { Form } from '../../model/types.ts';
import { yardEffects } from '../model/effects.ts';
import { yardFacts } from '../model/facts.ts';
import { mailFacts } from '../model/mail-facts.ts';
import { officeField } from '../model/names.ts';
import { yardOptionSets } from '../model/option-sets.ts';
import { yardWidgetUses } from '../model/widgets.ts';

/**
 * Returns true if a form has anything of the yard: the field of the office, a field with one of its widgets or
 * option sets, or a rule with one of its effects or facts.
 * The form must be whole: one that was sent to a page lacks types.
 */
export const usesYard = memoizeByObject((form: Form): boolean => {
  const fields = form.types.flatMap((type) => type.fields);
  // The office of an enquiry is the value of this field, with any widget.
  if (fields.some(({ name }) => name === officeField)) return true;
  const widgets = fields.map(({ widget }) => widget);
  return [...widgets, ...listOptionSetsUsed(form)].some(isYardName) || form.rules.some(isYardRule);
});

/**
 * Returns true if a form uses the yard, or the content has offices. The editor offers the yard for such a form, and
 * what is printed, sent or logged about its enquiries names the office; about others, nothing names the yard.
 */
export function offersYard(form: Form, offices: readonly unknown[] | undefined): boolean {
  return usesYard(form) || (offices !== undefined && offices.length > 0);
}

/** Returns the option sets that fields have by their UI schemas or by rules. */
export function listOptionSetsUsed({ types, rules }: Form): readonly string[] {
  return [
    ...types.flatMap(({ fields }) => fields.flatMap(({ optionSet = [] }) => optionSet)),
    ...rules.flatMap(({ then }) => Object.values(then.options ?? {})),
  ];
}

/** Returns true for the name of a widget, an option set or a fact of the yard, and for the text of one. */
export function isYardName(name: string): boolean {
  return yardNames.has(name);
}

/** Returns true if a rule has an effect of the yard, or reads one of its facts in its condition or an effect. */
function isYardRule({ when, then }: Form['rules'][number]): boolean {
  return (
    Object.keys(then).some((effect) => Object.hasOwn(yardEffects, effect)) ||
    listFactsRead([when, then]).some(isYardName)
  );
}

const yardNames: ReadonlySet<string> = new Set([
  ...Object.keys(yardWidgetUses),
  ...Object.keys(yardOptionSets),
  ...yardFacts.flatMap((fact) => ('isGeneral' in fact ? [] : fact.name)),
  ...mailFacts.map((name) => `mail.labels.${name}`),
]);
