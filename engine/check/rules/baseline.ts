import { type FactValues, holds } from '../../conditions/evaluate.ts';
import { type CheckOf, runScenario, type Scenario, type ScenarioDocument } from '../../scenarios/index.ts';
import type { Form, Rule } from '../../types.ts';
import { factsOf } from './part-watch.ts';

/** The scenarios of a form that hold, ready to be asked whether they would notice a change. */
export interface Baseline {
  /** The first scenario that fails once a rule is changed; undefined where all go on holding. */
  readonly noticedBy: (changed: Rule) => Scenario | undefined;
  /** Names of scenarios that fail before anything is changed; they notice nothing. */
  readonly failing: readonly string[];
}

/** Runs every scenario once. */
export function baselineOf(form: Form, document: ScenarioDocument, checkOf: CheckOf): Baseline {
  const runs = document.scenarios.map((scenario): Run => {
    const { situation, plan, differences } = runScenario({ form, document, scenario, checkOf });
    return { scenario, facts: factsOf(situation, plan), holds: differences.length === 0 };
  });
  const holding = runs.filter((run) => run.holds);
  const rules = new Map(form.rules.map((rule) => [rule.id, rule]));
  return {
    failing: runs.filter((run) => !run.holds).map(({ scenario }) => scenario.name),
    noticedBy(changed) {
      const original = rules.get(changed.id);
      const changedForm = {
        ...form,
        rules: form.rules.map((rule) => (rule.id === changed.id ? changed : rule)),
      };
      // A rule reads nothing that it decides, so where it held neither before nor after, nothing has changed.
      const concerned = holding.filter(
        ({ facts }) => holds(original?.when, facts) || holds(changed.when, facts),
      );
      return concerned.find(({ scenario }) => fails({ form: changedForm, document, scenario, checkOf }))
        ?.scenario;
    },
  };
}

interface Run {
  readonly scenario: Scenario;
  readonly facts: FactValues;
  readonly holds: boolean;
}

function fails(running: Parameters<typeof runScenario>[0]): boolean {
  return runScenario(running).differences.length > 0;
}
