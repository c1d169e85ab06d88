import type { Scenario } from '../../scenarios/index.ts';
import type { Form, Rule } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import { type Keeper, keepingNothing } from '../keeper.ts';
import type { Places } from '../places.ts';
import type { Baseline } from './baseline.ts';
import { type Part, partsOf, withoutPart } from './parts.ts';

/** How much of the rules the scenarios hold fast. */
export interface Coverage {
  readonly rules: Share;
  readonly effects: Share;
}

/** So many of so many. */
export interface Share {
  readonly exercised: number;
  readonly total: number;
}

/** The scenario that noticed, if one did. */
interface Noticed {
  readonly by: Scenario | undefined;
}

/** Which effects some scenario would miss if they were lost, and a note for each that none would. */
export function coverageOf(
  form: Form,
  baseline: Baseline,
  places: Places,
  keeper: Keeper = keepingNothing,
): { readonly coverage: Coverage; readonly findings: readonly Finding[] } {
  // Whichever scenario notices it, the effect is exercised: the one that did so last is asked first, and only if it may say otherwise now.
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
