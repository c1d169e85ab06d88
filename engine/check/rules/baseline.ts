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

/** The scenarios of a form that hold, ready to be asked whether they would notice a change. */
export interface Baseline {
  /** What it depends on whether a scenario notices that a rule is changed; of none whether any of them does. */
  readonly keyOf: (scenario: Scenario | undefined) => string;
  /**
   * A scenario that fails once a rule is changed, the one of that name if it is one; undefined where all go on passing. Those that speak of
   * what the rule decides are asked first: most changes are noticed by one of them.
   */
  readonly noticedBy: (changed: Rule, askedFirst?: string) => Scenario | undefined;
}

/** A baseline of scenarios that were run; those that do not hold as it is notice nothing. */
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
      // A rule reads nothing that it decides, so where it held neither before nor after, nothing has changed, unless it is awaited.
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
  /** What was decided before any field. */
  readonly start: () => Start;
}

/** Those of whom the first holds, then those of whom the second does, and so on; at last the rest. */
function inTurn<Item>(
  items: readonly Item[],
  preferred: readonly ((item: Item) => boolean)[],
): readonly Item[] {
  const turns = new Map(items.map((item) => [item, preferred.findIndex((isSo) => isSo(item))]));
  const all = [...preferred.keys(), -1];
  return all.flatMap((turn) => items.filter((item) => turns.get(item) === turn));
}

/** Of the parts of two rules those that one of them has alone; all where they differ in nothing but what they say. */
function inOneAlone(parts: readonly Part[]): readonly Part[] {
  const alone = parts.filter(({ words }) => parts.filter((other) => other.words === words).length === 1);
  return alone.length > 0 ? alone : parts;
}

/** Whether a scenario expects something of what a part decides. */
function speaksOf({ expect }: Scenario, { path: [effect], target }: Part): boolean {
  return wordsOf[effect as keyof Effects].some((word) => {
    const expected = expect[word];
    if (expected === undefined || target === undefined) return expected !== undefined;
    return Array.isArray(expected) ? expected.includes(target) : Object.hasOwn(Object(expected), target);
  });
}

/** By which words scenarios speak of an effect. A word that lacks costs time, and no scenario is left out for it. */
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
 * Whether a plan may be another in a changed form. It is the same where some fields are all that is decided otherwise, and none of them is,
 * or what is decided before any field, and that is as it was.
 */
function mayDiffer(made: Run, changes: readonly Part[], form: Form, changedForm: Form): boolean {
  return changes.some((part) => {
    if (decidesStart(part)) return !isSameDecision(made.start(), startOf(changedForm, made.situation));
    const field = decidesField(part) ? decidedAnew(form, made, part.target ?? '') : undefined;
    return field === undefined || !isSameField(field, decidedAnew(changedForm, made, field.name));
  });
}

/** Whether two say the same of a field, to its last label; what decided it apart. */
function isSameField(one: FieldPlan, other: FieldPlan | undefined): boolean {
  return other !== undefined && isAlike({ ...one, because: none }, { ...other, because: none });
}

/** Whether two starts are decided alike, whatever decided them. */
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
