import type { FormType } from './types.ts';

/**
 * Returns the types that may show a text: the type in its key (`forms.sales.…`), else those with the field,
 * block or step in its key. If there are none, all types.
 */
export function findTypesShowing(key: string, types: readonly FormType[]): readonly FormType[] {
  const [, typeKey, own = key] = /^forms\.([^.]+)\.(.+)$/.exec(key) ?? [];
  if (typeKey !== undefined) return types.filter((type) => type.key === typeKey);
  const [kind, name] = own.split('.');
  const containsName = (having: readonly { readonly name: string }[] = []) =>
    having.some((each) => each.name === name);
  const those = types.filter(({ fields, blocks, steps }) => {
    if (kind === 'fields' || kind === 'options') return containsName(fields);
    return kind === 'blocks' ? containsName(blocks) : kind === 'steps' && containsName(steps);
  });
  return those.length === 0 ? types : those;
}
