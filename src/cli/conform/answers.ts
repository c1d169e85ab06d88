import { isObject } from '#engine/json-schema/values.ts';
import type { HttpExchange } from './call.ts';

export interface ConformanceAnswer extends HttpExchange {
  /** The body as JSON. Undefined if it is not a JSON object. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
  /** True if the enquiry was accepted: `success` is `true`, the status is 2xx, and there is no error. */
  readonly isAccepted: boolean;
  readonly reference: string | undefined;
  /** The code of the first error. */
  readonly code: string | undefined;
  /** The names of the fields that the first error refuses. */
  readonly fields: readonly string[];
  /** The messages for these fields. */
  readonly messages: readonly string[];
  /** The reason why the answer is no well-formed refusal. Undefined if it is one. */
  readonly refusalShapeError: string | undefined;
}

/**
 * Parses a response of the GraphQL endpoint. What is missing or of the wrong type becomes undefined or empty.
 * @param operation The name of the mutation.
 */
export function parseGraphqlAnswer(exchange: HttpExchange, operation: string): ConformanceAnswer {
  const value = parseJsonObject(exchange.text);
  const data = Object(value?.data) as Readonly<Record<string, unknown>>;
  const { success } = Object(data[operation]) as { readonly success?: unknown };
  const { reference } = Object(value?.extensions) as { readonly reference?: unknown };
  const [error] = Array.isArray(value?.errors) ? value.errors : [];
  const { code, fields } = Object(Object(error).extensions) as {
    readonly code?: unknown;
    readonly fields?: unknown;
  };
  const named = (Array.isArray(fields) ? fields : []).map(
    (field) => Object(field) as Readonly<Record<string, unknown>>,
  );
  return {
    ...exchange,
    value,
    isAccepted: exchange.status >= 200 && exchange.status < 300 && success === true && error === undefined,
    reference: toNonEmptyText(reference),
    code: toNonEmptyText(code),
    fields: named.flatMap(({ field }) => toNonEmptyText(field) ?? []),
    messages: named.flatMap(({ message }) => toNonEmptyText(message) ?? []),
    refusalShapeError: explainWrongShape(error),
  };
}

/** Parses the text as a JSON object. Undefined for malformed JSON and for any other value. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the first reason why a GraphQL error does not have the shape of a refusal. Undefined if it has it.
 */
function explainWrongShape(error: unknown): string | undefined {
  if (!isObject(error)) return 'there is no error in "errors"';
  if (!toNonEmptyText(error.message)) return 'its error has no "message"';
  const { extensions } = error;
  if (!isObject(extensions)) return 'its error has no "extensions"';
  if (!toNonEmptyText(extensions.code)) return 'its "extensions" have no "code"';
  if (!Array.isArray(extensions.fields)) return 'its "extensions" have no list "fields"';
  const lacking = extensions.fields.flatMap((field) =>
    ['field', 'code', 'message'].filter((name) => !toNonEmptyText(Object(field)[name])),
  );
  return lacking.length === 0 ? undefined : `an entry of "fields" has no "${lacking[0]}"`;
}

/** Returns the value if it is a text with characters, else undefined. */
function toNonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
