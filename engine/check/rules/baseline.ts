import { evaluateCondition } from '../../conditions/condition.ts';
import { effects, hasEffectWhenUnmatched } from '../../model/effects.ts';
import type { FieldPlan, Form, Rule } from '../../model/types.ts';
import { getItems } from '../../preset/check.ts';
import { type ResolvedPlan, resolveFieldAgain } from '../../resolve/resolve-field-again.ts';
import { isEqualJson } from '../../resolve/reuse-equal.ts';
import { type PlanStart, resolveStart } from '../../resolve/start.ts';
import { type CheckCache, noCheckCache, removeDescriptions } from '../check-cache.ts';
import {
  type Expectations,
  runScenario,
  type Scenario,
  type ScenarioDocument,
  type SchemaCheckLookup,
} from '../scenarios/index.ts';
import { expectsTexts, internText, type ScenarioRun } from '../scenarios.ts';
import { decidesField, decidesStart, type EffectPart, listEffectParts } from './effect-parts.ts';
import { getPlanFacts } from './part-log.ts';

/**
 * The scenarios of a form that pass. They are used to find out whether a change of a rule would be noticed.
 */
export interface Baseline {
  /**
   * Returns a cache key of everything that decides whether a scenario notices a change of a rule; `gone` for
   * a scenario that is not among the passing ones. Without a scenario the key is for all scenarios.
   */
  readonly getKey: (scenario: Scenario | undefined) => string;
  /**
   * Returns a scenario that fails once a rule is changed; undefined if all scenarios still pass. The scenario
   * named `askedFirst` is tried first, then those that mention what the rule decides, because one of them
   * notices most changes.
   */
  readonly findNoticingScenario: (changed: Rule, askedFirst?: string) => Scenario | undefined;
}

/** Creates a baseline of the scenarios whose runs pass; those that fail or cannot be run are left out. */
export function createBaseline(
  form: Form,
  document: ScenarioDocument,
  { checkOf, runs }: { readonly checkOf: SchemaCheckLookup; readonly runs: readonly ScenarioRun[] },
  cache: CheckCache = noCheckCache,
): Baseline {
  const passing = runs.flatMap(({ scenario, result }): readonly PassingRun[] => {
    if (result?.differences.length !== 0) return [];
    const { situation, plan } = result;
    const start = memoizeResult(() => resolveStart(form, situation));
    return [{ scenario, situation, plan, facts: getPlanFacts(situation, plan), start }];
  });
  const rules = new Map(form.rules.map((rule) => [rule.id, rule]));
  const { texts, hash: _ofAll, rules: every, ...decided } = form;
  /** Returns a short id that replaces the data in a key: the same id for the same data in the same slot. */
  const getShortId = (slot: string, data: unknown) =>
    internText(JSON.stringify(data), `baseline ${slot}`, cache);
  const whole = getShortId('whole', [
    decided,
    Object.keys(texts),
    removeDescriptions(every),
    getItems(document),
    document.usual,
  ]);
  const getTextsId = memoizeResult(() => getShortId('said', [texts, form.pipes]));
  const known = new Set(passing.map(({ scenario }) => JSON.stringify(scenario)));
  const getScenariosId = memoizeResult(() => getShortId('scenarios', [...known]));
  return {
    getKey(scenario) {
      if (scenario === undefined) return [getScenariosId(), whole, getTextsId()].join('\n');
      const serialized = JSON.stringify(scenario);
      const isReading = expectsTexts(scenario) || form.pipes !== undefined;
      return known.has(serialized) ? [serialized, whole, isReading ? getTextsId() : ''].join('\n') : 'gone';
    },
    findNoticingScenario(changed, askedFirst) {
      const original = rules.get(changed.id);
      const changedForm = {
        ...form,
        rules: form.rules.map((rule) => (rule.id === changed.id ? changed : rule)),
      };
      // A rule cannot read what it decides. So if its condition is false before and after the change, nothing
      // has changed, except for effects with a meaning when no rule matches (`hasEffectWhenUnmatched`).
      const isEverywhere = [original, changed].some((rule) => rule && hasEffectWhenUnmatched(rule.then));
      const concerned = passing.filter(
        ({ facts }) =>
          isEverywhere || evaluateCondition(original?.when, facts) || evaluateCondition(changed.when, facts),
      );
      const changes = [...(original ? listEffectParts(original) : []), ...listEffectParts(changed)];
      const asked = sortByPreference(concerned, [
        ({ scenario }) => scenario.name === askedFirst,
        ({ scenario }) => listChangedParts(changes).some((part) => hasExpectationAboutPart(scenario, part)),
      ]);
      const noticing = asked.find(
        (run) =>
          mayPlanDiffer(run, changes, form, changedForm) &&
          failsScenario({ form: changedForm, document, scenario: run.scenario, checkOf }),
      );
      return noticing?.scenario;
    },
  };
}

/** Returns a function that calls `make` when it is called first, and from then on returns that result. */
function memoizeResult<Made extends {}>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** A passing scenario with its situation, and the plan and facts of the unchanged form. */
interface PassingRun extends ResolvedPlan {
  readonly scenario: Scenario;
  /**
   * Returns what the form decides before any field: types, narrowed list and section. Resolved at the first
   * call.
   */
  readonly start: () => PlanStart;
}

/**
 * Sorts items by the first preference that each meets; items that meet none come last. Items with the same
 * first preference remain in their order.
 */
function sortByPreference<Item>(
  items: readonly Item[],
  preferred: readonly ((item: Item) => boolean)[],
): readonly Item[] {
  const turns = new Map(items.map((item) => [item, preferred.findIndex((isMet) => isMet(item))]));
  const all = [...preferred.keys(), -1];
  return all.flatMap((turn) => items.filter((item) => turns.get(item) === turn));
}

/**
 * Returns those parts whose description occurs once; if there are none, all parts. As `parts` has the parts
 * of the old and of the new rule, a description that occurs once belongs to only one of the rules.
 */
function listChangedParts(parts: readonly EffectPart[]): readonly EffectPart[] {
  const unshared = parts.filter(({ words }) => parts.filter((other) => other.words === words).length === 1);
  return unshared.length > 0 ? unshared : parts;
}

/**
 * Returns true if a scenario expects something of what a part decides: about its target, or about anything if
 * the part has no target.
 */
function hasExpectationAboutPart({ expect }: Scenario, { path: [effect], target }: EffectPart): boolean {
  const names: readonly (keyof Expectations)[] = effects[effect].expectations;
  return names.some((name) => {
    const expected = expect[name];
    if (expected === undefined || target === undefined) return expected !== undefined;
    return Array.isArray(expected) ? expected.includes(target) : Object.hasOwn(Object(expected), target);
  });
}

/**
 * Returns true if a changed rule may alter the plan of a passing scenario. Resolves only the changed parts
 * again; if that is not possible for one, the answer is true.
 */
function mayPlanDiffer(
  made: PassingRun,
  changes: readonly EffectPart[],
  form: Form,
  changedForm: Form,
): boolean {
  return changes.some((part) => {
    if (decidesStart(part))
      return !isSameStartWithoutReasons(made.start(), resolveStart(changedForm, made.situation));
    const field = decidesField(part) ? resolveFieldAgain(form, made, part.target ?? '') : undefined;
    return (
      field === undefined ||
      !isSameFieldPlanWithoutReasons(field, resolveFieldAgain(changedForm, made, field.name))
    );
  });
}

/**
 * Returns true if two plans of a field are equal apart from their reasons; false if there is no second one.
 */
function isSameFieldPlanWithoutReasons(one: FieldPlan, other: FieldPlan | undefined): boolean {
  return other !== undefined && isEqualJson({ ...one, because: noReasons }, { ...other, because: noReasons });
}

/** Returns true if two results of `resolveStart` are equal apart from their reasons. */
function isSameStartWithoutReasons(one: PlanStart, other: PlanStart): boolean {
  const removeReasons = (start: PlanStart) => ({
    ...start,
    typeField: { ...start.typeField, because: noReasons },
    because: noReasons,
  });
  return isEqualJson(removeReasons(one), removeReasons(other));
}

const noReasons = {};

/** Runs a scenario and returns true if it does not meet one of its expectations. */
function failsScenario(running: Parameters<typeof runScenario>[0]): boolean {
  return runScenario(running).differences.length > 0;
}
