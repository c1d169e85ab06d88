import { typeField } from './names.ts';
import { toProblem } from './schema-problem.ts';
import type { FieldPlan, Plan, Problem, SchemaCheck, Visibility } from './types.ts';

/**
 * The last step of every form in steps, where visitors review and send their answers. No step of a form set
 * has this name.
 */
export const reviewStep = 'check';

export interface FormStep {
  readonly name: string;
  /** The visible fields of the step in the plan's order. The first step includes the enquiry type. */
  readonly fields: readonly string[];
  /** The problems that block the next step. */
  readonly problems: readonly Problem[];
}

/**
 * Returns the steps of a plan that a visitor goes through, without `reviewStep`, each with its problems. A
 * step without visible fields is skipped. The result is empty if the type has no steps or none of them shows
 * a field; the form has one page then.
 * @param problems The problems of the whole form.
 */
export function listFormSteps({ type, fields }: Plan, problems: readonly Problem[]): readonly FormStep[] {
  const fieldsByName = new Map(fields.map((field) => [field.name, field]));
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

export function getPreviousStep(steps: readonly FormStep[], name: string): string | undefined {
  return getNeighbourStep(steps, name, -1);
}

/** Returns the step with a visible field; undefined for any other field. */
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

function getNeighbourStep(steps: readonly FormStep[], name: string, distance: 1 | -1): string | undefined {
  const names = [...steps.map((step) => step.name), reviewStep];
  const at = names.indexOf(name);
  return at === -1 ? undefined : names[at + distance];
}

function getTopLevelField({ field }: Problem): string {
  return field.split('/')[0] ?? field;
}

function getVisibility(field: FieldPlan | undefined): Visibility {
  return field?.visibility ?? 'hidden';
}

function hasVisibleWidget(field: FieldPlan | undefined): boolean {
  return getVisibility(field) !== 'hidden' && field?.definition.widget !== 'hidden';
}
