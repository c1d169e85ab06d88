import { hasSecrets, withSecretsAs } from './secrets.ts';
import type { FieldPlan, Json, Plan } from './types.ts';

/** A person reads it in place of a password. */
const mask = '••••••••';

/** Returns an answer as a person may read it: with dots in place of each password in it. */
export function maskedAnswer({ type }: Plan, { name, definition }: FieldPlan, value: Json): Json {
  if (definition.widget === 'password') return mask;
  return type && hasSecrets(type) ? (withSecretsAs(mask, [type], [name], value) as Json) : value;
}
