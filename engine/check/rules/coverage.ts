import type { Form } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';
import type { Baseline } from './baseline.ts';
import { partsOf, withoutPart } from './parts.ts';

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

/** Which effects some scenario would miss if they were lost, and a note for each that none would. */
export function coverageOf(
  form: Form,
  baseline: Baseline,
  places: Places,
): { readonly coverage: Coverage; readonly findings: readonly Finding[] } {
  const tried = form.rules.flatMap((rule) =>
    partsOf(rule).map((part) => ({
      part,
      isExercised: baseline.noticedBy(withoutPart(rule, part)) !== undefined,
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
