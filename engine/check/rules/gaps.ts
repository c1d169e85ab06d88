import { evaluateCondition } from '../../conditions/condition.ts';
import { hasEffectWhenUnmatched } from '../../model/effects.ts';
import type { Form, Rule } from '../../model/types.ts';
import { resolve } from '../../resolve/resolve.ts';
import { generateOpenings } from '../proof/openings.ts';
import type { ScenarioDocument, SchemaCheckLookup } from '../scenarios/index.ts';
import { runScenarios } from '../scenarios.ts';
import { createTypeSlices } from '../situations/type-slice.ts';
import { generateVisits, type JudgePlan, TooManySituations } from '../situations/visits.ts';
import { createBaseline } from './baseline.ts';
import { generateRuleMutants, type RuleMutant } from './mutants.ts';
import { getPlanFacts, type ResolvedSituation, serializePlan } from './part-log.ts';

export interface GapInput {
  readonly form: Form;
  readonly scenarios: ScenarioDocument;
  /** Returns the problems of a plan when it is submitted. */
  readonly judge: JudgePlan;
  /** Returns the compiled schema of a type by its key, to check the answers of scenarios. */
  readonly checkOf: SchemaCheckLookup;
}

export interface GapReport {
  /** The number of all mutants. */
  readonly mutants: number;
  /** The number of mutants that made some scenario fail. */
  readonly noticed: number;
  /** Mutants that change what some visitor sees or may send, and that no scenario notices. */
  readonly gaps: readonly RuleMutant[];
}

/**
 * Makes small mistakes in the rules, one at a time (mutants), and returns those that no scenario notices
 * although they change what some visitor sees or may send. An unnoticed mutant that changes no visited plan
 * is no gap.
 */
export function findGaps({ form, scenarios, judge, checkOf }: GapInput): GapReport {
  const runs = runScenarios(form, scenarios, checkOf);
  const baseline = createBaseline(form, scenarios, { checkOf, runs });
  const mutants = form.rules.flatMap(generateRuleMutants);
  const unnoticed = mutants.filter(({ rule }) => baseline.findNoticingScenario(rule) === undefined);
  const open = new Map(unnoticed.map((mutant) => [mutant, replaceRule(form, mutant.rule)]));
  const gaps: RuleMutant[] = [];
  for (const seen of generateSituations({ form, scenarios, judge, checkOf })) {
    if (open.size === 0) break;
    for (const mutant of findMutantsChangingPlan(form, open, seen)) {
      gaps.push(mutant);
      open.delete(mutant);
    }
  }
  return { mutants: mutants.length, noticed: mutants.length - unnoticed.length, gaps };
}

/** Returns a copy of a form with `changed` in place of the rule that has the same id. */
function replaceRule(form: Form, changed: Rule): Form {
  return { ...form, rules: form.rules.map((rule) => (rule.id === changed.id ? changed : rule)) };
}

/**
 * Generates the pages as they open, then the situations of each type, each with the plan of the whole form.
 * If a type has too many situations, those after its limit are left out.
 */
function* generateSituations({ form, scenarios, judge }: GapInput): Generator<ResolvedSituation> {
  for (const { situation } of generateOpenings(form, scenarios))
    yield { form, situation, plan: resolve(form, situation) };
  for (const slice of createTypeSlices(form)) {
    try {
      for (const { situation } of generateVisits({ slice, document: scenarios, judge }))
        yield { form, situation, plan: resolve(form, situation) };
    } catch (error) {
      // `check` reports types whose situations are too many. The situations visited before that count.
      if (!(error instanceof TooManySituations)) throw error;
    }
  }
}

/**
 * Returns the mutants whose form has a different plan in a situation. Reasons are not compared.
 * @param open Each mutant with the form that contains it.
 */
function findMutantsChangingPlan(
  form: Form,
  open: ReadonlyMap<RuleMutant, Form>,
  { situation, plan }: ResolvedSituation,
): readonly RuleMutant[] {
  const facts = getPlanFacts(situation, plan);
  const originals = new Map(form.rules.map((rule) => [rule.id, rule]));
  const before = serializePlan(plan);
  return [...open].flatMap(([mutant, variant]) => {
    const rules = [originals.get(mutant.rule.id), mutant.rule];
    const mayMatter = rules.some(
      (rule) => rule && (hasEffectWhenUnmatched(rule.then) || evaluateCondition(rule.when, facts)),
    );
    return mayMatter && serializePlan(resolve(variant, situation)) !== before ? [mutant] : [];
  });
}
