import { type FactValues, factsRead, holds } from '../conditions/condition.ts';
import type { keyedEffects, listingEffects } from '../effects.ts';
import { fieldOfFact, optionsOfFact } from '../fact-names.ts';
import type { Because, Effects, Form, Rule } from '../types.ts';

/** What rules decide about a form as a whole. */
const wholeEffects = [
  'excludeTypes',
  'preferTypes',
  'eligible',
  'offer',
  'hideSection',
  'recipient',
  'destinations',
] as const satisfies readonly (keyof Effects)[];

/** The rules of a form by what they decide, made once a form. */
export interface RuleIndex extends Readonly<Record<(typeof wholeEffects)[number], readonly Rule[]>> {
  /** The rules that decide something about a field. */
  readonly ofField: (name: string) => FieldRules;
  /** What any rule reads of fields. */
  readonly read: FieldsRead;
  /** What is read of fields by whatever decides one; undefined where nothing is. */
  readonly readFor: (name: string) => FieldsRead | undefined;
  /** What is read of fields by whatever decides the options of one; undefined where nothing is. */
  readonly readForOptions: (name: string) => FieldsRead | undefined;
}

/** The fields of which the value is read, and those of which it is read whether they offer anything. */
export interface FieldsRead {
  readonly values: readonly string[];
  readonly options: readonly string[];
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
export function matchingRules(rules: readonly Rule[] | undefined, facts: FactValues): readonly Rule[] {
  return rules === undefined || rules.length === 0
    ? noRules
    : rules.filter((rule) => holds(rule.when, facts));
}

/** The ids of rules, for an explanation. */
export function because(rules: readonly Rule[]): Because {
  return rules.length === 0 ? none : rules.map((rule) => rule.id);
}

const none: Because = [];
const noRules: readonly Rule[] = [];
/** Two forms may have the same rules: one that says answers differs from the other in its texts alone. */
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

/** What some rules of a field read: in their conditions, and in what they give it. */
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
