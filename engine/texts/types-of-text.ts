import type { FormType } from '../model/types.ts';

/**
 * Returns the types that may show a text. For a key of a type (`forms.sales.…`) it is that type, or none if
 * it does not exist. For any other key, those with the field, block or step in the key, or all types if there
 * are none.
 */
export function findTypesShowing(key: string, types: readonly FormType[]): readonly FormType[] {
  const [, typeKey, own = key] = /^forms\.([^.]+)\.(.+)$/.exec(key) ?? [];
  if (typeKey !== undefined) return types.filter((type) => type.key === typeKey);
  const [kind, name] = own.split('.');
  /** Returns true if one of the fields, blocks or steps has the name in the key. */
  const containsName = (having: readonly { readonly name: string }[] = []) =>
    having.some((each) => each.name === name);
  const those = types.filter(({ fields, blocks, steps }) => {
    if (kind === 'fields' || kind === 'options') return containsName(fields);
    return kind === 'blocks' ? containsName(blocks) : kind === 'steps' && containsName(steps);
  });
  return those.length === 0 ? types : those;
}
