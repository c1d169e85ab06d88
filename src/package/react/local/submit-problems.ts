import { findByName, type Plan, type ProblemCode, problemCodes } from '#engine';
import { getValueAt } from '#engine/json-schema/pointers.ts';
import { findSchemasAt } from '#engine/json-schema/schemas-at.ts';
import { asObject } from '#engine/json-schema/values.ts';
import { isRenderedBySchema } from '#widgets/nested/needs-nested-fields.ts';
import type { NamedProblem } from '../../../contact/section-data.ts';

/**
 * Returns the problems that `onSubmit` returned, in the form in which a section shows them; empty if it returned
 * nothing. A pointer of a nested value may begin with a slash; if there is no control at it, the problem belongs to the
 * one around it. A problem without a known code needs a message.
 * @param plan The plan of the values that were refused.
 * @throws TypeError If the result is anything else.
 */
export function parseSubmitResult(result: unknown, plan: Plan): readonly NamedProblem[] {
  if (result === undefined || result === null) return [];
  const problems = Array.isArray(result) ? result : getProperty(result, 'problems');
  if (!Array.isArray(problems)) throw createResultError(result);
  return problems.map((entry) => parseProblem(entry, plan));
}

/** Parses one problem. Throws a `TypeError` if it says nothing. */
function parseProblem(entry: unknown, plan: Plan): NamedProblem {
  const [given, message, values, branches] = ['field', 'message', 'values', 'branches'].map((name) =>
    getProperty(entry, name),
  );
  // JSON has null for an absent field.
  const field = given ?? '';
  const code = problemCodes.find((known) => known === getProperty(entry, 'code'));
  const hasMessage = typeof message === 'string' && message.trim() !== '';
  if (typeof field !== 'string' || (!hasMessage && code === undefined)) throw createResultError(entry);
  const problem = {
    field: findShownPointer(field.replace(/^\//, ''), plan),
    code: code ?? ('not-allowed' satisfies ProblemCode),
    ...(isObject(values) && { values: values as NonNullable<NamedProblem['problem']['values']> }),
    ...(Array.isArray(branches) && { branches }),
  };
  return { problem, ...(hasMessage && { message }) };
}

/** Returns the longest beginning of a pointer at which a form has a control; the pointer itself for an unknown field. */
function findShownPointer(pointer: string, plan: Plan): string {
  const path = pointer.split('/');
  const definition = findByName(plan.fields, path[0] ?? '')?.definition;
  if (definition === undefined) return pointer;
  const hasInnerControls = isRenderedBySchema(definition) || definition.widget === 'matrix';
  const hidden = path.findIndex(
    (_step, at) => at > 0 && !(hasInnerControls && isShown(path.slice(0, at + 1), plan)),
  );
  return path.slice(0, hidden === -1 ? path.length : hidden).join('/');
}

/**
 * Returns true if a nested value has a control: a property that its schema names, or an item or an entry that is
 * there. The items of a list without equal ones may be choices, which have one control.
 */
function isShown(path: readonly string[], { type, values }: Plan): boolean {
  const schema = type?.schema ?? {};
  const outer = findSchemasAt(schema, path.slice(0, -1), schema);
  const isNamed = outer.some(({ properties }) => Object.hasOwn(asObject(properties), path.at(-1) ?? ''));
  const isSet = outer.some(({ uniqueItems }) => uniqueItems === true);
  return isNamed || (!isSet && getValueAt(values, path) !== undefined);
}

/** Creates the error for a result that is no list of problems. */
function createResultError(result: unknown): TypeError {
  return new TypeError(
    `Cannot show the result of onSubmit: ${describe(result)} is no problem; return nothing, or a list of { field, message }`,
  );
}

/** Returns a value as a short text. */
function describe(value: unknown): string {
  const name = isObject(value) ? value.constructor?.name : undefined;
  if (name !== undefined && name !== 'Object' && name !== 'Array') return `a ${name}`;
  return String(JSON.stringify(value)).slice(0, 60);
}

/** Returns an own property of an object; undefined for anything else. */
function getProperty(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
