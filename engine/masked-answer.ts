import { hasSecrets, withSecretsAs } from './secrets.ts';
import type { FieldPlan, Json, Plan } from './types.ts';

const mask = '••••••••';

export function maskedAnswer({ type }: Plan, { name, definition }: FieldPlan, value: Json): Json {
  if (definition.widget === 'password') return mask;
  return type && hasSecrets(type) ? (withSecretsAs(mask, [type], [name], value) as Json) : value;
}
