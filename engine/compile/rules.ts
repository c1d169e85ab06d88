import { toText } from '../json-schema/values.ts';
import {
  type EffectName,
  type EffectOfShape,
  effectNames,
  effects,
  getEffectDefinition,
  keyedEffects,
  listEffectsOfShape,
  listingEffects,
  mayAlsoName,
} from '../model/effects.ts';
import type { FactStage } from '../model/facts.ts';
import { typeField } from '../model/names.ts';
import type {
  Condition,
  Effects,
  FieldDefinition,
  FormType,
  Json,
  ListDeclaration,
  Rule,
} from '../model/types.ts';
import { checkCalculation } from './conditions/calculations.ts';
import { checkCondition } from './conditions/check-condition.ts';
import type { ConditionContext } from './conditions/condition-context.ts';
import {
  checkBound,
  checkLimit,
  checkOptionSet,
  checkPreset,
  checkRecipient,
} from './conditions/given-values.ts';
import { reportInputEffects } from './fields/calculated-fields.ts';
import { type FieldType, getFieldTypes, getInnerFieldTypes, getItemTypes } from './fields/field-types.ts';
import { getCommonItemFacts, type ItemFacts } from './lists.ts';
import { type DocumentPath, extendPath, type ProblemReport } from './report.ts';
import { expandSteps, listStepNames } from './steps.ts';

/** A rule in `rules.json` whose shape was checked. */
export interface RuleSource {
  readonly id: string;
  readonly description: string;
  readonly when?: unknown;
  readonly then: Effects;
  readonly insteadOf?: string;
}

/** A compiled rule with its position in `rules.json`. */
export interface PlacedRule extends Rule {
  readonly at: DocumentPath;
}

/** The parts of a form set that rules refer to. */
export interface RuledForm {
  readonly types: readonly FormType[];
  readonly optionSets: readonly string[];
  readonly lists: Readonly<Record<string, ListDeclaration>>;
}

/**
 * Compiles the rules of a document, and reports their problems. `insteadOf` becomes part of the conditions of
 * the replaced rules. The result is sorted by id, so the written order has no meaning. It has all rules: an
 * invalid `when` is left out, and an invalid condition of an effect becomes `{}`.
 */
export function compileRules(
  sources: readonly RuleSource[],
  { types, optionSets, lists }: RuledForm,
  at: DocumentPath,
  report: ProblemReport,
): readonly PlacedRule[] {
  const ruled = new Set(sources.flatMap(({ then }) => Object.keys(then.options ?? {})));
  const names: RuleNames = {
    typeKeys: types.map((type) => type.key),
    fields: getFieldTypes(types, ruled),
    steps: listStepNames(types),
    blocks: [...new Set(types.flatMap(({ blocks = [] }) => blocks.map(({ name }) => name)))],
    inside: getInnerFieldTypes(types),
    ofItems: getItemTypes(types),
    offering: new Set([
      ...ruled,
      ...types.flatMap(({ fields }) => fields.filter(hasOptions).map(({ name }) => name)),
    ]),
    optionSets,
    getItemFacts(field) {
      const sets = sources.flatMap(({ then }) => then.options?.[field] ?? []);
      return getCommonItemFacts(field, sets, { types, lists });
    },
  };
  reportDoubleIds(sources, at, report);
  const checked = sources.map((source, index) => {
    const place = extendPath(at, index);
    const rule = compileRule(source, sources, names, place, report);
    return { ...rule, ...expandSteps(rule, types, place, report) };
  });
  const byId = new Map(checked.map((rule) => [rule.id, rule]));
  reportInvalidReplacements(sources, at, report);
  const folded = checked.map((rule) =>
    excludeReplacements(
      rule,
      sources.filter((source) => source.insteadOf === rule.id).flatMap((source) => byId.get(source.id) ?? []),
    ),
  );
  reportInputEffects(sources, types, at, report);
  return folded.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Returns true if a field has choices of its own or an option set. */
function hasOptions({ choices, optionSet }: FieldDefinition): boolean {
  return optionSet !== undefined || choices !== undefined;
}

interface RuleNames {
  /** Returns the properties of a field's options that rules can read, with their types. */
  readonly getItemFacts: (field: string) => ItemFacts;
  readonly optionSets: readonly string[];
  readonly typeKeys: readonly string[];
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly blocks: readonly string[];
  readonly steps: readonly string[];
  /** The types of the values inside fields, by path: `boat.make`. */
  readonly inside: ReadonlyMap<string, FieldType>;
  /** The types of the values inside lists, by path: `crew.each.age`. */
  readonly ofItems: ReadonlyMap<string, FieldType>;
  /** The fields whose options a rule can filter. */
  readonly offering: ReadonlySet<string>;
}

/** Reports each rule whose id an earlier rule has. */
function reportDoubleIds(sources: readonly RuleSource[], at: DocumentPath, report: ProblemReport): void {
  const seen = new Set<string>();
  for (const [index, { id }] of sources.entries()) {
    if (seen.has(id))
      report.add(
        extendPath(at, index, 'id'),
        'duplicate-id',
        `another rule has the id "${id}"; give this one its own`,
      );
    seen.add(id);
  }
}

/**
 * Compiles a rule before steps and replacements are resolved. Its condition may read only facts that are
 * known before the effects of the rule, and of the rule that it replaces, are decided. A condition with
 * problems is reported and left out.
 * @param sources All rules of the document.
 */
function compileRule(
  source: RuleSource,
  sources: readonly RuleSource[],
  names: RuleNames,
  at: DocumentPath,
  report: ProblemReport,
): PlacedRule {
  const { id, description, when } = source;
  const replaced = sources.find((other) => other.id === source.insteadOf);
  const stages = getReadableStages([source.then, ...(replaced ? [replaced.then] : [])]);
  const where = `where "${Object.keys(source.then).join('", "')}" is decided`;
  const context = { ...names, stages, where, mayCompareFacts: false };
  const checkedWhen =
    when === undefined ? undefined : checkCondition(when, context, extendPath(at, 'when'), report);
  const then = compileEffects(source.then, names, extendPath(at, 'then'), report);
  return { id, description, ...(checkedWhen && { when: checkedWhen }), then, at };
}

/** The stages whose facts are known, by the last of them. */
const knownStages = {
  given: ['given'],
  anyEligible: ['given', 'anyEligible'],
  type: ['given', 'anyEligible', 'type'],
  values: ['given', 'anyEligible', 'type', 'anyOffered', 'values'],
} as const satisfies Readonly<Record<string, readonly FactStage[]>>;

/**
 * Returns the stages that the `when` of a rule may read: those known when its earliest effect is decided.
 * Without effects, these are the stages that the latest effects may read.
 */
export function getReadableStages(decided: readonly Effects[]): readonly FactStage[] {
  const all = decided.flatMap((each) =>
    effectNames.flatMap((effect) =>
      each[effect] === undefined ? [] : [getEffectStages(effect, each[effect])],
    ),
  );
  return all.reduce((one, other) => (one.length < other.length ? one : other), knownStages.values);
}

/**
 * Returns the stages whose facts are known when an effect is decided. An effect on fields is decided earlier
 * if its `value`, a list of names, contains the field of the enquiry type.
 */
function getEffectStages(effect: EffectName, value: unknown): readonly FactStage[] {
  const { shape, stage } = getEffectDefinition(effect);
  const isAboutTypeField = shape === 'names' && (value as readonly string[]).includes(typeField);
  return knownStages[isAboutTypeField && mayAlsoName(effect, 'type-field') ? 'anyEligible' : stage];
}

/**
 * Returns effects with compiled conditions and calculations; the others are unchanged. Reports all problems
 * of the effects. A condition with problems becomes `{}`.
 */
function compileEffects(then: Effects, names: RuleNames, at: DocumentPath, report: ProblemReport): Effects {
  /**
   * Returns the effect's compiled condition under its name, or an empty object if the rule lacks the effect.
   */
  const compileEffectCondition = (effect: EffectOfShape<'condition'>) => {
    if (then[effect] === undefined) return {};
    const { stage, filters } = effects[effect];
    const stages = [...knownStages[stage], filters.stage];
    const context: ConditionContext = { ...names, stages, where: filters.where, mayCompareFacts: true };
    return { [effect]: checkCondition(then[effect], context, extendPath(at, effect), report) ?? {} };
  };
  checkNamesAndValues(then, names, at, report);
  const filters = Object.entries(then.filter ?? {}).map(([field, condition]) => {
    const context: ConditionContext = {
      ...names,
      stages: [...knownStages.values, effects.filter.filters.stage],
      where: effects.filter.filters.where,
      mayCompareFacts: true,
      items: names.getItemFacts(field),
      ...getItemChoices(names.fields.get(field)),
    };
    return [
      field,
      checkCondition(condition, context, extendPath(at, 'filter', field), report) ?? {},
    ] as const;
  });
  const calculations = Object.entries(then.calculate ?? {}).map(([field, expression]) => {
    const context: ConditionContext = {
      ...names,
      stages: knownStages.values,
      where: 'where a field is calculated',
      mayCompareFacts: false,
    };
    const place = extendPath(at, 'calculate', field);
    return [field, checkCalculation(expression, field, { context, report }, place)] as const;
  });
  return {
    ...then,
    ...(calculations.length > 0 && {
      calculate: Object.fromEntries(calculations) as Readonly<Record<string, Json>>,
    }),
    ...(filters.length > 0 && { filter: Object.fromEntries(filters) }),
    ...Object.assign({}, ...listEffectsOfShape('condition').map(compileEffectCondition)),
  };
}

/**
 * Returns the choices with which a filter may compare an option of the field: each as it is and as a text.
 * Returns an empty object if the field has no fixed choices.
 */
function getItemChoices(fieldType: FieldType | undefined): Pick<ConditionContext, 'itemChoices'> {
  const choices = fieldType?.choices;
  // A condition may contain a number as a number or as a text.
  return choices === undefined ? {} : { itemChoices: [...new Set([...choices, ...choices.map(toText)])] };
}

/** Reports unknown names in the effects of a rule, and values that do not fit their fields. */
function checkNamesAndValues(then: Effects, names: RuleNames, at: DocumentPath, report: ProblemReport): void {
  const { typeKeys, fields } = names;
  const fieldNames = [...fields.keys()];
  for (const [index, key] of (then.excludeTypes ?? []).entries()) {
    if (!typeKeys.includes(key))
      report.add(extendPath(at, 'excludeTypes', index), 'unknown-type', `unknown enquiry type "${key}"`, {
        wrong: key,
        known: typeKeys,
      });
  }
  /** Reports a name that is not in `known`. */
  const reportUnknownField = (name: string, place: DocumentPath, known: readonly string[]) => {
    if (!known.includes(name))
      report.add(place, 'unknown-field', `unknown field "${name}"`, { wrong: name, known });
  };
  for (const effect of listingEffects) {
    for (const [index, name] of (then[effect] ?? []).entries()) {
      const place = extendPath(at, effect, index);
      if (!mayAlsoName(effect, 'block') && names.blocks.includes(name)) {
        const reason = `"${name}" is a block, which can only be shown or hidden; use "hide" or "show"`;
        report.add(place, 'bad-value', reason);
        continue;
      }
      if (!mayAlsoName(effect, 'step') && names.steps.includes(name)) {
        const reason = `"${name}" is a step, which can only be shown or hidden; use "hide" or "show", or name its fields`;
        report.add(place, 'bad-value', reason);
        continue;
      }
      reportUnknownField(name, place, [
        ...(mayAlsoName(effect, 'type-field') ? [typeField] : []),
        ...(mayAlsoName(effect, 'block') ? names.blocks : []),
        ...(mayAlsoName(effect, 'step') ? names.steps : []),
        ...fieldNames,
      ]);
    }
  }
  for (const effect of keyedEffects) {
    for (const name of Object.keys(then[effect] ?? {}))
      reportUnknownField(name, extendPath(at, effect, name), fieldNames);
  }
  for (const [name, set] of Object.entries(then.options ?? {})) {
    if (!names.optionSets.includes(set))
      report.add(extendPath(at, 'options', name), 'unknown-option-set', `unknown option set "${set}"`, {
        wrong: set,
        known: names.optionSets,
      });
  }
  for (const name of Object.keys(then.filter ?? {})) {
    if (!fields.has(name) || names.offering.has(name)) continue;
    const reason = `"${name}" has no choices that could be filtered; give its schema an "enum", or the field a list with "ui:optionSet" or "options"`;
    report.add(extendPath(at, 'filter', name), 'bad-value', reason);
  }
  const context = { ...names, stages: knownStages.values, where: 'here', mayCompareFacts: false };
  if (then.recipient !== undefined)
    checkRecipient(then.recipient, { context, report }, extendPath(at, 'recipient'));
  for (const [name, preset] of Object.entries(then.preset ?? {}))
    checkPreset(preset, name, { context, report }, extendPath(at, 'preset', name));
  for (const [name, bound] of Object.entries(then.bound ?? {}))
    checkBound(bound, name, { context, report }, extendPath(at, 'bound', name));
  for (const [name, limit] of Object.entries(then.limit ?? {}))
    checkLimit(limit, name, { context, report }, extendPath(at, 'limit', name));
  for (const [name, set] of Object.entries(then.options ?? {}))
    checkOptionSet(set, name, { context, report }, extendPath(at, 'options', name));
}

/** Reports replacements of unknown rules (`insteadOf`), and rules that replace each other in a circle. */
function reportInvalidReplacements(
  sources: readonly RuleSource[],
  at: DocumentPath,
  report: ProblemReport,
): void {
  const byId = new Map(sources.map((source) => [source.id, source]));
  for (const [index, source] of sources.entries()) {
    if (source.insteadOf === undefined) continue;
    const place = extendPath(at, index, 'insteadOf');
    if (!byId.has(source.insteadOf))
      report.add(place, 'unknown-rule', `unknown rule "${source.insteadOf}"`, {
        wrong: source.insteadOf,
        known: byId.keys(),
      });
    const passed = new Set<string>();
    for (
      let next = byId.get(source.insteadOf);
      next && !passed.has(next.id);
      next = byId.get(next.insteadOf ?? '')
    )
      passed.add(next.id);
    if (passed.has(source.id))
      report.add(
        place,
        'rule-circle',
        `"${source.id}" replaces itself ("insteadOf"), through ${[...passed].join(', ')}`,
      );
  }
}

/**
 * Returns a rule that matches only if none of the rules that replace it matches. A replacement without a
 * condition always matches. Without replacements, returns the rule itself.
 */
function excludeReplacements(rule: PlacedRule, replacements: readonly PlacedRule[]): PlacedRule {
  if (replacements.length === 0) return rule;
  const never: Condition = { '!': [true] };
  const nots = replacements.map((other): Condition => (other.when ? { '!': [other.when] } : never));
  return { ...rule, when: { and: [...(rule.when ? [rule.when] : []), ...nots] } };
}
