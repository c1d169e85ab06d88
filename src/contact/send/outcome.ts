import { type ProblemCode, problemCodes } from '#engine';
import type { SendFailure } from '../lifecycle.ts';
import type { NamedProblem } from '../section-data.ts';

/** What became of a send. */
export type SendOutcome =
  | { readonly isAccepted: true; readonly reference?: string }
  | {
      readonly isAccepted: false;
      readonly failure: SendFailure;
      /** What the page has to solve before it sends again (docs/contract.md, "Challenges"); whatever the answer holds. */
      readonly challenge?: unknown;
    };

/** A failure that says nothing but that it is one: no answer, or none that can be read. */
export const plainFailure: SendOutcome = { isAccepted: false, failure: { named: [] } };

/**
 * What a GraphQL answer to `sendContactUs` means: `success` being `true` alone is success (docs/contract.md, "GraphQL"). The
 * answer may be anything.
 */
export function outcomeOf(answer: unknown): SendOutcome {
  if (at(answer, 'data', 'sendContactUs', 'success') !== true) return refusalOf(answer, undefined);
  const reference = at(answer, 'extensions', 'reference');
  return { isAccepted: true, ...(typeof reference === 'string' && reference !== '' && { reference }) };
}

/** A failure, with the fields that the answer's errors name as problems of theirs (docs/contract.md, "Refusals"). */
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

/** `{field, code, message}`; a code that is not one of ours still marks its field, and is read by its message. */
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
