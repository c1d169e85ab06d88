import { holds } from '../../conditions/condition.ts';
import { isAwaited } from '../../effects.ts';
import { type Decided, decidedAnew } from '../../resolve/decided-anew.ts';
import { isAlike } from '../../resolve/same.ts';
import { type Start, startOf } from '../../resolve/start.ts';
import {
  type CheckOf,
  type Expectations,
  runScenario,
  type Scenario,
  type ScenarioDocument,
} from '../../scenarios/index.ts';
import type { Effects, FieldPlan, Form, Rule } from '../../types.ts';
import { decisive, type Keeper, keepingNothing } from '../keeper.ts';
import { expectsTexts, nameOfText, type ScenarioRun } from '../scenarios.ts';
import { factsOf } from './part-watch.ts';
import { decidesField, decidesStart, type Part, partsOf } from './parts.ts';

/**
 * The scenarios of a form that pass. They are used to find out whether a change of a rule would be noticed.
 */
export interface Baseline {
  /**
   * Returns a cache key of everything that decides whether this scenario notices a change of a rule; without
   * a scenario, whether any scenario does.
   */
  readonly keyOf: (scenario: Scenario | undefined) => string;
  /**
   * Returns a scenario that fails once a rule is changed; undefined if all scenarios still pass. The scenario
   * named `askedFirst` is tried first, then those that mention what the rule decides, because one of them
   * notices most changes.
   */
  readonly noticedBy: (changed: Rule, askedFirst?: string) => Scenario | undefined;
}

/** Creates a baseline of scenarios that were run. Scenarios that already fail are left out. */
export function baselineOf(
  form: Form,
  document: ScenarioDocument,
  { checkOf, runs }: { readonly checkOf: CheckOf; readonly runs: readonly ScenarioRun[] },
  keeper: Keeper = keepingNothing,
): Baseline {
  const passing = runs.flatMap(({ scenario, result }): readonly Run[] => {
    if (result?.differences.length !== 0) return [];
    const { situation, plan } = result;
    const start = once(() => startOf(form, situation));
    return [{ scenario, situation, plan, facts: factsOf(situation, plan), start }];
  });
  const rules = new Map(form.rules.map((rule) => [rule.id, rule]));
  const { texts, hash: _ofAll, rules: every, ...decided } = form;
  const nameOf = (place: string, data: unknown) =>
    nameOfText(JSON.stringify(data), `baseline ${place}`, keeper);
  const whole = nameOf('whole', [
    decided,
    Object.keys(texts),
    decisive(every),
    document.offices,
    document.usual,
  ]);
  const said = once(() => nameOf('said', [texts, form.pipes]));
  const known = new Set(passing.map(({ scenario }) => JSON.stringify(scenario)));
  const all = once(() => nameOf('scenarios', [...known]));
  return {
    keyOf(scenario) {
      if (scenario === undefined) return [all(), whole, said()].join('\n');
      const words = JSON.stringify(scenario);
      const isReading = expectsTexts(scenario) || form.pipes !== undefined;
      return known.has(words) ? [words, whole, isReading ? said() : ''].join('\n') : 'gone';
    },
    noticedBy(changed, askedFirst) {
      const original = rules.get(changed.id);
      const changedForm = {
        ...form,
        rules: form.rules.map((rule) => (rule.id === changed.id ? changed : rule)),
      };
      // A rule cannot read what it decides. So if its condition is false before and after the change, nothing
      // has changed, except for effects with a meaning when no rule matches (`mattersWhenUnmatched`).
      const isEverywhere = [original, changed].some((rule) => rule && isAwaited(rule.then));
      const concerned = passing.filter(
        ({ facts }) => isEverywhere || holds(original?.when, facts) || holds(changed.when, facts),
      );
      const changes = [...(original ? partsOf(original) : []), ...partsOf(changed)];
      const asked = inTurn(concerned, [
        ({ scenario }) => scenario.name === askedFirst,
        ({ scenario }) => inOneAlone(changes).some((part) => speaksOf(scenario, part)),
      ]);
      const noticing = asked.find(
        (run) =>
          mayDiffer(run, changes, form, changedForm) &&
          fails({ form: changedForm, document, scenario: run.scenario, checkOf }),
      );
      return noticing?.scenario;
    },
  };
}

function once<Made extends {}>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

interface Run extends Decided {
  readonly scenario: Scenario;
  /** Returns what was decided before any field. It is computed once. */
  readonly start: () => Start;
}

/** Sorts items by the first preference that each meets; items that meet none come last. */
function inTurn<Item>(
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
function inOneAlone(parts: readonly Part[]): readonly Part[] {
  const alone = parts.filter(({ words }) => parts.filter((other) => other.words === words).length === 1);
  return alone.length > 0 ? alone : parts;
}

function speaksOf({ expect }: Scenario, { path: [effect], target }: Part): boolean {
  return wordsOf[effect as keyof Effects].some((word) => {
    const expected = expect[word];
    if (expected === undefined || target === undefined) return expected !== undefined;
    return Array.isArray(expected) ? expected.includes(target) : Object.hasOwn(Object(expected), target);
  });
}

/**
 * The expectations that mention each effect. A missing entry costs time, but no scenario is skipped because
 * of it.
 */
const wordsOf: Readonly<Record<keyof Effects, readonly (keyof Expectations)[]>> = {
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
function mayDiffer(made: Run, changes: readonly Part[], form: Form, changedForm: Form): boolean {
  return changes.some((part) => {
    if (decidesStart(part)) return !isSameDecision(made.start(), startOf(changedForm, made.situation));
    const field = decidesField(part) ? decidedAnew(form, made, part.target ?? '') : undefined;
    return field === undefined || !isSameField(field, decidedAnew(changedForm, made, field.name));
  });
}

/**
 * Returns true if two plans are the same for a field, including its texts, apart from the rules that decided
 * it.
 */
function isSameField(one: FieldPlan, other: FieldPlan | undefined): boolean {
  return other !== undefined && isAlike({ ...one, because: none }, { ...other, because: none });
}

function isSameDecision(one: Start, other: Start): boolean {
  const decided = (start: Start) => ({
    ...start,
    typeField: { ...start.typeField, because: none },
    because: none,
  });
  return isAlike(decided(one), decided(other));
}

const none = {};

function fails(running: Parameters<typeof runScenario>[0]): boolean {
  return runScenario(running).differences.length > 0;
}
