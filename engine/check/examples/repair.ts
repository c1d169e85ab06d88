import { listNeighbours } from '../../conditions/points.ts';
import { asObject } from '../../json-schema/values.ts';
import { iterateSchemas } from '../../json-schema/walk.ts';
import { memoizeByKey, memoizeByObject } from '../../model/memoize.ts';
import type { FieldPlan, FormType, Plan, Problem, Situation, Values } from '../../model/types.ts';
import { resolve } from '../../resolve/resolve.ts';
import type { TypeSlice } from '../situations/type-slice.ts';
import { generateSamples } from './samples.ts';

/** Answers in a situation, the plan that they give, and the problems of submitting it. */
export interface FilledAnswers {
  readonly situation: Situation;
  readonly plan: Plan;
  readonly problems: readonly Problem[];
}

export interface RepairInput extends FilledAnswers {
  /** The enquiry type whose fields are corrected, with the form that plans are resolved with. */
  readonly slice: TypeSlice;
  /** Returns the problems of a plan. */
  readonly judge: (plan: Plan) => readonly Problem[];
  /** Answers that define the situation and must not change; undefined means that there is none. */
  readonly givenAnswers: Values;
}

/**
 * Corrects one field after another, as a visitor does: for each field it chooses the answer with the fewest
 * problems. Returns the attempt with the fewest problems, which may still have some; the original one if none
 * has fewer.
 */
export function repairAnswers({ slice, judge, givenAnswers, ...start }: RepairInput): FilledAnswers {
  let current: FilledAnswers = start;
  const tried = new Set<string>();
  let left = maxTries;
  while (current.problems.length > 0 && left > 0) {
    const field = findFieldToCorrect(current, givenAnswers, tried);
    if (field === undefined) break;
    tried.add(field.name);
    for (const value of listAnswersToTry(field, slice.type)) {
      left -= 1;
      const entered = { ...current.situation.entered, [field.name]: value };
      const situation = { ...current.situation, entered: removeUndefined(entered) };
      const plan = resolve(slice.form, situation);
      const attempt = { situation, plan, problems: judge(plan) };
      if (isBetter(attempt, current, field.name)) {
        current = attempt;
        if (!hasProblem(current, field.name)) break;
      }
    }
  }
  return current.problems.length < start.problems.length ? current : start;
}

/** The number of times that a form is judged before it is given up. */
const maxTries = 240;

/**
 * Returns the first field with a problem that the visitor can change and that was not tried; undefined if
 * there is none.
 * @param fixed Answers that must not change, even if undefined.
 * @param tried The names of the fields that were tried.
 */
function findFieldToCorrect(
  { plan, problems }: FilledAnswers,
  fixed: Values,
  tried: ReadonlySet<string>,
): FieldPlan | undefined {
  for (const { field } of problems) {
    const name = field.split('/')[0] ?? field;
    // A fixed answer, even an empty one, defines the situation and must not change.
    if (tried.has(name) || name in fixed) continue;
    const found = plan.fields.find((each) => each.name === name);
    if (found !== undefined && found.visibility !== 'concealed' && found.fixed === undefined) return found;
  }
  return undefined;
}

/** Returns true if the first answers have fewer problems, or equally many but none in the given field. */
function isBetter(one: FilledAnswers, other: FilledAnswers, field: string): boolean {
  if (one.problems.length !== other.problems.length) return one.problems.length < other.problems.length;
  return hasProblem(other, field) && !hasProblem(one, field);
}

/** Returns true if a problem is in the field or inside it. */
function hasProblem({ problems }: FilledAnswers, name: string): boolean {
  return problems.some(({ field }) => (field.split('/')[0] ?? field) === name);
}

/** Returns the values without the fields whose value is undefined. */
function removeUndefined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/**
 * Returns the answers to try in a field: offered ones (for a list their first, first two and so on), limits,
 * sample answers, and last no answer.
 */
function listAnswersToTry(
  { name, options, bounds, definition }: FieldPlan,
  type: FormType,
): readonly unknown[] {
  const values = options?.slice(0, maxOffered).map(({ value }) => value) ?? [];
  const offered: readonly unknown[] =
    definition.kind === 'json' ? values.map((_value, index) => values.slice(0, index + 1)) : values;
  const { temporal } = definition;
  const ends: readonly unknown[] = Object.values(bounds ?? {}).flatMap((end: unknown) =>
    temporal === undefined ? [end] : listNeighbours(temporal, end),
  );
  return [...offered, ...ends, ...getSampleAnswers(type)(name), undefined];
}

/** The number of options of a field that are tried. */
const maxOffered = 8;

/** Returns the sample answers of a field, cached by type and name. */
const getSampleAnswers = memoizeByObject((type: FormType) =>
  memoizeByKey((name: string) => createSampleAnswers(name, type)),
);

/**
 * Returns values that the schema of a field accepts, alone or combined with a condition or branch about the
 * field.
 */
function createSampleAnswers(name: string, { schema: root }: FormType): readonly unknown[] {
  const base = asObject(root.properties)[name];
  const variants = [...iterateSchemas(root)].flatMap(({ schema, path }) => {
    const property = asObject(schema.properties)[name];
    const isOfRoot = !path.includes('properties') && !path.includes('$defs') && path.length > 0;
    return isOfRoot && property !== undefined ? [{ allOf: [base ?? {}, property] }] : [];
  });
  return [
    ...generateSamples(base ?? {}, root),
    ...variants.flatMap((variant) => generateSamples(variant, root)),
  ];
}
