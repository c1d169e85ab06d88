import type { FactKind } from '../facts.ts';
import { asObject } from '../json-schema/values.ts';
import { type Documents, type FormType, type ListDeclaration, optionSetNames } from '../types.ts';
import { checkShape } from './check-shape.ts';
import { type Report, within } from './report.ts';

/** The document that declares lists. It is optional. */
const file = 'lists.json';

/** Returns the declared lists after checking their shape, or undefined if there are none. */
export function compileLists(
  documents: Documents,
  report: Report,
): Readonly<Record<string, ListDeclaration>> | undefined {
  if (documents[file] === undefined || !checkShape(documents, file, report)) return undefined;
  const lists = declared(documents);
  for (const name of Object.keys(lists)) {
    if (!optionSetNames.some((set) => set === name)) continue;
    const reason = `every form has the option set "${name}" already; choose another name`;
    report.add(within({ file, path: ['lists'] }, name), 'duplicate-id', reason);
  }
  return Object.keys(lists).length === 0 ? undefined : lists;
}

export function optionSetsOf(documents: Documents): readonly string[] {
  return [...optionSetNames, ...Object.keys(declared(documents))];
}

/** The types of an option's properties: `{value: 'id', name: 'text', country: 'text'}`. */
export type ItemFacts = Readonly<Record<string, FactKind>>;

/**
 * Returns the properties that all options of a field have, whichever set it uses: those that all its lists
 * declare with the same type.
 * @param sets The option sets that rules give the field.
 */
export function itemFactsOf(
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

/** Returns the declared lists without checking them. */
export function declared(documents: Documents): Readonly<Record<string, ListDeclaration>> {
  return asObject(asObject(documents[file]).lists) as Readonly<Record<string, ListDeclaration>>;
}
