import { type ProblemCode, problemCodes } from '#engine';
import type { NamedProblem } from '../../../contact/section-data.ts';

/**
 * Returns the problems that `onSubmit` returned, in the form in which a section shows them; empty if it returned
 * nothing. A pointer of a nested value may begin with a slash. A problem without a known code needs a message.
 * @throws TypeError If the result is anything else.
 */
export function parseSubmitResult(result: unknown): readonly NamedProblem[] {
  if (result === undefined || result === null) return [];
  const problems = Array.isArray(result) ? result : getProperty(result, 'problems');
  if (!Array.isArray(problems)) throw createResultError(result);
  return problems.map(parseProblem);
}

/** Parses one problem. Throws a `TypeError` if it says nothing. */
function parseProblem(entry: unknown): NamedProblem {
  const [field = '', message, values, branches] = ['field', 'message', 'values', 'branches'].map((name) =>
    getProperty(entry, name),
  );
  const code = problemCodes.find((known) => known === getProperty(entry, 'code'));
  const hasMessage = typeof message === 'string' && message.trim() !== '';
  if (typeof field !== 'string' || (!hasMessage && code === undefined)) throw createResultError(entry);
  const problem = {
    field: field.replace(/^\//, ''),
    code: code ?? ('not-allowed' satisfies ProblemCode),
    ...(isObject(values) && { values: values as NonNullable<NamedProblem['problem']['values']> }),
    ...(Array.isArray(branches) && { branches }),
  };
  return { problem, ...(hasMessage && { message }) };
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
