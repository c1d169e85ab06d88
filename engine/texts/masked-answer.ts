import type { FieldPlan, Json, Plan } from '../model/types.ts';
import { hasSecrets, replaceSecrets } from './secrets.ts';

const maskText = '••••••••';

/**
 * Returns an answer to display, with dots in place of passwords: dots only if the field is a password, else a
 * copy in which nested passwords are replaced. An answer without passwords is returned unchanged.
 */
export function maskAnswer({ type }: Plan, { name, definition }: FieldPlan, value: Json): Json {
  if (definition.widget === 'password') return maskText;
  return type && hasSecrets(type) ? (replaceSecrets(maskText, [type], [name], value) as Json) : value;
}
