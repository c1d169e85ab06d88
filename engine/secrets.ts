import { findUiSchemas, getUiWidget } from './inner-ui.ts';
import { findAllSchemasAt } from './json-schema/schemas-at.ts';
import { isObject } from './json-schema/values.ts';
import type { FormType } from './types.ts';

/** The schemas of an enquiry type, which mark secret values. */
export type TypeSchemas = Pick<FormType, 'schema' | 'uiSchema'>;

/**
 * Returns true if the widget or the format of the value at a path is "password", also inside lists and
 * branches.
 * @param path The name of the field, then keys and indexes inside its value.
 */
export function isSecretAt({ schema, uiSchema }: TypeSchemas, path: readonly string[]): boolean {
  return (
    findUiSchemas(uiSchema, path).some((part) => getUiWidget(part) === 'password') ||
    findAllSchemasAt(schema, path, schema).some(({ format }) => format === 'password')
  );
}

export function hasSecrets({ schema, uiSchema }: TypeSchemas): boolean {
  return containsPassword(uiSchema) || containsPassword(schema);
}

function containsPassword(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (getUiWidget(node) === 'password' || (isObject(node) && node.format === 'password')) return true;
  return Object.values(node).some(containsPassword);
}

/**
 * Returns a value with its passwords replaced. If `secret` is undefined they are removed; a list item that is
 * a password becomes an empty text, so that the other items keep their index.
 * @param types All types that may contain the value.
 * @param path The name of the field, then keys and indexes inside its value.
 */
export function replaceSecrets(
  secret: string | undefined,
  types: readonly TypeSchemas[],
  path: readonly string[],
  value: unknown,
): unknown {
  if (types.some((type) => isSecretAt(type, path))) return secret;
  const replaceInMember = (member: unknown, step: string) =>
    replaceSecrets(secret, types, [...path, step], member);
  if (Array.isArray(value)) return value.map((item, index) => replaceInMember(item, String(index)) ?? '');
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, replaceInMember(member, name)] as const,
  );
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
