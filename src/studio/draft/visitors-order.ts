import type { Documents, EnquiryType } from '#engine';
import { getTypeNames, type OutlineType } from '#engine/editing/index.ts';
import { isSameId } from '#engine/model/ids.ts';
import { mergeListedTypes } from '#engine/resolve/types-offered.ts';
import { getLocalisedName } from '#engine/texts/locale.ts';
import type { ContentView } from '../../api/studio.ts';
import { getListedNames } from './listed-types.ts';

export interface VisibleType {
  readonly type: OutlineType;
  /** The name for visitors, in the studio's language. */
  readonly name: string;
  /** True if the content lists it, and so sets its name and position. */
  readonly isListed: boolean;
  /** True if the content lists it and comes from an address: its name and position cannot be edited. */
  readonly isFixed: boolean;
  /** The move to the nearest earlier position. Absent if there is none. */
  readonly earlier?: TypeMove;
  /** The move to the nearest later position. Absent if there is none. */
  readonly later?: TypeMove;
}

/**
 * A move of a type: its new index in the list of the content or, if that does not list it, in the documents
 * (`to`), and the index at which visitors then see it (`place`). Both start at 0.
 */
interface TypeMove {
  readonly to: number;
  readonly place: number;
}

/**
 * Returns the types in the order that visitors see, with their names for visitors and the moves that change
 * the order. Types that nobody can choose come last, in the order of the documents. Retired types have no
 * moves, and listed ones have none if the list comes from an address.
 */
export function sortForVisitors(
  types: readonly OutlineType[],
  documents: Documents,
  {
    content,
    locale,
  }: {
    readonly content: Pick<ContentView, 'enquiryTypes' | 'sourced'>;
    readonly locale: string;
  },
): readonly VisibleType[] {
  const listed = content.enquiryTypes;
  const ordered = sortAsOffered(types, documents, listed);
  return ordered.map((type, at) => {
    const entry = listed.findIndex(({ id }) => isSameId(id, type.id));
    const own = listed[entry];
    const names = own === undefined ? getTypeNames(documents, type.key) : getListedNames(own);
    const isListed = own !== undefined;
    const isFixed = isListed && content.sourced.includes('enquiry-types');
    /** Returns the order in which visitors see the types once this type is at an index of its list. */
    const moveTo = (to: number) =>
      own === undefined
        ? sortAsOffered(moveItem(types, types.indexOf(type), to), documents, listed)
        : sortAsOffered(types, documents, moveItem(listed, entry, to));
    /**
     * Returns the move of this type to the nearest reachable position that `isSought` accepts. Undefined if
     * there is none, and for a type that is fixed or retired.
     */
    const findNearestMove = (isSought: (place: number) => boolean) => {
      if (isFixed || type.isRetired) return undefined;
      const reached = (isListed ? listed : types).map((_one, to) => ({
        to,
        place: moveTo(to).indexOf(type),
      }));
      const sought = reached.filter(({ place }) => isSought(place));
      return sought.toSorted((one, other) => Math.abs(one.place - at) - Math.abs(other.place - at))[0];
    };
    const [earlier, later] = [findNearestMove((place) => place < at), findNearestMove((place) => place > at)];
    return {
      type,
      isListed,
      isFixed,
      name: getLocalisedName({ name: names.en ?? type.title, names }, locale),
      ...(earlier && { earlier }),
      ...(later && { later }),
    };
  });
}

function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));
}

/**
 * Returns the types in the order in which pages offer them, then those that no page offers, such as retired
 * ones, in the order of the documents.
 */
function sortAsOffered(
  types: readonly OutlineType[],
  documents: Documents,
  listed: readonly EnquiryType[],
): readonly OutlineType[] {
  const own = types.map(({ id, key, isRetired }) => {
    const names = getTypeNames(documents, key);
    return { id, key, ...(isRetired && { isRetired }), ...(Object.keys(names).length > 0 && { names }) };
  });
  const shown = mergeListedTypes({ types: own }, listed).flatMap(({ id }) => {
    const type = types.find((one) => one.id === String(id));
    return type === undefined || type.isRetired ? [] : [type];
  });
  return [...shown, ...types.filter((type) => !shown.includes(type))];
}
