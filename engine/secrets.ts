import { innerUiParts, uiPartsAt, widgetOfPart } from './inner-ui.ts';
import { isObject } from './json-schema/values.ts';
import type { FieldPlan, Json, Plan, UiSchema } from './types.ts';

/** What a person reads in place of a password. */
const mask = '••••••••';

/** Returns whether a UI schema draws a password at a path, inside a list or in a branch too. */
export function isSecretAt(uiSchema: UiSchema, path: readonly string[]): boolean {
  return uiPartsAt(uiSchema, path).some(isSecret);
}

/** Returns whether a UI schema names the widget for passwords, at whatever depth. */
export function namesSecret(ui: unknown): boolean {
  if (typeof ui !== 'object' || ui === null) return false;
  return isSecret(ui) || Object.values(ui).some(namesSecret);
}

/** Returns an answer as a person may read it: with dots in place of each password in it. */
export function maskedAnswer({ type }: Plan, { name, definition }: FieldPlan, value: Json): Json {
  if (definition.widget === 'password') return mask;
  const ui = type?.uiSchema[name];
  if (!namesSecret(ui)) return value;
  return withSecretsAs(mask, value, uiPartsAt({ [name]: ui }, [name])) as Json;
}

/**
 * Returns a value without its passwords. An item of a list that is one stays, as an empty text, so that the others keep their places.
 *
 * @param path - the field's name, then names and places inside its value.
 */
export function withoutSecrets(
  uiSchemas: readonly UiSchema[],
  path: readonly string[],
  value: unknown,
): unknown {
  return withSecretsAs(
    undefined,
    value,
    uiSchemas.flatMap((uiSchema) => uiPartsAt(uiSchema, path)),
  );
}

function withSecretsAs(secret: string | undefined, value: unknown, uiParts: readonly unknown[]): unknown {
  if (uiParts.some(isSecret)) return secret;
  const inner = (member: unknown, step: string) => withSecretsAs(secret, member, innerUiParts(uiParts, step));
  if (Array.isArray(value)) return value.map((item, index) => inner(item, String(index)) ?? '');
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, inner(member, name)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function isSecret(part: unknown): boolean {
  return widgetOfPart(part) === 'password';
}
