import { holds } from '../../conditions/condition.ts';
import { isAwaited } from '../../effects.ts';
import { resolve } from '../../resolve/resolve.ts';
import type { CheckOf, ScenarioDocument } from '../../scenarios/index.ts';
import type { Form, Rule } from '../../types.ts';
import { openings } from '../proof/openings.ts';
import { runScenarios } from '../scenarios.ts';
import { typeSlices } from '../situations/type-slice.ts';
import { type JudgePlan, TooManySituations, visits } from '../situations/visits.ts';
import { baselineOf } from './baseline.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { factsOf, type Seen, signatureOf } from './part-watch.ts';

export interface GapInput {
  readonly form: Form;
  readonly scenarios: ScenarioDocument;
  readonly judge: JudgePlan;
  readonly checkOf: CheckOf;
}

export interface GapReport {
  readonly mutants: number;
  /** The number of mutants that made some scenario fail. */
  readonly noticed: number;
  /** Mutants that change what some visitor sees or may send, and that no scenario notices. */
  readonly gaps: readonly Mutant[];
}

/** Tries every mutant of every rule against the scenarios. A mutant that changes no plan is no gap. */
export function findGaps({ form, scenarios, judge, checkOf }: GapInput): GapReport {
  const runs = runScenarios(form, scenarios, checkOf);
  const baseline = baselineOf(form, scenarios, { checkOf, runs });
  const mutants = form.rules.flatMap(mutantsOf);
  const unnoticed = mutants.filter(({ rule }) => baseline.noticedBy(rule) === undefined);
  const open = new Map(unnoticed.map((mutant) => [mutant, variantOf(form, mutant.rule)]));
  const gaps: Mutant[] = [];
  for (const seen of situationsSeen({ form, scenarios, judge, checkOf })) {
    if (open.size === 0) break;
    for (const mutant of changing(form, open, seen)) {
      gaps.push(mutant);
      open.delete(mutant);
    }
  }
  return { mutants: mutants.length, noticed: mutants.length - unnoticed.length, gaps };
}

function variantOf(form: Form, changed: Rule): Form {
  return { ...form, rules: form.rules.map((rule) => (rule.id === changed.id ? changed : rule)) };
}

/**
 * Generates the pages as they open, then the situations of each type, each with the plan of the whole form.
 */
function* situationsSeen({ form, scenarios, judge }: GapInput): Generator<Seen> {
  for (const { situation } of openings(form, scenarios))
    yield { form, situation, plan: resolve(form, situation) };
  for (const slice of typeSlices(form)) {
    try {
      for (const { situation } of visits({ slice, document: scenarios, judge }))
        yield { form, situation, plan: resolve(form, situation) };
    } catch (error) {
      // `check` reports types whose situations are too many. The situations visited before that count.
      if (!(error instanceof TooManySituations)) throw error;
    }
  }
}

function changing(form: Form, open: ReadonlyMap<Mutant, Form>, { situation, plan }: Seen): readonly Mutant[] {
  const facts = factsOf(situation, plan);
  const originals = new Map(form.rules.map((rule) => [rule.id, rule]));
  const before = signatureOf(plan);
  return [...open].flatMap(([mutant, variant]) => {
    const rules = [originals.get(mutant.rule.id), mutant.rule];
    const held = rules.some((rule) => rule && (isAwaited(rule.then) || holds(rule.when, facts)));
    return held && signatureOf(resolve(variant, situation)) !== before ? [mutant] : [];
  });
}
