import { findUiSchemas, getUiWidget } from '../json-schema/inner-ui.ts';
import { findAllSchemasAt } from '../json-schema/schemas-at.ts';
import { isObject } from '../json-schema/values.ts';
import type { FormType } from '../model/types.ts';

/** The schemas of an enquiry type, which mark secret values. */
export type TypeSchemas = Pick<FormType, 'schema' | 'uiSchema'>;

/**
 * Returns true if the widget or the format of the value at a path is "password", also inside lists and
 * branches. Values inside that value do not count.
 * @param path The name of the field, then keys and indexes inside its value.
 */
export function isSecretAt({ schema, uiSchema }: TypeSchemas, path: readonly string[]): boolean {
  return (
    findUiSchemas(uiSchema, path).some((part) => getUiWidget(part) === 'password') ||
    findAllSchemasAt(schema, path, schema).some(({ format }) => format === 'password')
  );
}

/** Returns true if the schema or the UI schema of a type marks any value as a password, at any depth. */
export function hasSecrets({ schema, uiSchema }: TypeSchemas): boolean {
  return containsPassword(uiSchema) || containsPassword(schema);
}

/** Returns true if a part of a schema or UI schema has the widget or the format "password", at any depth. */
function containsPassword(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (getUiWidget(node) === 'password' || (isObject(node) && node.format === 'password')) return true;
  return Object.values(node).some(containsPassword);
}

/**
 * Returns a copy of a value with each of its passwords replaced by `secret`. If `secret` is undefined they
 * are removed; a list item that is a password becomes an empty text, so that the other items keep their
 * index. If the value itself is a password, returns `secret`.
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
  /**
   * Returns a property or an item of the value with its passwords replaced.
   * @param step Its key or index.
   */
  const replaceInMember = (member: unknown, step: string) =>
    replaceSecrets(secret, types, [...path, step], member);
  if (Array.isArray(value)) return value.map((item, index) => replaceInMember(item, String(index)) ?? '');
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, replaceInMember(member, name)] as const,
  );
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
