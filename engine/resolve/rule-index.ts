import { type FactValues, holds } from '../conditions/condition.ts';
import type { keyedEffects, listingEffects } from '../effects.ts';
import type { Because, Effects, Form, Rule } from '../types.ts';

/** What rules decide about a form as a whole. */
const wholeEffects = [
  'excludeTypes',
  'preferTypes',
  'eligible',
  'offer',
  'hideSection',
  'recipient',
] as const satisfies readonly (keyof Effects)[];

/** The rules of a form by what they decide, made once a form. */
export interface RuleIndex extends Readonly<Record<(typeof wholeEffects)[number], readonly Rule[]>> {
  /** The rules that decide something about a field. */
  readonly ofField: (name: string) => FieldRules;
}

/** The rules that decide one field, by effect; absent where none does. */
export type FieldRules = Readonly<
  Partial<Record<(typeof listingEffects)[number] | (typeof keyedEffects)[number], readonly Rule[]>>
>;

/** The rules of a form by what they decide. */
export function indexRules(form: Form): RuleIndex {
  let index = indexes.get(form.rules);
  if (index === undefined) {
    index = makeIndex(form.rules);
    indexes.set(form.rules, index);
  }
  return index;
}

/** Of some rules those that hold for the facts. */
export function matchingRules(rules: readonly Rule[] = [], facts: FactValues): readonly Rule[] {
  return rules.filter((rule) => holds(rule.when, facts));
}

/** The ids of rules, for an explanation. */
export function because(rules: readonly Rule[]): Because {
  return rules.length === 0 ? none : rules.map((rule) => rule.id);
}

const none: Because = [];
/** Two forms may have the same rules: one that says answers differs from the other in its texts alone. */
const indexes = new WeakMap<Form['rules'], RuleIndex>();

function makeIndex(rules: readonly Rule[]): RuleIndex {
  const withEffect = wholeEffects.map((effect) => [
    effect,
    rules.filter(({ then }) => then[effect] !== undefined),
  ]);
  const fields = new Map<string, FieldRules>();
  return {
    ...(Object.fromEntries(withEffect) as Omit<RuleIndex, 'ofField'>),
    ofField(name) {
      let found = fields.get(name);
      if (found === undefined) {
        found = fieldRules(rules, name);
        fields.set(name, found);
      }
      return found;
    },
  };
}

function fieldRules(rules: readonly Rule[], name: string): FieldRules {
  const found: Record<string, Rule[]> = {};
  for (const rule of rules) {
    for (const [effect, given] of Object.entries(rule.then)) {
      const isGiven = Array.isArray(given) ? given.includes(name) : Object.hasOwn(Object(given), name);
      if (!isGiven) continue;
      found[effect] ??= [];
      found[effect].push(rule);
    }
  }
  return found;
}
