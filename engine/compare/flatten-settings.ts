import { asObject } from '../json-schema/values.ts';
import type { Json } from '../model/types.ts';

/**
 * Returns settings by name, those inside `success` and `sendLater` as `success.<name>`. What is switched off is
 * absent.
 */
export function flattenSettings(settings: unknown): ReadonlyMap<string, Json> {
  return new Map(
    Object.entries(asObject(settings)).flatMap(([name, value]) =>
      name === 'success' || name === 'sendLater'
        ? listMembers(asObject(value), `${name}.`)
        : listMembers({ [name]: value }),
    ),
  );
}

/** Returns the members that have a value, with a prefix before their names. */
function listMembers(
  members: Readonly<Record<string, unknown>>,
  prefix = '',
): readonly (readonly [string, Json])[] {
  const defined = Object.entries(members).filter(([, value]) => value !== undefined);
  // The values of a document are JSON.
  return defined.map(([name, value]) => [`${prefix}${name}`, value as Json]);
}
