import { listFactsRead } from '../../conditions/condition.ts';
import type { Condition, Form, Plan, Situation } from '../../model/types.ts';
import {
  addItems,
  createPreselectionAxis,
  createPreselections,
  type NamedItems,
  readsPreselection,
} from '../../preset/check.ts';
import { resolve } from '../../resolve/resolve.ts';
import { type ScenarioDocument, toScenarioSituation } from '../scenarios/index.ts';
import {
  type Axis,
  buildGivenAxes,
  generateCombinations,
  type PartialSituation,
} from '../situations/axes.ts';

/** A page as it opens: every enquiry type is listed, and nothing is entered yet. */
export interface Opening {
  /** The form with only the rules that decide which types are offered and which one opens. */
  readonly form: Form;
  /** The situation in the terms of scenarios. */
  readonly words: PartialSituation;
  /** The number of axes on which the situation differs from the usual one. */
  readonly unusual: number;
  readonly situation: Situation;
  readonly plan: Plan;
}

/**
 * Returns the axes of pages that the rules about offered types can distinguish: those of the given facts, and
 * the preselected item of the narrowed list if a rule reads it.
 */
export function buildOpeningAxes(form: Form, { usual }: ScenarioDocument): readonly Axis[] {
  const rules = listOpeningRules(form);
  const conditions = rules.flatMap(({ when }): readonly Condition[] => (when === undefined ? [] : [when]));
  const asked = [...conditions, ...rules.map(({ then }) => then.preferTypes)];
  const facts = new Set(asked.flatMap((each) => listFactsRead(each)));
  const given = buildGivenAxes({ conditions, facts, optionSets: new Set() }, usual);
  return readsPreselection({ facts })
    ? [...given, createPreselectionAxis(Object.keys(createOpeningPreselections(form)))]
    : given;
}

/**
 * Generates each page that the rules about offered types can distinguish, as it opens, with its plan. The
 * plan is resolved with these rules only.
 */
export function* generateOpenings(form: Form, document: ScenarioDocument): Generator<Opening> {
  const opening = { ...form, rules: listOpeningRules(form) };
  const known = addItems(document, createOpeningPreselections(form));
  const types = form.types.map(({ key }) => key);
  for (const { words, unusual } of generateCombinations(buildOpeningAxes(form, document), { types })) {
    const situation = toScenarioSituation(form, known, words);
    yield { form: opening, words, unusual, situation, plan: resolve(opening, situation) };
  }
}

/** Returns the rules that decide which types are offered or which one opens. */
function listOpeningRules(form: Form) {
  return form.rules.filter(({ then }) => then.excludeTypes !== undefined || then.preferTypes !== undefined);
}

/**
 * Returns generated items of the narrowed list to preselect, by name: those that the rules can distinguish.
 */
export function createOpeningPreselections(form: Form): NamedItems {
  const conditions = listOpeningRules(form).flatMap(({ when, then }): readonly Condition[] =>
    [when, then.preferTypes].filter((condition) => condition !== undefined),
  );
  return createPreselections(conditions, form.types);
}
