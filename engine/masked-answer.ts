import { hasSecrets, replaceSecrets } from './secrets.ts';
import type { FieldPlan, Json, Plan } from './types.ts';

const maskText = '••••••••';

/** Returns an answer with dots in place of passwords. */
export function maskAnswer({ type }: Plan, { name, definition }: FieldPlan, value: Json): Json {
  if (definition.widget === 'password') return maskText;
  return type && hasSecrets(type) ? (replaceSecrets(maskText, [type], [name], value) as Json) : value;
}
