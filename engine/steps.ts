import { typeField } from './names.ts';
import { problemOf } from './schema-problem.ts';
import type { FieldPlan, Plan, Problem, SchemaCheck, Visibility } from './types.ts';

/** The last step of every form that is shown in steps: what was answered, to be looked over and sent. No step of a form is called so. */
export const checkStep = 'check';

/** One step of a form as a situation has it. */
export interface Step {
  readonly name: string;
  /** The fields that stand on it and are there, in the plan's order; the enquiry type on the first. */
  readonly fields: readonly string[];
  /** What has to be mended on it before the next can be reached. */
  readonly problems: readonly Problem[];
}

/**
 * The steps of a plan's type that a visitor goes through, in their order, each with its problems of those that are given. A step of which no
 * field is shown is skipped. None where the type has no steps, or none of them shows anything: it is a form of one page then.
 */
export function stepsOf({ type, fields }: Plan, problems: readonly Problem[]): readonly Step[] {
  const standing = new Map(fields.map((field) => [field.name, field]));
  const isThere = (name: string) => isDrawn(standing.get(name));
  const shown = (type?.steps ?? []).filter((step) => step.fields.some(isThere));
  return shown.map(({ name, fields: own }, index) => {
    const names = [...(index === 0 ? [typeField] : []), ...own];
    const ofStep = new Set(names.filter((field) => visibilityOf(standing.get(field)) !== 'hidden'));
    return {
      name,
      fields: fields.flatMap((field) => (ofStep.has(field.name) ? [field.name] : [])),
      problems: problems.filter((problem) => ofStep.has(fieldOf(problem))),
    };
  });
}

/**
 * Where a visitor who asks for a step comes to: to that step, if none before it has problems, else to the first that has some; of a step
 * that there is not, to the first of all. The last is `checkStep`, once no step has problems.
 */
export function stepAt(steps: readonly Step[], asked: string | undefined): string {
  const names = [...steps.map(({ name }) => name), checkStep];
  const wanted = asked === undefined ? 0 : Math.max(0, names.indexOf(asked));
  const unanswered = steps.findIndex(({ problems }) => problems.length > 0);
  return names[unanswered === -1 ? wanted : Math.min(wanted, unanswered)] ?? checkStep;
}

/** The step after one; none after `checkStep`. */
export function nextStep(steps: readonly Step[], name: string): string | undefined {
  return neighbour(steps, name, 1);
}

/** The step before one; none before the first. */
export function previousStep(steps: readonly Step[], name: string): string | undefined {
  return neighbour(steps, name, -1);
}

/** The step on which a field stands. */
export function stepOfField(steps: readonly Step[], field: string): Step | undefined {
  return steps.find(({ fields }) => fields.includes(field));
}

/**
 * A check that says nothing of the form as a whole: that some fields together do not do may be mended by one that a later step asks for, so
 * that it is judged when everything was asked.
 */
export function stepwise(check: SchemaCheck): SchemaCheck {
  return (values) => check(values).filter((error) => problemOf(error).field !== '');
}

function neighbour(steps: readonly Step[], name: string, distance: 1 | -1): string | undefined {
  const names = [...steps.map((step) => step.name), checkStep];
  const at = names.indexOf(name);
  return at === -1 ? undefined : names[at + distance];
}

function fieldOf({ field }: Problem): string {
  return field.split('/')[0] ?? field;
}

function visibilityOf(field: FieldPlan | undefined): Visibility {
  return field?.visibility ?? 'hidden';
}

/** Whether there is something of a field to be met. */
function isDrawn(field: FieldPlan | undefined): boolean {
  return visibilityOf(field) !== 'hidden' && field?.definition.widget !== 'hidden';
}
