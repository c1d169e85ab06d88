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

/** A failure without details: the answer is none of this operation, or something unexpected happened. */
export const plainFailure: SendOutcome = { isAccepted: false, failure: { named: [] } };

/** The failure of a request that got no answer of the server. The enquiry may have arrived all the same. */
export const unreachableFailure: SendOutcome = {
  isAccepted: false,
  failure: { named: [], isUnreachable: true },
};

/**
 * Parses the GraphQL answer to the mutation that sends a form, which may be anything. Only `success: true` is a success
 * (docs/contract.md, "GraphQL"); everything else is parsed as a refusal. The reference is absent if the
 * answer has none.
 * @param operation The name of the mutation.
 */
export function parseSendOutcome(answer: unknown, operation: string): SendOutcome {
  if (getNestedValue(answer, 'data', operation, 'success') !== true)
    return parseSendRefusal(answer, undefined);
  const reference = getNestedValue(answer, 'extensions', 'reference');
  return { isAccepted: true, ...(typeof reference === 'string' && reference !== '' && { reference }) };
}

/**
 * Parses a refusal, which may be anything (docs/contract.md, "Refusals"). Each field that an error names
 * becomes a problem of that field. The challenge of the first error is passed on unchecked.
 * @param retryAfterSeconds The time after which the page may send again. It is part of the failure if it is
 * given.
 */
export function parseSendRefusal(answer: unknown, retryAfterSeconds: number | undefined): SendOutcome {
  const extensions = toArray(getNestedValue(answer, 'errors')).map((error) =>
    getNestedValue(error, 'extensions'),
  );
  const named = extensions.flatMap((extension) =>
    toArray(getNestedValue(extension, 'fields')).flatMap(parseNamedProblem),
  );
  const challenge = getNestedValue(extensions[0], 'challenge');
  return {
    isAccepted: false,
    ...(challenge !== undefined && { challenge }),
    failure: { named, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  };
}

/**
 * Parses `{field, code, message}` to a list of one problem; the list is empty if no field is named. A blank
 * message is left out.
 */
function parseNamedProblem(entry: unknown): readonly NamedProblem[] {
  const field = getNestedValue(entry, 'field');
  if (typeof field !== 'string' || field === '') return [];
  const message = getNestedValue(entry, 'message');
  const problem = { field, code: parseProblemCode(getNestedValue(entry, 'code')) };
  return [{ problem, ...(typeof message === 'string' && message.trim() !== '' && { message }) }];
}

/**
 * Returns the code; `not-allowed` for an unknown one, so that its field is still marked and the server's
 * message explains it.
 */
function parseProblemCode(code: unknown): ProblemCode {
  return problemCodes.find((known) => known === code) ?? 'not-allowed';
}

/** Returns the value at a path of own property names; undefined if there is none. */
function getNestedValue(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Readonly<Record<string, unknown>>)[key]
        : undefined,
    value,
  );
}

/** Returns an array unchanged, and an empty list for any other value. */
function toArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
