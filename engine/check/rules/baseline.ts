import { holds } from '../../conditions/condition.ts';
import { isAwaited } from '../../effects.ts';
import { type Decided, decidedAnew } from '../../resolve/decided-anew.ts';
import { isAlike } from '../../resolve/same.ts';
import { type CheckOf, runScenario, type Scenario, type ScenarioDocument } from '../../scenarios/index.ts';
import type { FieldPlan, Form, Rule } from '../../types.ts';
import { decisive } from '../keeper.ts';
import { expectsTexts, type ScenarioRun } from '../scenarios.ts';
import { factsOf } from './part-watch.ts';
import { decidesField, type Part, partsOf } from './parts.ts';

/** The scenarios of a form that hold, ready to be asked whether they would notice a change. */
export interface Baseline {
  /** What it depends on whether a scenario notices that a rule is changed; of none whether any of them does. */
  readonly keyOf: (scenario: Scenario | undefined) => string;
  /** A scenario, the one of that name if it is one and else the first, that fails once a rule is changed; undefined where all go on passing. */
  readonly noticedBy: (changed: Rule, askedFirst?: string) => Scenario | undefined;
}

/** A baseline of scenarios that were run; those that do not hold as it is notice nothing. */
export function baselineOf(
  form: Form,
  document: ScenarioDocument,
  { checkOf, runs }: { readonly checkOf: CheckOf; readonly runs: readonly ScenarioRun[] },
): Baseline {
  const passing = runs.flatMap(({ scenario, result }): readonly Run[] => {
    if (result?.differences.length !== 0) return [];
    const { situation, plan } = result;
    return [{ scenario, situation, plan, facts: factsOf(situation, plan) }];
  });
  const rules = new Map(form.rules.map((rule) => [rule.id, rule]));
  const { texts, hash: _ofAll, rules: all, ...decided } = form;
  const whole = JSON.stringify([
    decided,
    Object.keys(texts),
    decisive(all),
    document.offices,
    document.usual,
  ]);
  const said = once(() => JSON.stringify([texts, form.pipes]));
  const known = new Set(passing.map(({ scenario }) => JSON.stringify(scenario)));
  return {
    keyOf(scenario) {
      if (scenario === undefined) return [...known, whole, said()].join('\n');
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
      const isFirst = ({ scenario }: Run) => scenario.name === askedFirst;
      const asked =
        askedFirst === undefined
          ? concerned
          : [...concerned.filter(isFirst), ...concerned.filter((run) => !isFirst(run))];
      const changes = [...(original ? partsOf(original) : []), ...partsOf(changed)];
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
}

/** Whether a plan may be another in a changed form. It is the same where some fields are all that is decided otherwise, and none of them is. */
function mayDiffer(made: Run, changes: readonly Part[], form: Form, changedForm: Form): boolean {
  return changes.some((part) => {
    const field = decidesField(part) ? decidedAnew(form, made, part.target ?? '') : undefined;
    return field === undefined || !isSameField(field, decidedAnew(changedForm, made, field.name));
  });
}

/** Whether two say the same of a field, to its last label; what decided it apart. */
function isSameField(one: FieldPlan, other: FieldPlan | undefined): boolean {
  return other !== undefined && isAlike({ ...one, because: none }, { ...other, because: none });
}

const none = {};

function fails(running: Parameters<typeof runScenario>[0]): boolean {
  return runScenario(running).differences.length > 0;
}
