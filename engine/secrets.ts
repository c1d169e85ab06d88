import { uiPartsAt, widgetOfPart } from './inner-ui.ts';
import { everySchemaAt } from './json-schema/places.ts';
import { isObject } from './json-schema/values.ts';
import type { FormType } from './types.ts';

/** An enquiry type, as far as it tells what is secret. */
export type Drawn = Pick<FormType, 'schema' | 'uiSchema'>;

/**
 * Returns whether the value at a path is a password, in a list or in a branch too: by its widget or by its format.
 *
 * @param path - the field's name, then names and places inside its value.
 */
export function isSecretAt({ schema, uiSchema }: Drawn, path: readonly string[]): boolean {
  return (
    uiPartsAt(uiSchema, path).some((part) => widgetOfPart(part) === 'password') ||
    everySchemaAt(schema, path, schema).some(({ format }) => format === 'password')
  );
}

/** Returns whether an enquiry type has a password anywhere. */
export function hasSecrets({ schema, uiSchema }: Drawn): boolean {
  return namesPassword(uiSchema) || namesPassword(schema);
}

function namesPassword(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (widgetOfPart(node) === 'password' || (isObject(node) && node.format === 'password')) return true;
  return Object.values(node).some(namesPassword);
}

/**
 * Returns a value with something else in place of its passwords; undefined: without them. An item of a list that is one stays, as an empty
 * text, so that the others keep their places.
 *
 * @param types - each that may hold the value.
 * @param path - the field's name, then names and places inside its value.
 */
export function withSecretsAs(
  secret: string | undefined,
  types: readonly Drawn[],
  path: readonly string[],
  value: unknown,
): unknown {
  if (types.some((type) => isSecretAt(type, path))) return secret;
  const inner = (member: unknown, step: string) => withSecretsAs(secret, types, [...path, step], member);
  if (Array.isArray(value)) return value.map((item, index) => inner(item, String(index)) ?? '');
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, inner(member, name)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
