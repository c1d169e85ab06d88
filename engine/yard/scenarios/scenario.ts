import type { Values } from '../../model/types.ts';
import { officeField } from '../model/names.ts';
import type { Office, YardSituation } from '../model/types.ts';

/** The items of the narrowed list, the offices, by their names in scenarios. */
export type NamedItems = Readonly<Record<string, Office>>;

/** The yard's part of a document of scenarios, and of a scenario that names offices of its own. */
export interface YardDocument {
  readonly offices: NamedItems;
}

/** The yard's part of a scenario's situation. */
export interface YardScenario {
  readonly site?: string | number;
  readonly international?: boolean;
  readonly placement?: 'inline' | 'modal' | 'landing';
  /** Names of the page's offices; null for a page without such a list. */
  readonly offices?: readonly string[] | null;
  /** Names of the offices of all sites; absent: those of the page. */
  readonly allOffices?: readonly string[] | null;
  readonly selectedOffice?: string | null;
  readonly eventTitle?: string | null;
  /** Titles of future events, or the state of loading them. */
  readonly eventTitles?: readonly string[] | 'loading' | 'failed';
  readonly yachtModels?: readonly string[];
  /** Name of the office that the visitor chose. */
  readonly office?: string;
}

/** The member of a document of scenarios that has the items. */
export const itemsMember = 'offices' satisfies keyof YardDocument;

/** The things that a scenario names, in a message. */
export const namedThings = 'an office, an enquiry type or a field';

/**
 * Returns a document without scenarios, whose usual situation is a page without offices.
 * @param types The keys of the types of the page.
 */
export function createFirstDocument(types: readonly string[]) {
  return { offices: {}, usual: { site: '1', types, offices: [], today: '2000-01-01' }, scenarios: [] };
}

/** Returns the items of a document, or of an example that may have items of its own. */
export function getItems<Document extends Partial<YardDocument>>({ offices }: Document): Document['offices'] {
  return offices;
}

/** Returns a document with these items instead of its own. */
export function replaceItems<Document extends YardDocument>(document: Document, items: NamedItems): Document {
  return { ...document, offices: items };
}

/** Returns a document with these items besides its own, which they replace if they have the same name. */
export function addItems<Document extends YardDocument>(
  document: Document,
  items: NamedItems | undefined,
): Document {
  return replaceItems(document, { ...document.offices, ...items });
}

/** Returns the items of two documents. Of two items of one name, that of the second document is used. */
export function mergeItems(one: YardDocument | undefined, other: YardDocument | undefined): YardDocument {
  return { offices: { ...one?.offices, ...other?.offices } };
}

/**
 * Returns the items that a situation names and the document does not have, by name; an empty object if there
 * are none. A name that `known` does not have either is left out.
 */
export function pickMissingItems(
  { offices, selectedOffice, office }: YardScenario,
  { known, document }: { readonly known: NamedItems; readonly document: YardDocument },
): Partial<YardDocument> {
  const names = [...(offices ?? []), selectedOffice, office].filter((name) => typeof name === 'string');
  const missing = names.flatMap((name): readonly (readonly [string, Office])[] => {
    const item = known[name];
    return document.offices[name] === undefined && item ? [[name, item]] : [];
  });
  return missing.length > 0 ? { offices: Object.fromEntries(missing) } : {};
}

/** Returns the preselected item of a page by the name that the scenario has for it; an empty object without one. */
export function getPreselection({ selectedOffice: name }: YardScenario, { page }: YardSituation): NamedItems {
  return name && page.selectedOffice ? { [name]: page.selectedOffice } : {};
}

/**
 * Returns the item that was chosen in the entered values, in the terms of a scenario, and the other values. A
 * value that is no id of a known item is left out of both.
 */
export function describeChosenItem(
  entered: Values,
  known: NamedItems,
): { readonly chosen: Pick<YardScenario, 'office'>; readonly others: Values } {
  const { [officeField]: id, ...others } = entered;
  const name = Object.entries(known).find(([, office]) => id !== undefined && office.id === id)?.[0];
  return { chosen: name === undefined ? {} : { office: name }, others };
}

/**
 * Returns values that content may offer for a field: of yacht models and event titles one that the usual
 * situation has, if there is one, and one that it may not have; and the ids of the items of the document.
 */
export function listOfferedValues(
  { yachtModels = [], eventTitles = [] }: YardScenario,
  document: YardDocument,
): { readonly ofContent: readonly unknown[]; readonly ofItems: readonly unknown[] } {
  const titles = typeof eventTitles === 'string' ? [] : eventTitles;
  return {
    ofContent: [yachtModels[0], titles[0], 'Open day', 'A model'],
    ofItems: Object.values(document.offices).map(({ id }) => id),
  };
}
