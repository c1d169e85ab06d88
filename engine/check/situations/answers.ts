import { factsRead } from '../../conditions/condition.ts';
import { quantifiedIn } from '../../conditions/quantified.ts';
import { dimensionsOf } from '../../conditions/space.ts';
import { fieldsDecidedBy, keyedEffects, listingEffects } from '../../effects.ts';
import { fieldOfFact, placeOfFact } from '../../fact-names.ts';
import { isObject, isSameJson } from '../../json-schema/values.ts';
import { examplesOf } from '../../scenarios/index.ts';
import type { Condition, Rule } from '../../types.ts';
import { decidingOf, type Step } from '../witness/branches.ts';
import type { Axis, Words } from './axes.ts';
import { type Inputs, inputsOf, solvingValues } from './calculated-inputs.ts';
import { wholeValues } from './inner-answers.ts';
import type { TypeSlice } from './type-slice.ts';

/** A field whose answer decides something, with the answers to try: first that of the example, then none. */
export interface AnswerAxis extends Axis {
  readonly field: string;
}

/** Answers that decide one thing together, so that all their combinations have to be tried. */
export interface Scope {
  /**
   * The field or block that they decide something about; empty for the recipient and for decisions of the
   * schema.
   */
  readonly decides: string;
  readonly answers: readonly string[];
  /** The conditions that read them, with what each decides: `hide`, `require`, or the id of a rule. */
  readonly asked: readonly { readonly decides: string; readonly when: Condition }[];
  /** Fields whose exact value matters, because it feeds a preset or a bound. */
  readonly handedOn: readonly string[];
  /** Facts of the page whose exact value matters for the same reason. */
  readonly given: readonly string[];
}

/**
 * The answers of a type that decide something, in the order in which they are walked, and the groups in which
 * they decide.
 */
export interface Answers {
  readonly axes: readonly AnswerAxis[];
  readonly scopes: readonly Scope[];
  /** The inputs of calculated fields: a calculated field is open while one of its inputs is. */
  readonly inputs: Inputs;
}

/**
 * Returns the answers that the rules and the schema of a type read.
 * @param today The day of the usual situation.
 */
export function answersOf(slice: TypeSlice, today: string): Answers {
  const deciding = decidingOf(slice.type);
  // A rule may use fields that only other types have.
  const own = new Set(slice.type.fields.map(({ name }) => name));
  const scopes = [...scopesOf(slice), ...deciding.steps.flatMap(scopeOfStep)].map((scope) => ({
    ...scope,
    answers: scope.answers.filter((name) => own.has(name)),
    handedOn: scope.handedOn.filter((name) => own.has(name)),
  }));
  const asked = new Set(scopes.flatMap(({ answers }) => answers));
  const values = valuesByField(slice, asked, today);
  const valuesOf = (field: string) =>
    distinct([...(values.get(field) ?? []), ...(deciding.answers.get(field) ?? [])]);
  const [example = {}] = examplesOf(slice.type);
  const axes = inWalkingOrder([...asked], scopes, parentsOf(slice, asked, deciding.steps)).map((field) => ({
    field,
    facts: `values.${field}`,
    choices: choicesOf(field, valuesOf(field), example[field]),
  }));
  return { axes, scopes, inputs: inputsOf(slice) };
}

/** Decisions of a schema depend on the exact values. */
function scopeOfStep({ by, about }: Step): readonly Scope[] {
  const answers = [...by, ...about];
  return answers.length === 0 ? [] : [{ decides: '', answers, asked: [], handedOn: answers, given: [] }];
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function choicesOf(field: string, values: readonly unknown[], usual: unknown): readonly Words[] {
  const named = values.filter((value) => value !== undefined && !isSameJson(value, usual));
  const entered = [...(usual === undefined ? [] : [null]), ...named];
  return [{}, ...entered.map((value) => ({ entered: { [field]: value } }))];
}

/** Returns a group for each field or block that answers decide something about. */
function scopesOf(slice: TypeSlice): readonly Scope[] {
  const { fields, blocks = [] } = slice.type;
  const names = new Set([...fields, ...blocks].map(({ name }) => name));
  const deciding = slice.form.rules.filter((rule) => fieldsReadBy(rule, slice).length > 0);
  const read = new Set(deciding.flatMap((rule) => fieldsReadBy(rule, slice)));
  const decided = [...new Set(deciding.flatMap(({ then }) => fieldsDecidedBy(then)))].filter((name) =>
    names.has(name),
  );
  return [...recipientScopes(deciding, slice), ...decided.map(scopeOf)];

  function scopeOf(field: string): Scope {
    const rules = slice.form.rules.filter(({ then }) => fieldsDecidedBy(then).includes(field));
    const answers = [...new Set([...rules.flatMap((rule) => fieldsReadBy(rule, slice)), field])];
    return {
      decides: field,
      answers: answers.filter((name) => read.has(name)),
      asked: rules.flatMap((rule) => askedOf(rule, field, slice)),
      handedOn: [...new Set(rules.flatMap((rule) => handedOnBy(rule, field, slice)))],
      given: factsGiven(rules.map((rule) => operandsFor(rule, field))),
    };
  }
}

/** Answers also decide the recipient and the destinations, which are no fields. */
function recipientScopes(deciding: readonly Rule[], slice: TypeSlice): readonly Scope[] {
  const rules = deciding.filter(({ then }) => (then.recipient ?? then.destinations) !== undefined);
  if (rules.length === 0) return [];
  const answers = [...new Set(rules.flatMap((rule) => fieldsReadBy(rule, slice)))];
  const asked = rules.flatMap(({ id }) => {
    const when = slice.conditions.get(id);
    return when === undefined ? [] : [{ decides: id, when }];
  });
  const named = rules.map(({ then }) => then.recipient);
  return [{ decides: '', answers, asked, handedOn: fieldsIn(named), given: factsGiven(named) }];
}

function askedOf({ id, then }: Rule, field: string, { conditions }: TypeSlice): Scope['asked'] {
  const when = conditions.get(id);
  if (when === undefined) return [];
  const listing = listingEffects.filter((effect) => then[effect]?.includes(field));
  const isKeyed = keyedEffects.some((effect) => effect !== 'filter' && field in (then[effect] ?? {}));
  return [...listing, ...(isKeyed ? [id] : [])].map((decides) => ({ decides, when }));
}

function handedOnBy(rule: Rule, field: string, slice: TypeSlice): readonly string[] {
  const given = operandsFor(rule, field);
  const inputs = inputsOf(slice);
  const asked = fieldsIn(slice.conditions.get(rule.id)).filter((name) => inputs.has(name));
  return askedInstead([...fieldsIn(given), ...asked], inputs);
}

/** Returns the operands from which a rule gives a field its value or bounds. */
function operandsFor({ then: { preset, bound, calculate } }: Rule, field: string): readonly unknown[] {
  return [preset?.[field], calculate?.[field], ...Object.values(bound?.[field] ?? {})];
}

function factsGiven(operands: unknown): readonly string[] {
  return factsRead(operands).filter((fact) => fieldOfFact(fact) === undefined);
}

/** Returns the fields, with the inputs of calculated fields in place of these. */
function askedInstead(names: readonly string[], inputs: Inputs): readonly string[] {
  return [...new Set(names.flatMap((name) => inputs.get(name) ?? [name]))];
}

/** Returns the answers that a rule reads, except in parts of its condition that the type decides. */
function fieldsReadBy(rule: Rule, slice: TypeSlice): readonly string[] {
  const { preset, bound, calculate } = rule.then;
  const given = [...Object.values(preset ?? {}), ...Object.values(calculate ?? {})];
  const operands = [...given, ...Object.values(bound ?? {}).flatMap(Object.values)];
  return askedInstead(fieldsIn([slice.conditions.get(rule.id), ...operands]), inputsOf(slice));
}

function fieldsIn(node: unknown): readonly string[] {
  return factsRead(node).flatMap((fact) => fieldOfFact(fact) ?? []);
}

function parentsOf(
  slice: TypeSlice,
  asked: ReadonlySet<string>,
  steps: readonly Step[],
): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, string[]>();
  for (const rule of slice.form.rules) {
    const read = fieldsReadBy(rule, slice);
    for (const field of fieldsDecidedBy(rule.then)) {
      if (asked.has(field)) parents.set(field, [...(parents.get(field) ?? []), ...read]);
    }
  }
  for (const { by, about } of steps)
    for (const field of about) parents.set(field, [...(parents.get(field) ?? []), ...by]);
  return parents;
}

/**
 * Sorts answers so that few of them are open at a time: after those that decide them, and next to those that
 * they decide something with. One chain of answers is walked after the other.
 */
function inWalkingOrder(
  names: readonly string[],
  scopes: readonly Scope[],
  parents: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const scopesOfField = new Map(
    names.map((name) => [name, scopes.filter(({ answers }) => answers.includes(name))]),
  );
  const left = new Set(names);
  const order: string[] = [];
  const near = new Set<string>();
  const isReady = (name: string) =>
    (parents.get(name) ?? []).every((parent) => parent === name || !left.has(parent));
  const opens = (name: string) => {
    const touched = new Set((scopesOfField.get(name) ?? []).flatMap(({ answers }) => answers));
    return [...touched].filter((each) => left.has(each)).length;
  };
  while (left.size > 0) {
    const candidates = [...near].filter((name) => left.has(name) && isReady(name));
    const ready = candidates.length > 0 ? candidates : [...left].filter(isReady);
    const from = ready.length > 0 ? ready : [...left];
    const next = from.reduce((best, name) => (opens(name) < opens(best) ? name : best));
    order.push(next);
    left.delete(next);
    for (const { answers } of scopesOfField.get(next) ?? []) for (const answer of answers) near.add(answer);
  }
  return order;
}

function valuesByField(
  slice: TypeSlice,
  asked: ReadonlySet<string>,
  today: string,
): ReadonlyMap<string, readonly unknown[]> {
  const { type, form, conditions } = slice;
  const links = form.rules.flatMap(({ then }) => boundLinks(then.bound));
  const asking = [...conditions.values(), ...links];
  const days: readonly (readonly [string, readonly unknown[]])[] = [['today', [today]]];
  const first = dimensionsOf(asking, [type], new Map(days));
  const solving = solvingValues(slice, first, today);
  const all = solving.size === 0 ? first : dimensionsOf(asking, [type], new Map([...days, ...solving]));
  // The items of lists are completed by their schema instead.
  const lists = new Set(quantifiedIn(asking).map(({ list }) => list));
  const [example = {}] = examplesOf(type);
  return new Map(
    [...asked].map((field) => {
      const of = all.filter(({ fact }) => fieldOfFact(fact) === field);
      const isOwn = (fact: string) => placeOfFact(fact) === field && !lists.has(fact);
      const whole = askedTogether(slice, field).flatMap((facts) => {
        const places = of.filter(({ fact }) => facts.has(fact) && !isOwn(fact));
        const inner = places.map(({ fact, values }) => ({
          steps: placeOfFact(fact)?.split('.').slice(1) ?? [],
          values,
        }));
        return inner.length === 0 ? [] : wholeValues(type, field, inner, example[field]);
      });
      return [field, [...of.filter(({ fact }) => isOwn(fact)).flatMap(({ values }) => values), ...whole]];
    }),
  );
}

/**
 * Returns the facts inside a field that decide one thing together, by rules about that thing and about what
 * these rules read. Only facts of one set have to be combined. There is one set for each thing that is
 * decided.
 */
function askedTogether(slice: TypeSlice, field: string): readonly ReadonlySet<string>[] {
  const deciding = new Map<string, Rule[]>();
  for (const rule of slice.form.rules) {
    const about = (rule.then.recipient ?? rule.then.destinations) === undefined ? [] : [''];
    for (const decided of [...fieldsDecidedBy(rule.then), ...about])
      deciding.set(decided, [...(deciding.get(decided) ?? []), rule]);
  }
  const groups = [...deciding.keys()].map((decided) => {
    const [left, passed, facts] = [[decided], new Set<string>(), new Set<string>()];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (passed.has(next)) continue;
      passed.add(next);
      for (const rule of deciding.get(next) ?? []) {
        const { bound, preset, calculate = {}, recipient } = rule.then;
        const given = [nested(bound), nested(preset), Object.values(calculate), recipient];
        for (const fact of factsRead([slice.conditions.get(rule.id), ...given])) {
          const read = fieldOfFact(fact);
          if (read === field) facts.add(fact);
          if (read !== undefined) left.push(read);
        }
      }
    }
    return facts;
  });
  const distinctGroups = new Map(groups.map((facts) => [[...facts].sort().join(' '), facts]));
  return [...distinctGroups.values()];
}

/** Returns the operands of effects without the names of fields, which are no operators. */
function nested(effect: object | undefined): readonly unknown[] {
  return Object.values(effect ?? {}).flatMap((given: unknown) =>
    isObject(given) && !('var' in given) && !('+' in given) ? Object.values(given) : [given],
  );
}

/** Converts bounds that read another answer to comparisons of the two. */
function boundLinks(bound: Rule['then']['bound']): readonly Condition[] {
  return Object.entries(bound ?? {}).flatMap(([field, ends]) =>
    Object.entries(ends).flatMap(([name, end]): readonly Condition[] =>
      fieldsIn(end).length > 0
        ? [{ [name === 'equals' ? '==' : '<=']: [end, { var: `values.${field}` }] }]
        : [],
    ),
  );
}
