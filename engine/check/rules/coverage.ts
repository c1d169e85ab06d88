import type { Scenario } from '../../scenarios/index.ts';
import type { Form, Rule } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import { type Keeper, keepingNothing } from '../keeper.ts';
import type { Places } from '../places.ts';
import type { Baseline } from './baseline.ts';
import { type Part, partsOf, withoutPart } from './parts.ts';

/** The shares of rules and effects that the scenarios test. */
export interface Coverage {
  readonly rules: Share;
  readonly effects: Share;
}

/** The number of tested items, and of all items. */
export interface Share {
  readonly exercised: number;
  readonly total: number;
}

/** The scenario that noticed a change; undefined if none did. */
interface Noticed {
  readonly by: Scenario | undefined;
}

/**
 * Returns which effects are tested, which means that some scenario would fail without them, and a note for
 * each effect that is not.
 */
export function coverageOf(
  form: Form,
  baseline: Baseline,
  places: Places,
  keeper: Keeper = keepingNothing,
): { readonly coverage: Coverage; readonly findings: readonly Finding[] } {
  // Any scenario that notices the loss tests the effect. The one that noticed it last is tried first, and
  // only if its result may have changed.
  const isNoticed = (rule: Rule, part: Part) => {
    const place = `part ${part.ruleId} ${part.path.join('/')}`;
    const last = keeper.last(place) as Noticed | undefined;
    const keyOf = (made: Noticed | undefined) => baseline.keyOf(made?.by);
    const noticed = keeper.keepBy(place, keyOf, (): Noticed => {
      return { by: baseline.noticedBy(withoutPart(rule, part), last?.by?.name) };
    });
    return noticed.by !== undefined;
  };
  const tried = form.rules.flatMap((rule) =>
    partsOf(rule).map((part) => ({
      part,
      isExercised: isNoticed(rule, part),
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
        finding({
          ...places.rule(part.ruleId, 'then', ...part.path),
          code: 'untested-effect',
          reason: `no scenario would notice if the rule "${part.ruleId}" lost "${part.words}"; add one to scenarios.json`,
        }),
      ),
  };
}
