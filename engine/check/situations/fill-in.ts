import { isSameJson } from '../../json-schema/values.ts';
import { typeField } from '../../model/names.ts';
import type { FieldPlan, Form, Plan, Situation, Values } from '../../model/types.ts';
import { resolve } from '../../resolve/resolve.ts';
import { getExamples } from '../scenarios/index.ts';

/**
 * A page, and what its visitor enters. `fixed` has precedence over the example, and the example over the
 * values that the situation contains.
 */
export interface EmptyPage {
  readonly form: Form;
  readonly situation: Situation;
  /**
   * Values that the visitor enters, whatever the example contains; null empties a field. They are never
   * corrected.
   */
  readonly fixed: Values;
  /** The values to enter instead of those of the examples. The page is then filled in once. */
  readonly instead?: Values;
}

/** The page with the entered values, and the plan that results from them. */
export interface FilledPage {
  readonly situation: Situation;
  readonly plan: Plan;
}

/**
 * Generates the page as a visitor fills it in, once for each example of the form's first type, once if it has
 * none. A choice that is not offered, or is required and missing, becomes the first one that is offered.
 */
export function* generateFilledPages(page: EmptyPage): Generator<FilledPage> {
  const { form, situation, fixed, instead } = page;
  const examples = instead === undefined ? form.types.slice(0, 1).flatMap(getExamples) : [instead];
  for (const example of examples.length > 0 ? examples : [{}]) {
    const start = { ...situation.entered, ...example, ...fixed };
    const entered = Object.fromEntries(Object.entries(start).filter(([, value]) => value !== null));
    yield fillInPage(page, entered);
  }
}

/**
 * Resolves the page with the entered values and corrects choices that are not offered. A choice may show
 * another field, so it corrects at most twice.
 */
function fillInPage({ form, situation, fixed }: EmptyPage, entered: Values): FilledPage {
  /** Resolves the page with exactly these entered values. */
  const resolvePage = (values: Values): FilledPage => {
    const there = { ...situation, entered: values };
    return { situation: there, plan: resolve(form, there) };
  };
  let page = resolvePage(entered);
  for (let round = 0; round < 2; round += 1) {
    const corrections = listCorrections(page, fixed);
    if (corrections.length === 0) break;
    page = resolvePage({ ...page.situation.entered, ...Object.fromEntries(corrections) });
  }
  return page;
}

/** A new value of a field; undefined empties it. */
type FieldChange = readonly [name: string, value: unknown];

/** Returns the changes of `correctField` for all fields except the choice of the type and the fixed ones. */
function listCorrections({ plan, situation }: FilledPage, fixed: Values): readonly FieldChange[] {
  return plan.fields
    .filter(({ name }) => name !== typeField && !(name in fixed))
    .flatMap((field) => correctField(field, situation.entered[field.name]));
}

/**
 * Returns the first offered choice if a required choice is missing or the entered one is not offered, as a
 * list of one if the answer is a list; `undefined`, which empties the field, if no choice is offered or if
 * the field is concealed and has an answer. Returns no change for other fields.
 */
function correctField(
  { name, definition, visibility, fixed, options, value, isRequired }: FieldPlan,
  entered: unknown,
): readonly FieldChange[] {
  // A visitor cannot enter a value that is not visible.
  if (visibility === 'concealed' && entered !== undefined) return [[name, undefined]];
  if (visibility !== 'shown' || fixed !== undefined || options === undefined || value !== undefined)
    return [];
  const first = options[0] && (definition.kind === 'json' ? [options[0].value] : options[0].value);
  return !isSameJson(entered, first) && (entered !== undefined || isRequired) ? [[name, first]] : [];
}
