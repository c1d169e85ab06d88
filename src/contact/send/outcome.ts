import { type ProblemCode, problemCodes } from '#engine';
import type { SendFailure } from '../lifecycle.ts';
import type { NamedProblem } from '../section-data.ts';

export type SendOutcome =
  | { readonly isAccepted: true; readonly reference?: string }
  | {
      readonly isAccepted: false;
      readonly failure: SendFailure;
      /**
       * A challenge that the page must solve before it sends again (docs/contract.md, "Challenges"). It is
       * not validated.
       */
      readonly challenge?: unknown;
    };

/** A failure without details: no answer, or an unreadable one. */
export const plainFailure: SendOutcome = { isAccepted: false, failure: { named: [] } };

/**
 * Parses the GraphQL answer to `sendContactUs`, which may be anything. Only `success: true` is a success
 * (docs/contract.md, "GraphQL").
 */
export function outcomeOf(answer: unknown): SendOutcome {
  if (at(answer, 'data', 'sendContactUs', 'success') !== true) return refusalOf(answer, undefined);
  const reference = at(answer, 'extensions', 'reference');
  return { isAccepted: true, ...(typeof reference === 'string' && reference !== '' && { reference }) };
}

/** Parses a failure: the fields that its errors name become problems (docs/contract.md, "Refusals"). */
export function refusalOf(answer: unknown, retryAfterSeconds: number | undefined): SendOutcome {
  const extensions = list(at(answer, 'errors')).map((error) => at(error, 'extensions'));
  const named = extensions.flatMap((of) => list(at(of, 'fields')).flatMap(namedProblem));
  const challenge = at(extensions[0], 'challenge');
  return {
    isAccepted: false,
    ...(challenge !== undefined && { challenge }),
    failure: { named, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  };
}

/** Parses `{field, code, message}`. An unknown code still marks its field, and the message explains it. */
function namedProblem(entry: unknown): readonly NamedProblem[] {
  const field = at(entry, 'field');
  if (typeof field !== 'string' || field === '') return [];
  const message = at(entry, 'message');
  const problem = { field, code: knownCode(at(entry, 'code')) };
  return [{ problem, ...(typeof message === 'string' && message.trim() !== '' && { message }) }];
}

function knownCode(code: unknown): ProblemCode {
  return problemCodes.find((known) => known === code) ?? 'not-allowed';
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Readonly<Record<string, unknown>>)[key]
        : undefined,
    value,
  );
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
