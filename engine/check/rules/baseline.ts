import { evaluateCondition } from '../../conditions/condition.ts';
import { mattersWhenUnmatched } from '../../effects.ts';
import { type ResolvedPlan, resolveFieldAgain } from '../../resolve/resolve-field-again.ts';
import { isEqualJson } from '../../resolve/reuse-equal.ts';
import { type PlanStart, resolveStart } from '../../resolve/start.ts';
import {
  type Expectations,
  runScenario,
  type Scenario,
  type ScenarioDocument,
  type SchemaCheckLookup,
} from '../../scenarios/index.ts';
import type { Effects, FieldPlan, Form, Rule } from '../../types.ts';
import { type CheckCache, noCheckCache, removeDescriptions } from '../check-cache.ts';
import { expectsTexts, internText, type ScenarioRun } from '../scenarios.ts';
import { decidesField, decidesStart, type EffectPart, listEffectParts } from './effect-parts.ts';
import { getPlanFacts } from './part-log.ts';

/**
 * The scenarios of a form that pass. They are used to find out whether a change of a rule would be noticed.
 */
export interface Baseline {
  /**
   * Returns a cache key of everything that decides whether this scenario notices a change of a rule; without
   * a scenario, whether any scenario does.
   */
  readonly getKey: (scenario: Scenario | undefined) => string;
  /**
   * Returns a scenario that fails once a rule is changed; undefined if all scenarios still pass. The scenario
   * named `askedFirst` is tried first, then those that mention what the rule decides, because one of them
   * notices most changes.
   */
  readonly findNoticingScenario: (changed: Rule, askedFirst?: string) => Scenario | undefined;
}

/** Creates a baseline of scenarios that were run. Scenarios that already fail are left out. */
export function createBaseline(
  form: Form,
  document: ScenarioDocument,
  { checkOf, runs }: { readonly checkOf: SchemaCheckLookup; readonly runs: readonly ScenarioRun[] },
  cache: CheckCache = noCheckCache,
): Baseline {
  const passing = runs.flatMap(({ scenario, result }): readonly PassingRun[] => {
    if (result?.differences.length !== 0) return [];
    const { situation, plan } = result;
    const start = memoizeFirst(() => resolveStart(form, situation));
    return [{ scenario, situation, plan, facts: getPlanFacts(situation, plan), start }];
  });
  const rules = new Map(form.rules.map((rule) => [rule.id, rule]));
  const { texts, hash: _ofAll, rules: every, ...decided } = form;
  const intern = (place: string, data: unknown) =>
    internText(JSON.stringify(data), `baseline ${place}`, cache);
  const whole = intern('whole', [
    decided,
    Object.keys(texts),
    removeDescriptions(every),
    document.offices,
    document.usual,
  ]);
  const getTextsId = memoizeFirst(() => intern('said', [texts, form.pipes]));
  const known = new Set(passing.map(({ scenario }) => JSON.stringify(scenario)));
  const getScenariosId = memoizeFirst(() => intern('scenarios', [...known]));
  return {
    getKey(scenario) {
      if (scenario === undefined) return [getScenariosId(), whole, getTextsId()].join('\n');
      const words = JSON.stringify(scenario);
      const isReading = expectsTexts(scenario) || form.pipes !== undefined;
      return known.has(words) ? [words, whole, isReading ? getTextsId() : ''].join('\n') : 'gone';
    },
    findNoticingScenario(changed, askedFirst) {
      const original = rules.get(changed.id);
      const changedForm = {
        ...form,
        rules: form.rules.map((rule) => (rule.id === changed.id ? changed : rule)),
      };
      // A rule cannot read what it decides. So if its condition is false before and after the change, nothing
      // has changed, except for effects with a meaning when no rule matches (`mattersWhenUnmatched`).
      const isEverywhere = [original, changed].some((rule) => rule && mattersWhenUnmatched(rule.then));
      const concerned = passing.filter(
        ({ facts }) =>
          isEverywhere || evaluateCondition(original?.when, facts) || evaluateCondition(changed.when, facts),
      );
      const changes = [...(original ? listEffectParts(original) : []), ...listEffectParts(changed)];
      const asked = sortByPreference(concerned, [
        ({ scenario }) => scenario.name === askedFirst,
        ({ scenario }) => listChangedParts(changes).some((part) => mentionsPart(scenario, part)),
      ]);
      const noticing = asked.find(
        (run) =>
          mayDiffer(run, changes, form, changedForm) &&
          isFailing({ form: changedForm, document, scenario: run.scenario, checkOf }),
      );
      return noticing?.scenario;
    },
  };
}

function memoizeFirst<Made extends {}>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

interface PassingRun extends ResolvedPlan {
  readonly scenario: Scenario;
  /** Returns what was decided before any field. It is computed once. */
  readonly start: () => PlanStart;
}

/** Sorts items by the first preference that each meets; items that meet none come last. */
function sortByPreference<Item>(
  items: readonly Item[],
  preferred: readonly ((item: Item) => boolean)[],
): readonly Item[] {
  const turns = new Map(items.map((item) => [item, preferred.findIndex((isSo) => isSo(item))]));
  const all = [...preferred.keys(), -1];
  return all.flatMap((turn) => items.filter((item) => turns.get(item) === turn));
}

/**
 * Returns the parts that only one of two rules has. If they differ only in their descriptions, it returns all
 * parts.
 */
function listChangedParts(parts: readonly EffectPart[]): readonly EffectPart[] {
  const alone = parts.filter(({ words }) => parts.filter((other) => other.words === words).length === 1);
  return alone.length > 0 ? alone : parts;
}

function mentionsPart({ expect }: Scenario, { path: [effect], target }: EffectPart): boolean {
  return expectationsByEffect[effect as keyof Effects].some((word) => {
    const expected = expect[word];
    if (expected === undefined || target === undefined) return expected !== undefined;
    return Array.isArray(expected) ? expected.includes(target) : Object.hasOwn(Object(expected), target);
  });
}

/**
 * The expectations that mention each effect. A missing entry costs time, but no scenario is skipped because
 * of it.
 */
const expectationsByEffect: Readonly<Record<keyof Effects, readonly (keyof Expectations)[]>> = {
  excludeTypes: ['types'],
  preferTypes: ['type'],
  eligible: ['eligible', 'section'],
  offer: ['offices'],
  hideSection: ['section'],
  recipient: ['recipient'],
  destinations: ['destinations'],
  hide: ['hidden', 'shown'],
  show: ['shown', 'hidden'],
  conceal: ['concealed', 'shown'],
  require: ['required'],
  disable: ['disabled'],
  enable: ['enabled', 'disabled'],
  readonly: ['readonly'],
  options: ['options', 'optionLabels'],
  filter: ['options', 'optionLabels'],
  preset: ['presets', 'sent'],
  calculate: ['presets', 'sent'],
  label: ['labels'],
  hint: ['hints'],
  limit: ['limits'],
  bound: ['bounds'],
};

/**
 * Returns true if a plan may differ in a changed form. It cannot differ if the changes concern single fields
 * whose decisions are the same, or what is decided before any field and is the same.
 */
function mayDiffer(made: PassingRun, changes: readonly EffectPart[], form: Form, changedForm: Form): boolean {
  return changes.some((part) => {
    if (decidesStart(part)) return !isSameStart(made.start(), resolveStart(changedForm, made.situation));
    const field = decidesField(part) ? resolveFieldAgain(form, made, part.target ?? '') : undefined;
    return field === undefined || !isSameFieldPlan(field, resolveFieldAgain(changedForm, made, field.name));
  });
}

/**
 * Returns true if two plans are the same for a field, including its texts, apart from the rules that decided
 * it.
 */
function isSameFieldPlan(one: FieldPlan, other: FieldPlan | undefined): boolean {
  return other !== undefined && isEqualJson({ ...one, because: noReasons }, { ...other, because: noReasons });
}

function isSameStart(one: PlanStart, other: PlanStart): boolean {
  const decided = (start: PlanStart) => ({
    ...start,
    typeField: { ...start.typeField, because: noReasons },
    because: noReasons,
  });
  return isEqualJson(decided(one), decided(other));
}

const noReasons = {};

function isFailing(running: Parameters<typeof runScenario>[0]): boolean {
  return runScenario(running).differences.length > 0;
}
