import type { FieldPlan, Form, Plan } from '../../model/types.ts';
import { pickMissingItems, replaceItems } from '../../preset/scenarios.ts';
import { resolvePiped } from '../../resolve/piping.ts';
import type { ExampleSituation } from '../rules/rule-coverage.ts';
import { type ScenarioDocument, type ScenarioSituation, toScenarioSituation } from '../scenarios/index.ts';
import { createTypeSlices } from './type-slice.ts';
import type { Visit } from './visit.ts';
import { generateVisits, TooManySituations } from './visits.ts';

/** A situation in which a form looks different than in the others that were found. */
export interface DifferingSituation extends ExampleSituation {
  readonly plan: Plan;
  /** The number of choices in it that are not the usual ones. */
  readonly unusual: number;
}

/** In forms with more situations than this, only the first ones are compared. */
const maxVisited = 5_000;

/**
 * Returns the situations in which the form of a type looks different, the most usual first. For each way in
 * which fields are shown, required, fixed and limited before anything else is answered, it returns the
 * situation that differs least from the usual one; of those that differ only in the day of a date, the first. Returns none if the form does not have the type.
 * @param most The largest number of situations to return.
 */
export function findDifferingSituations(
  form: Form,
  document: ScenarioDocument,
  { type, most }: { readonly type: string; readonly most: number },
): readonly DifferingSituation[] {
  const slice = createTypeSlices(form).find((each) => each.type.key === type);
  if (slice === undefined) return [];
  const found = new Map<string, DifferingSituation>();
  let count = 0;
  try {
    for (const visit of generateVisits({ slice, document, judge: () => [] }, 'any')) {
      count += 1;
      if (count > maxVisited) break;
      const resolved = resolveBeforeAnswers(form, document, visit);
      const key = serializeAppearance(resolved.plan);
      const known = found.get(key);
      if (known === undefined || known.unusual > resolved.unusual) found.set(key, resolved);
    }
  } catch (error) {
    if (!(error instanceof TooManySituations)) throw error;
  }
  const sorted = [...found.values()].sort((one, other) => one.unusual - other.unusual);
  return pickOneDayEach(sorted).slice(0, most);
}

/** Returns the situations without those that differ from an earlier one only in the day of a date. */
function pickOneDayEach(situations: readonly DifferingSituation[]): readonly DifferingSituation[] {
  const seen = new Set<string>();
  return situations.filter(({ on }) => {
    const key = JSON.stringify(on, (_name, value) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? 'day' : value,
    );
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/**
 * Resolves the page of a visit with only those answers that define the situation, without those of the form's
 * example. Items of the narrowed list that the document does not have are returned with it.
 */
function resolveBeforeAnswers(
  form: Form,
  document: ScenarioDocument,
  { words, unusual, known }: Visit,
): DifferingSituation {
  const on: ScenarioSituation = words;
  const plan = resolvePiped(form, toScenarioSituation(form, replaceItems(document, known), on));
  return { on, plan, unusual, ...pickMissingItems(on, { known, document }) };
}

/**
 * Serializes how a plan looks, without texts and without the values of options and presets. All plans without
 * the section are equal.
 */
function serializeAppearance({ isSectionShown, type, fields, recipient, destinations }: Plan): string {
  if (!isSectionShown) return 'hidden';
  return JSON.stringify([type?.key, recipient, destinations, fields.map(toFieldAppearance)]);
}

/** Returns how a field looks; only its name if it is hidden. */
function toFieldAppearance(field: FieldPlan): unknown {
  const { name, visibility, isRequired, fixed, limits, bounds, options, definition } = field;
  if (visibility === 'hidden') return [name];
  const isEmpty = options?.length === 0;
  const isChosen = definition.isCalculated ? null : field.preset !== undefined;
  return [name, visibility, isRequired, fixed, limits, bounds, isEmpty, isChosen];
}
