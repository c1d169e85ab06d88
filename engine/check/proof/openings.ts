import { listFactsRead } from '../../conditions/condition.ts';
import { findDimensions } from '../../conditions/situation-space.ts';
import type { Condition, Form, Plan, Situation } from '../../model/types.ts';
import { resolve } from '../../resolve/resolve.ts';
import type { Office } from '../../yard/types.ts';
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
 * the preselected office if a rule reads it.
 */
export function buildOpeningAxes(form: Form, { usual }: ScenarioDocument): readonly Axis[] {
  const rules = listOpeningRules(form);
  const conditions = rules.flatMap(({ when }): readonly Condition[] => (when === undefined ? [] : [when]));
  const asked = [...conditions, ...rules.map(({ then }) => then.preferTypes)];
  const facts = new Set(asked.flatMap((each) => listFactsRead(each)));
  const given = buildGivenAxes({ conditions, facts, optionSets: new Set() }, usual);
  const readsSelectedOffice = facts.has('page.selectedOffice') || facts.has('selectedOffice.services');
  const selected = Object.keys(createSelectedOffices(form)).map((selectedOffice) => ({ selectedOffice }));
  return readsSelectedOffice
    ? [...given, { facts: 'page.selectedOffice', choices: [{}, ...selected] }]
    : given;
}

/**
 * Generates each page that the rules about offered types can distinguish, as it opens, with its plan. The
 * plan is resolved with these rules only.
 */
export function* generateOpenings(form: Form, document: ScenarioDocument): Generator<Opening> {
  const opening = { ...form, rules: listOpeningRules(form) };
  const known = { ...document, offices: { ...document.offices, ...createSelectedOffices(form) } };
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
 * Returns generated offices to preselect, by name: one for each service that is named like an enquiry type or
 * in a condition, one without services and one with all.
 */
export function createSelectedOffices(form: Form): Readonly<Record<string, Office>> {
  const conditions = listOpeningRules(form).flatMap(({ when, then }): readonly Condition[] =>
    [when, then.preferTypes].filter((condition) => condition !== undefined),
  );
  const named = findDimensions(conditions, form.types)
    .filter(({ fact }) => fact === 'selectedOffice.services')
    .flatMap(({ values }) => values.flat().map(String));
  const services = [...new Set([...form.types.map(({ key }) => key.toLowerCase()), ...named])];
  const lists = [[], ...services.map((service) => [service]), services];
  return Object.fromEntries(
    lists.map((list, index) => [
      `office-for-${list.length === 1 ? list[0] : list.length === 0 ? 'nothing' : 'everything'}`,
      { id: 910_001 + index, name: `Office ${index + 1}`, email: 'office@example.com', services: list },
    ]),
  );
}
