import { toProblem } from '../json-schema/schema-problem.ts';
import { typeField } from '../model/names.ts';
import type { FieldPlan, Plan, Problem, SchemaCheck, Visibility } from '../model/types.ts';

/**
 * The last step of every form in steps, where visitors review and send their answers. No step of a form set
 * has this name.
 */
export const reviewStep = 'check';

export interface FormStep {
  readonly name: string;
  /**
   * The fields of the step that are not hidden (concealed ones included), in the plan's order. The first step
   * includes the enquiry type.
   */
  readonly fields: readonly string[];
  /** The problems that block the next step. */
  readonly problems: readonly Problem[];
}

/**
 * Returns the steps of a plan that a visitor goes through, without `reviewStep`, each with its problems. A
 * step is skipped if all its fields are hidden or have the widget `hidden`. The result is empty if the type
 * has no steps or all of them are skipped; the form has one page then.
 * @param problems The problems of the whole form.
 */
export function listFormSteps({ type, fields }: Plan, problems: readonly Problem[]): readonly FormStep[] {
  const fieldsByName = new Map(fields.map((field) => [field.name, field]));
  /** Returns true if the field is not hidden and has a visible widget. */
  const isFieldDrawn = (name: string) => hasVisibleWidget(fieldsByName.get(name));
  const shown = (type?.steps ?? []).filter((step) => step.fields.some(isFieldDrawn));
  return shown.map(({ name, fields: own }, index) => {
    const names = [...(index === 0 ? [typeField] : []), ...own];
    const ofStep = new Set(names.filter((field) => getVisibility(fieldsByName.get(field)) !== 'hidden'));
    return {
      name,
      fields: fields.flatMap((field) => (ofStep.has(field.name) ? [field.name] : [])),
      problems: problems.filter((problem) => ofStep.has(getTopLevelField(problem))),
    };
  });
}

/**
 * Returns the name of the step to show: the requested one, or the first earlier one that has problems. An
 * unknown or undefined step counts as the first. `reviewStep` is reachable if no step has problems.
 */
export function findReachableStep(steps: readonly FormStep[], asked: string | undefined): string {
  const names = [...steps.map(({ name }) => name), reviewStep];
  const wanted = asked === undefined ? 0 : Math.max(0, names.indexOf(asked));
  const unanswered = steps.findIndex(({ problems }) => problems.length > 0);
  return names[unanswered === -1 ? wanted : Math.min(wanted, unanswered)] ?? reviewStep;
}

/** Returns the name of the step after another; undefined after `reviewStep` and for an unknown step. */
export function getNextStep(steps: readonly FormStep[], name: string): string | undefined {
  return getNeighbourStep(steps, name, 1);
}

/**
 * Returns the name of the step before another (before `reviewStep`: the last one); undefined before the first
 * and for an unknown step.
 */
export function getPreviousStep(steps: readonly FormStep[], name: string): string | undefined {
  return getNeighbourStep(steps, name, -1);
}

/** Returns the step that contains a field; undefined for a field that is hidden or in no step. */
export function findStepOfField(steps: readonly FormStep[], field: string): FormStep | undefined {
  return steps.find(({ fields }) => fields.includes(field));
}

/**
 * Returns a check that omits errors of the form as a whole. A later step may resolve such errors, so they are
 * judged after the last step.
 */
export function omitFormErrors(check: SchemaCheck): SchemaCheck {
  return (values) => check(values).filter((error) => toProblem(error).field !== '');
}

/**
 * Returns the name of the step at a distance from another, with `reviewStep` as the last one; undefined if
 * there is none or the other is unknown.
 */
function getNeighbourStep(steps: readonly FormStep[], name: string, distance: 1 | -1): string | undefined {
  const names = [...steps.map((step) => step.name), reviewStep];
  const at = names.indexOf(name);
  return at === -1 ? undefined : names[at + distance];
}

/** Returns the field of a problem without the path to a nested value: `guests` for `guests/0/name`. */
function getTopLevelField({ field }: Problem): string {
  return field.split('/')[0] ?? field;
}

/** Returns the visibility of a field; `hidden` for a field that the plan does not have. */
function getVisibility(field: FieldPlan | undefined): Visibility {
  return field?.visibility ?? 'hidden';
}

/** Returns true if a field is not hidden and its widget is not `hidden`; false if there is no field. */
function hasVisibleWidget(field: FieldPlan | undefined): boolean {
  return getVisibility(field) !== 'hidden' && field?.definition.widget !== 'hidden';
}
