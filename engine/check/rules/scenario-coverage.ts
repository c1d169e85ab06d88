import type { Form, Rule } from '../../model/types.ts';
import { type CheckCache, noCheckCache } from '../check-cache.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';
import type { Scenario } from '../scenarios/index.ts';
import type { Baseline } from './baseline.ts';
import { type EffectPart, listEffectParts, removePart } from './effect-parts.ts';

export interface ScenarioCoverage {
  readonly rules: TestedShare;
  readonly effects: TestedShare;
}

export interface TestedShare {
  /** The number that is tested. */
  readonly exercised: number;
  /** The number of all, tested or not. */
  readonly total: number;
}

/** The result of removing one effect from its rule and running the scenarios. */
interface NoticedLoss {
  /** The scenario that fails without the effect; undefined if none does. */
  readonly by: Scenario | undefined;
}

/**
 * Returns how many rules and effects are tested, and a finding for each effect that is not. An effect is
 * tested if some scenario that passes now would fail without it, a rule if one of its effects is.
 */
export function computeScenarioCoverage(
  form: Form,
  baseline: Baseline,
  locator: DocumentLocator,
  cache: CheckCache = noCheckCache,
): { readonly coverage: ScenarioCoverage; readonly findings: readonly Finding[] } {
  /** Returns true if a scenario fails once the part is removed from the rule. Caches that scenario. */
  // Any scenario that notices the loss tests the effect. The one that noticed it last is tried first, and
  // only if its result may have changed.
  const isTested = (rule: Rule, part: EffectPart) => {
    const slot = `part ${part.ruleId} ${part.path.join('/')}`;
    const last = cache.getLatest(slot) as NoticedLoss | undefined;
    /** Returns the cache key of a result: of the scenario that failed, or of all scenarios if none did. */
    const getKey = (made: NoticedLoss | undefined) => baseline.getKey(made?.by);
    const noticed = cache.getOrComputeBy(slot, getKey, (): NoticedLoss => {
      return { by: baseline.findNoticingScenario(removePart(rule, part), last?.by?.name) };
    });
    return noticed.by !== undefined;
  };
  const tried = form.rules.flatMap((rule) =>
    listEffectParts(rule).map((part) => ({
      part,
      isExercised: isTested(rule, part),
    })),
  );
  const exercised = tried.filter(({ isExercised }) => isExercised);
  const ids = new Set(exercised.map(({ part }) => part.ruleId));
  return {
    coverage: {
      rules: { exercised: ids.size, total: form.rules.length },
      effects: { exercised: exercised.length, total: tried.length },
    },
    findings: tried
      .filter(({ isExercised }) => !isExercised)
      .map(({ part }) =>
        createFinding({
          ...locator.rule(part.ruleId, 'then', ...part.path),
          code: 'untested-effect',
          reason: `no scenario would fail if the rule "${part.ruleId}" lost "${part.words}"; add one to scenarios.json`,
        }),
      ),
  };
}
