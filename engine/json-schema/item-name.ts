import type { Json } from '../model/types.ts';
import { isObject } from './values.ts';

/**
 * Returns the key of a list item as a text: its `id`, else its `key`, `name`, `const` or `path`. Undefined for
 * an item that is no object, or without such a text or number.
 */
export function getItemName(item: Json): string | undefined {
  if (!isObject(item)) return undefined;
  const name = item.id ?? item.key ?? item.name ?? item.const ?? item.path;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
}
