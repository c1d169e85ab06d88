import { asObject } from '../json-schema/values.ts';
import type { FactType } from '../model/facts.ts';
import { optionSetNames } from '../model/option-sets.ts';
import type { Documents, FormType, ListDeclaration } from '../model/types.ts';
import { extendPath, type ProblemReport } from './report.ts';
import { checkDocumentShape } from './schemas/check-shape.ts';

/** The document that declares lists. It is optional. */
const listsFile = 'lists.json';

/**
 * Returns the lists that `lists.json` declares, or undefined if there are none or the document has a wrong
 * shape. Problems are reported.
 */
export function compileLists(
  documents: Documents,
  report: ProblemReport,
): Readonly<Record<string, ListDeclaration>> | undefined {
  if (documents[listsFile] === undefined || !checkDocumentShape(documents, listsFile, report))
    return undefined;
  const lists = getDeclaredLists(documents);
  for (const name of Object.keys(lists)) {
    if (!optionSetNames.some((set) => set === name)) continue;
    const reason = `"${name}" is already an option set of every form; choose another name`;
    report.add(extendPath({ file: listsFile, path: ['lists'] }, name), 'duplicate-id', reason);
  }
  return Object.keys(lists).length === 0 ? undefined : lists;
}

/** Returns the names of all option sets: the built-in ones and the declared lists. */
export function listOptionSets(documents: Documents): readonly string[] {
  return [...optionSetNames, ...Object.keys(getDeclaredLists(documents))];
}

/** The types of an option's properties: `{value: 'id', name: 'text', country: 'text'}`. */
export type ItemFacts = Readonly<Record<string, FactType>>;

/**
 * Returns the properties of a field's options with their types: always `value` and `name`, and those that all
 * lists of the field declare with the same type. A built-in option set declares none.
 * @param name The name of the field.
 * @param sets The option sets that rules give the field.
 */
export function getCommonItemFacts(
  name: string,
  sets: readonly string[],
  {
    types,
    lists,
  }: { readonly types: readonly FormType[]; readonly lists: Readonly<Record<string, ListDeclaration>> },
): ItemFacts {
  const ofTypes = types.flatMap(({ fields }) =>
    fields.filter((field) => field.name === name).flatMap(({ optionSet }) => optionSet ?? []),
  );
  const all = [...new Set([...ofTypes, ...sets])].map((set) => lists[set]?.facts ?? {});
  const [first = {}, ...others] = all;
  const common = Object.entries(first).filter(([fact, kind]) =>
    others.every((other) => other[fact] === kind),
  );
  return { value: 'id', name: 'text', ...Object.fromEntries(common) };
}

/** Returns the declared lists by name, without checking them; an empty object if there are none. */
export function getDeclaredLists(documents: Documents): Readonly<Record<string, ListDeclaration>> {
  return asObject(asObject(documents[listsFile]).lists) as Readonly<Record<string, ListDeclaration>>;
}
