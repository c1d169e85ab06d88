import { type FactValues, factsRead, holds } from '../conditions/condition.ts';
import type { keyedEffects, listingEffects } from '../effects.ts';
import { fieldOfFact, optionsOfFact } from '../fact-names.ts';
import type { Because, Effects, Form, Rule } from '../types.ts';

const wholeEffects = [
  'excludeTypes',
  'preferTypes',
  'eligible',
  'offer',
  'hideSection',
  'recipient',
  'destinations',
] as const satisfies readonly (keyof Effects)[];

/** The rules of a form, indexed by their effects. */
export interface RuleIndex extends Readonly<Record<(typeof wholeEffects)[number], readonly Rule[]>> {
  /** Returns the rules with an effect on a field or a block. */
  readonly ofField: (name: string) => FieldRules;
  readonly read: FieldsRead;
  /** Returns the fields that the rules of a field read, or undefined if there are none. */
  readonly readFor: (name: string) => FieldsRead | undefined;
  /** Returns the fields that the rules about a field's options read, or undefined if there are none. */
  readonly readForOptions: (name: string) => FieldsRead | undefined;
}

/** The fields whose value is read, and the fields whose options are tested for existence. */
export interface FieldsRead {
  readonly values: readonly string[];
  readonly options: readonly string[];
}

/** The rules of one field by effect. An effect without rules is absent. */
export type FieldRules = Readonly<
  Partial<Record<(typeof listingEffects)[number] | (typeof keyedEffects)[number], readonly Rule[]>>
>;

/** Returns the index of a form's rules. It is built once. */
export function indexRules(form: Form): RuleIndex {
  let index = indexes.get(form.rules);
  if (index === undefined) {
    index = makeIndex(form.rules);
    indexes.set(form.rules, index);
  }
  return index;
}

export function matchingRules(rules: readonly Rule[] | undefined, facts: FactValues): readonly Rule[] {
  return rules === undefined || rules.length === 0
    ? noRules
    : rules.filter((rule) => holds(rule.when, facts));
}

export function because(rules: readonly Rule[]): Because {
  return rules.length === 0 ? none : rules.map((rule) => rule.id);
}

const none: Because = [];
const noRules: readonly Rule[] = [];
/**
 * Indexed by rules, not by form: forms that differ only in texts, such as those with piped answers, share
 * their rules.
 */
const indexes = new WeakMap<Form['rules'], RuleIndex>();

function makeIndex(rules: readonly Rule[]): RuleIndex {
  const withEffect = wholeEffects.map((effect) => [
    effect,
    rules.filter(({ then }) => then[effect] !== undefined),
  ]);
  const ofField = onceEach((name) => fieldRules(rules, name));
  return {
    ...(Object.fromEntries(withEffect) as Pick<RuleIndex, (typeof wholeEffects)[number]>),
    ofField,
    read: fieldsRead(rules.map(({ when, then }) => [when, then])),
    readFor: onceEach((name) => readBy(ofField(name), name)),
    readForOptions: onceEach((name) => {
      const { options = [], filter = [] } = ofField(name);
      return readBy({ options, filter }, name);
    }),
  };
}

function onceEach<Found>(find: (name: string) => Found): (name: string) => Found {
  const known = new Map<string, Found>();
  return (name) => {
    if (known.has(name)) return known.get(name) as Found;
    const found = find(name);
    known.set(name, found);
    return found;
  };
}

/** Returns the fields that some rules of a field read, in their conditions and in their effects. */
function readBy(rules: FieldRules, name: string): FieldsRead | undefined {
  const facts = Object.entries(rules).flatMap(([effect, ofEffect]) =>
    ofEffect.map(({ when, then }) => [when, Object(then[effect as keyof FieldRules])[name]]),
  );
  const read = fieldsRead(facts);
  return read.values.length + read.options.length === 0 ? undefined : read;
}

function fieldsRead(read: readonly unknown[]): FieldsRead {
  const facts = factsRead(read);
  return {
    values: [...new Set(facts.flatMap((name) => fieldOfFact(name) ?? []))],
    options: [...new Set(facts.flatMap((name) => optionsOfFact(name) ?? []))],
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
