import { isSameJson } from '../json-schema/values.ts';
import type { Json } from '../model/types.ts';

/** Three versions of one list: the original, and two that were made from it. */
export interface ListVersions {
  readonly before: readonly Json[];
  readonly after: readonly Json[];
  readonly current: readonly Json[];
}

/**
 * Merges two changes of one list: `after` and `current`, both made from `before`. Removes and adds what
 * either side removed and added. The order is that of the side that moved something; if none did, that of
 * `current`. Undefined if both moved items, or if a list contains duplicates; then a person has to decide.
 */
export function mergeLists({ before, after, current }: ListVersions): readonly Json[] | undefined {
  const [old, mine, theirs] = [before, after, current].map(indexByJsonText);
  if (old === undefined || mine === undefined || theirs === undefined) return undefined;
  /** Returns the JSON texts of the items that all three versions contain, in the order of the list. */
  const listCommonItems = (list: ItemsByText) =>
    [...list.keys()].filter((text) => [old, mine, theirs].every((side) => side.has(text)));
  const isMoved = !isSameJson(listCommonItems(old), listCommonItems(mine));
  if (isMoved && !isSameJson(listCommonItems(old), listCommonItems(theirs))) return undefined;
  const [leading, other] = isMoved ? [mine, theirs] : [theirs, mine];
  const retained = [...leading].filter(([text]) => !old.has(text) || other.has(text));
  const added = [...other].filter(([text]) => !old.has(text) && !leading.has(text));
  return insertItems(new Map(retained), { added: new Map(added), order: [...other.keys()] });
}

type ItemsByText = ReadonlyMap<string, Json>;

/** Returns the items by their JSON text; undefined if the list contains duplicates. */
function indexByJsonText(list: readonly Json[]): ItemsByText | undefined {
  const items = new Map(list.map((item) => [JSON.stringify(item), item]));
  return items.size === list.length ? items : undefined;
}

/**
 * Inserts added items into a list. Each follows its nearest predecessor in `order` that the list contains, or
 * comes first.
 */
function insertItems(
  retained: ItemsByText,
  { added, order }: { readonly added: ItemsByText; readonly order: readonly string[] },
): readonly Json[] {
  const behind = new Map<string | undefined, Json[]>();
  let previous: string | undefined;
  for (const text of order) {
    const item = added.get(text);
    if (item !== undefined) behind.set(previous, [...(behind.get(previous) ?? []), item]);
    else if (retained.has(text)) previous = text;
  }
  return [
    ...(behind.get(undefined) ?? []),
    ...[...retained].flatMap(([text, item]) => [item, ...(behind.get(text) ?? [])]),
  ];
}
