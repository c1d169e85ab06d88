import { listFactsRead } from '../../conditions/condition.ts';
import { collectQuantifiers } from '../../conditions/quantified.ts';
import { findDimensions } from '../../conditions/situation-space.ts';
import { isObject, isSameJson } from '../../json-schema/values.ts';
import { keyedEffects, listAffectedFields, listingEffects } from '../../model/effects.ts';
import { getFactField, getFactPath } from '../../model/fact-names.ts';
import type { Condition, Rule } from '../../model/types.ts';
import { getSchemaDecisions, type SchemaDecision } from '../examples/branches.ts';
import { getExamples } from '../scenarios/index.ts';
import type { Axis, PartialSituation } from './axes.ts';
import { type CalculationInputs, findSolvingValues, getCalculationInputs } from './calculated-inputs.ts';
import { combineNestedValues } from './nested-answers.ts';
import type { TypeSlice } from './type-slice.ts';

/** A field whose answer decides something, with the answers to try: first that of the example, then none. */
export interface AnswerAxis extends Axis {
  readonly field: string;
}

/** Answers that decide one thing together, so that all their combinations have to be tried. */
export interface AnswerGroup {
  /**
   * The field or block that they decide something about; empty for the recipient and for decisions of the
   * schema.
   */
  readonly decides: string;
  readonly answers: readonly string[];
  /** The conditions that read them, with what each decides: `hide`, `require`, or the id of a rule. */
  readonly asked: readonly { readonly decides: string; readonly when: Condition }[];
  /** Fields whose exact value matters, for example because it feeds a preset or a bound. */
  readonly exactFields: readonly string[];
  /** Facts of the page whose exact value matters for the same reason. */
  readonly given: readonly string[];
}

/** The answers of a type that decide something, in the order in which they are walked. */
export interface DecidingAnswers {
  readonly axes: readonly AnswerAxis[];
  readonly groups: readonly AnswerGroup[];
  /** The inputs of calculated fields: a calculated field is open while one of its inputs is. */
  readonly inputs: CalculationInputs;
}

/**
 * Returns the fields whose answers the rules or the schema of a type read, with the answers to try, and the
 * groups of answers that decide something together.
 * @param today The day of the usual situation.
 */
export function findDecidingAnswers(slice: TypeSlice, today: string): DecidingAnswers {
  const deciding = getSchemaDecisions(slice.type);
  // A rule may use fields that only other types have.
  const own = new Set(slice.type.fields.map(({ name }) => name));
  const answerGroups = [...groupAnswers(slice), ...deciding.decisions.flatMap(toAnswerGroups)].map(
    (scope) => ({
      ...scope,
      answers: scope.answers.filter((name) => own.has(name)),
      exactFields: scope.exactFields.filter((name) => own.has(name)),
    }),
  );
  const asked = new Set(answerGroups.flatMap(({ answers }) => answers));
  const values = findValuesByField(slice, asked, today);
  /**
   * Returns the values to try for a field, of the conditions and of the schema, each once; none for an
   * unknown field.
   */
  const getValues = (field: string) =>
    removeDuplicateValues([...(values.get(field) ?? []), ...(deciding.answers.get(field) ?? [])]);
  const [example = {}] = getExamples(slice.type);
  const axes = sortForWalking(
    [...asked],
    answerGroups,
    findDecidingFields(slice, asked, deciding.decisions),
  ).map((field) => ({
    field,
    facts: `values.${field}`,
    choices: listChoices(field, getValues(field), example[field]),
  }));
  return { axes, groups: answerGroups, inputs: getCalculationInputs(slice) };
}

/**
 * Converts a decision of the schema to a group in which exact values matter; none if it is about no field.
 */
function toAnswerGroups({ by, about }: SchemaDecision): readonly AnswerGroup[] {
  const answers = [...by, ...about];
  return answers.length === 0 ? [] : [{ decides: '', answers, asked: [], exactFields: answers, given: [] }];
}

/** Returns the values, each once; values with the same JSON are the same. */
function removeDuplicateValues(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/**
 * Returns the choices of a field: the usual answer, no answer (`null`) if the usual one is not empty, then
 * the other values.
 */
function listChoices(field: string, values: readonly unknown[], usual: unknown): readonly PartialSituation[] {
  const named = values.filter((value) => value !== undefined && !isSameJson(value, usual));
  const entered = [...(usual === undefined ? [] : [null]), ...named];
  return [{}, ...entered.map((value) => ({ entered: { [field]: value } }))];
}

/**
 * Returns a group for the recipient, and one for each field or block that rules decide about, with the
 * answers that these rules read.
 */
function groupAnswers(slice: TypeSlice): readonly AnswerGroup[] {
  const { fields, blocks = [] } = slice.type;
  const names = new Set([...fields, ...blocks].map(({ name }) => name));
  const deciding = slice.form.rules.filter((rule) => listFieldsRead(rule, slice).length > 0);
  const read = new Set(deciding.flatMap((rule) => listFieldsRead(rule, slice)));
  const decided = [...new Set(deciding.flatMap(({ then }) => listAffectedFields(then)))].filter((name) =>
    names.has(name),
  );
  return [...groupRecipientAnswers(deciding, slice), ...decided.map(createGroupOfField)];

  /**
   * Creates the group of the answers that rules about a field or block read, in conditions and in the values
   * that they give it. The field itself belongs to the group if some rule reads it.
   */
  function createGroupOfField(field: string): AnswerGroup {
    const rules = slice.form.rules.filter(({ then }) => listAffectedFields(then).includes(field));
    const answers = [...new Set([...rules.flatMap((rule) => listFieldsRead(rule, slice)), field])];
    return {
      decides: field,
      answers: answers.filter((name) => read.has(name)),
      asked: rules.flatMap((rule) => listAskedConditions(rule, field, slice)),
      exactFields: [...new Set(rules.flatMap((rule) => listExactFields(rule, field, slice)))],
      given: listFactsExceptAnswers(rules.map((rule) => listOperands(rule, field))),
    };
  }
}

/**
 * Returns the group of the answers that decide the recipient and the destinations; none if no answer does.
 */
function groupRecipientAnswers(deciding: readonly Rule[], slice: TypeSlice): readonly AnswerGroup[] {
  const rules = deciding.filter(({ then }) => (then.recipient ?? then.destinations) !== undefined);
  if (rules.length === 0) return [];
  const answers = [...new Set(rules.flatMap((rule) => listFieldsRead(rule, slice)))];
  const asked = rules.flatMap(({ id }) => {
    const when = slice.conditions.get(id);
    return when === undefined ? [] : [{ decides: id, when }];
  });
  const named = rules.map(({ then }) => then.recipient);
  return [
    {
      decides: '',
      answers,
      asked,
      exactFields: listFieldsInExpression(named),
      given: listFactsExceptAnswers(named),
    },
  ];
}

/**
 * Returns the condition of a rule with each effect that it has on a field; none if the rule has no condition
 * for this type or has no effect on the field.
 */
function listAskedConditions(
  { id, then }: Rule,
  field: string,
  { conditions }: TypeSlice,
): AnswerGroup['asked'] {
  const when = conditions.get(id);
  if (when === undefined) return [];
  const listing = listingEffects.filter((effect) => then[effect]?.includes(field));
  const isKeyed = keyedEffects.some((effect) => effect !== 'filter' && field in (then[effect] ?? {}));
  return [...listing, ...(isKeyed ? [id] : [])].map((decides) => ({ decides, when }));
}

/**
 * Returns the fields whose exact value matters for what a rule decides about a field: those that give it a
 * value or bounds, and the inputs of calculated fields in the condition.
 */
function listExactFields(rule: Rule, field: string, slice: TypeSlice): readonly string[] {
  const given = listOperands(rule, field);
  const inputs = getCalculationInputs(slice);
  const asked = listFieldsInExpression(slice.conditions.get(rule.id)).filter((name) => inputs.has(name));
  return replaceCalculatedByInputs([...listFieldsInExpression(given), ...asked], inputs);
}

/**
 * Returns the expressions that a rule gives a field as preset, calculation or bounds; undefined for those
 * that are absent.
 */
function listOperands({ then: { preset, bound, calculate } }: Rule, field: string): readonly unknown[] {
  return [preset?.[field], calculate?.[field], ...Object.values(bound?.[field] ?? {})];
}

/** Returns the facts that expressions read, without the answers of fields. */
function listFactsExceptAnswers(operands: unknown): readonly string[] {
  return listFactsRead(operands).filter((fact) => getFactField(fact) === undefined);
}

/** Returns the names with those of calculated fields replaced by their inputs; each name once. */
function replaceCalculatedByInputs(names: readonly string[], inputs: CalculationInputs): readonly string[] {
  return [...new Set(names.flatMap((name) => inputs.get(name) ?? [name]))];
}

/**
 * Returns the fields that a rule reads in its condition, presets, calculations and bounds. Parts of the
 * condition that the type decides are left out, and calculated fields are replaced by their inputs.
 */
function listFieldsRead(rule: Rule, slice: TypeSlice): readonly string[] {
  const { preset, bound, calculate } = rule.then;
  const given = [...Object.values(preset ?? {}), ...Object.values(calculate ?? {})];
  const operands = [...given, ...Object.values(bound ?? {}).flatMap(Object.values)];
  return replaceCalculatedByInputs(
    listFieldsInExpression([slice.conditions.get(rule.id), ...operands]),
    getCalculationInputs(slice),
  );
}

/** Returns the fields whose answers an expression, or a list of expressions, reads. */
function listFieldsInExpression(node: unknown): readonly string[] {
  return listFactsRead(node).flatMap((fact) => getFactField(fact) ?? []);
}

/**
 * Returns for each field the fields whose answers decide about it, by rules or by the schema. A field may be
 * among its own; a field about which nothing decides has no entry.
 * @param asked The fields that have an axis; rules about other fields are ignored.
 * @param steps The decisions of the schema.
 */
function findDecidingFields(
  slice: TypeSlice,
  asked: ReadonlySet<string>,
  steps: readonly SchemaDecision[],
): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, string[]>();
  for (const rule of slice.form.rules) {
    const read = listFieldsRead(rule, slice);
    for (const field of listAffectedFields(rule.then)) {
      if (asked.has(field)) parents.set(field, [...(parents.get(field) ?? []), ...read]);
    }
  }
  for (const { by, about } of steps)
    for (const field of about) parents.set(field, [...(parents.get(field) ?? []), ...by]);
  return parents;
}

/**
 * Sorts fields for the walk so that few groups are incomplete at a time: a field comes after those that
 * decide about it (unless they decide about each other), and next to those of its groups.
 * @param parents For each field, those that decide about it.
 */
function sortForWalking(
  names: readonly string[],
  answerGroups: readonly AnswerGroup[],
  parents: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const groupsByField = new Map(
    names.map((name) => [name, answerGroups.filter(({ answers }) => answers.includes(name))]),
  );
  const left = new Set(names);
  const order: string[] = [];
  const near = new Set<string>();
  /** Returns true if every other field that decides about this one is in the order already. */
  const areDecidingFieldsOrdered = (name: string) =>
    (parents.get(name) ?? []).every((parent) => parent === name || !left.has(parent));
  /** Returns the number of fields in the groups of a field that are not in the order yet. */
  const countLeftInGroups = (name: string) => {
    const touched = new Set((groupsByField.get(name) ?? []).flatMap(({ answers }) => answers));
    return [...touched].filter((each) => left.has(each)).length;
  };
  while (left.size > 0) {
    const candidates = [...near].filter((name) => left.has(name) && areDecidingFieldsOrdered(name));
    const ready = candidates.length > 0 ? candidates : [...left].filter(areDecidingFieldsOrdered);
    const from = ready.length > 0 ? ready : [...left];
    const next = from.reduce((best, name) =>
      countLeftInGroups(name) < countLeftInGroups(best) ? name : best,
    );
    order.push(next);
    left.delete(next);
    for (const { answers } of groupsByField.get(next) ?? []) for (const answer of answers) near.add(answer);
  }
  return order;
}

/**
 * Returns the values to try for each field: those that conditions distinguish, and for an object or list the
 * combinations of the values inside it.
 * @param asked The names of the fields.
 * @param today The day of the usual situation.
 */
function findValuesByField(
  slice: TypeSlice,
  asked: ReadonlySet<string>,
  today: string,
): ReadonlyMap<string, readonly unknown[]> {
  const { type, form, conditions } = slice;
  const links = form.rules.flatMap(({ then }) => toComparisons(then.bound));
  const asking = [...conditions.values(), ...links];
  const days: readonly (readonly [string, readonly unknown[]])[] = [['today', [today]]];
  const first = findDimensions(asking, [type], new Map(days));
  const solving = findSolvingValues(slice, first, today);
  const all = solving.size === 0 ? first : findDimensions(asking, [type], new Map([...days, ...solving]));
  // The items of lists are completed by their schema instead.
  const lists = new Set(collectQuantifiers(asking).map(({ list }) => list));
  const [example = {}] = getExamples(type);
  return new Map(
    [...asked].map((field) => {
      const dimensions = all.filter(({ fact }) => getFactField(fact) === field);
      /** Returns true if a fact is the whole answer of the field, and not a list that a quantifier reads. */
      const isAboutWholeField = (fact: string) => getFactPath(fact) === field && !lists.has(fact);
      const whole = groupNestedFacts(slice, field).flatMap((facts) => {
        const places = dimensions.filter(({ fact }) => facts.has(fact) && !isAboutWholeField(fact));
        const inner = places.map(({ fact, values }) => ({
          steps: getFactPath(fact)?.split('.').slice(1) ?? [],
          values,
        }));
        return inner.length === 0 ? [] : combineNestedValues(type, field, inner, example[field]);
      });
      return [
        field,
        [
          ...dimensions.filter(({ fact }) => isAboutWholeField(fact)).flatMap(({ values }) => values),
          ...whole,
        ],
      ];
    }),
  );
}

/**
 * Returns sets of facts of a field, one set for each thing that rules decide; equal sets once, and one may be
 * empty. A set contains the facts that the rules about that thing read, directly or through fields that other
 * rules decide. Only the facts of one set have to be combined.
 */
function groupNestedFacts(slice: TypeSlice, field: string): readonly ReadonlySet<string>[] {
  const deciding = new Map<string, Rule[]>();
  for (const rule of slice.form.rules) {
    const about = (rule.then.recipient ?? rule.then.destinations) === undefined ? [] : [''];
    for (const decided of [...listAffectedFields(rule.then), ...about])
      deciding.set(decided, [...(deciding.get(decided) ?? []), rule]);
  }
  const groups = [...deciding.keys()].map((decided) => {
    const [left, passed, facts] = [[decided], new Set<string>(), new Set<string>()];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (passed.has(next)) continue;
      passed.add(next);
      for (const rule of deciding.get(next) ?? []) {
        const { bound, preset, calculate = {}, recipient } = rule.then;
        const given = [
          listNestedOperands(bound),
          listNestedOperands(preset),
          Object.values(calculate),
          recipient,
        ];
        for (const fact of listFactsRead([slice.conditions.get(rule.id), ...given])) {
          const read = getFactField(fact);
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

/**
 * Returns the values in an effect without the names of fields. If a value is an object but no `var` or `+`
 * expression, as the bounds of a field are, its own values are returned instead.
 */
function listNestedOperands(effect: object | undefined): readonly unknown[] {
  return Object.values(effect ?? {}).flatMap((given: unknown) =>
    isObject(given) && !('var' in given) && !('+' in given) ? Object.values(given) : [given],
  );
}

/**
 * Converts the bounds that read another answer to conditions that compare the two answers. All but `equals`
 * become `<=`, because only the values on both sides of the other answer matter.
 */
function toComparisons(bound: Rule['then']['bound']): readonly Condition[] {
  return Object.entries(bound ?? {}).flatMap(([field, ends]) =>
    Object.entries(ends).flatMap(([name, end]): readonly Condition[] =>
      listFieldsInExpression(end).length > 0
        ? [{ [name === 'equals' ? '==' : '<=']: [end, { var: `values.${field}` }] }]
        : [],
    ),
  );
}
