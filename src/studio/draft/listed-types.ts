import type { Documents, EnquiryType, Json } from '#engine';
import type { Patch } from '#engine/editing/index.ts';
import { isSameId } from '#engine/model/ids.ts';

/** The document that lists the enquiry types in the order that visitors see. */
export const listedTypesDocument = 'content/enquiry-types.json';

/** The list of the content, as the draft has it: from its document, else from the content folder. */
interface ListedTypes {
  readonly documents: Documents;
  readonly listed: readonly EnquiryType[];
}

/** Returns the names of a listed type by language: its own, else its only name as the English one. */
export function getListedNames({ name, names }: EnquiryType): Readonly<Record<string, string>> {
  return names ?? { en: name };
}

/** Returns the patches that move a type to an index of the list; none for a type that it does not have. */
export function moveListedType(
  { documents, listed }: ListedTypes,
  { id, to }: { readonly id: string; readonly to: number },
): readonly Patch[] {
  const from = listed.findIndex((one) => isSameId(one.id, id));
  const moved = listed[from];
  if (moved === undefined) return [];
  const after = listed.toSpliced(from, 1).toSpliced(to, 0, moved);
  return [
    ...takeOver({ documents, listed }),
    { file: listedTypesDocument, path: [], before: toJson(listed), after: toJson(after) },
  ];
}

/**
 * Returns the patches that set the name of a listed type in a language, or remove it if `name` is empty; none
 * for a type that the list does not have.
 */
export function setListedTypeName(
  { documents, listed }: ListedTypes,
  { id, locale, name }: { readonly id: string; readonly locale: string; readonly name: string },
): readonly Patch[] {
  const type = listed.find((one) => isSameId(one.id, id));
  if (type === undefined) return [];
  const { [locale]: before, ...others } = getListedNames(type);
  const path = [String(type.id), 'names'];
  const patch: Patch = type.names
    ? {
        file: listedTypesDocument,
        path: [...path, locale],
        ...(before !== undefined && { before }),
        ...(name !== '' && { after: name }),
      }
    : {
        file: listedTypesDocument,
        path,
        ...(type.names === null && { before: null }),
        after: { ...others, ...(name !== '' && { [locale]: name }) },
      };
  return [...takeOver({ documents, listed }), patch];
}

/** Returns the patch that begins the document with the list of the folder; none if the draft has it. */
function takeOver({ documents, listed }: ListedTypes): readonly Patch[] {
  return documents[listedTypesDocument] === undefined
    ? [{ file: listedTypesDocument, path: [], after: toJson(listed) }]
    : [];
}

/** Returns a value that came from JSON, or is made of such values. */
function toJson(value: object): Json {
  return value as unknown as Json;
}
