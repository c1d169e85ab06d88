import type { FactKind } from '../facts.ts';
import { asObject } from '../json-schema/values.ts';
import { type Documents, type FormType, type ListDeclaration, optionSetNames } from '../types.ts';
import { checkShape } from './check-shape.ts';
import { type Report, within } from './report.ts';

/** The document that declares lists; a form without any has none. */
const file = 'lists.json';

/** The lists that the documents declare, their shape checked; undefined where they declare none. */
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

/** The names that a field may choose from: the option sets of every form, and the declared lists. */
export function optionSetsOf(documents: Documents): readonly string[] {
  return [...optionSetNames, ...Object.keys(declared(documents))];
}

/** What an option says of itself, by the kind: `{value: 'id', name: 'text', country: 'text'}`. */
export type ItemFacts = Readonly<Record<string, FactKind>>;

/** What the options of a field say of themselves, whichever of these sets it chooses from: what all its lists declare alike. */
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

/** The lists that the documents declare, as they stand. */
export function declared(documents: Documents): Readonly<Record<string, ListDeclaration>> {
  return asObject(asObject(documents[file]).lists) as Readonly<Record<string, ListDeclaration>>;
}
