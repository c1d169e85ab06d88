import type { Documents, Json } from '#engine';
import type { Patch } from '#engine/editing/index.ts';
import { asObject, isObject } from '#engine/json-schema/values.ts';
import type { ContentEntry, DraftContent } from '../content-lists.ts';

/** The document that has the items of the lists. */
const choicesDocument = 'content/lists.json';

/** A list that fields take their choices from, as the form declares it. */
export interface DeclaredList {
  readonly name: string;
  /** Its description, else its name. */
  readonly label: string;
  /** The facts of its items that rules can read, by name, with their types. */
  readonly facts: readonly (readonly [name: string, type: string])[];
}

/** Returns the lists that a form declares, in their order. */
export function listDeclared(documents: Documents): readonly DeclaredList[] {
  return Object.entries(asObject(asObject(documents['lists.json']).lists)).map(([name, list]) => {
    const { description, facts } = asObject(list);
    const label = typeof description === 'string' && description !== '' ? description : name;
    return {
      name,
      label,
      facts: Object.entries(asObject(facts)).map(([fact, type]) => [fact, String(type)]),
    };
  });
}

/** Returns true if the lists are edited in the studio: the draft has their document. */
export function areChoicesEditedHere({ documents }: DraftContent): boolean {
  return documents[choicesDocument] !== undefined;
}

/** Returns the items of a list: those of the draft, else those of the folder. */
export function readChoiceItems(content: DraftContent, list: string): readonly ContentEntry[] {
  const items = readAll(content)[list];
  // Their shape is checked by the server, which reports what is wrong.
  return Array.isArray(items) ? (items.filter(isObject) as readonly ContentEntry[]) : [];
}

/** Returns the patches after which a list has these items. Lists of the folder are first taken into the draft. */
export function replaceChoices(
  content: DraftContent,
  list: string,
  items: readonly ContentEntry[],
): readonly Patch[] {
  const all = readAll(content);
  const before = all[list];
  return [
    ...(areChoicesEditedHere(content) ? [] : [{ file: choicesDocument, path: [], after: all as Json }]),
    {
      file: choicesDocument,
      path: [list],
      ...(before !== undefined && { before }),
      after: items as unknown as Json,
    },
  ];
}

/** Returns an item with a value that no other has, so that a new name does not change what forms send. */
export function createChoice(items: readonly ContentEntry[], name: string): ContentEntry {
  const taken = new Set(items.map(getChoiceValue));
  for (let number = items.length + 1; ; number += 1)
    if (!taken.has(`choice-${number}`)) return { id: `choice-${number}`, name };
}

/** Returns what a form sends for an item: its id, or its name without one. */
export function getChoiceValue({ id, name }: ContentEntry): string {
  return String(id ?? name ?? '');
}

/** Returns an item with another name in a language; an empty name removes it. */
export function nameChoice(item: ContentEntry, locale: string, name: string): ContentEntry {
  const { names, ...rest } = item;
  const { [locale]: _before, ...others } = asObject(names) as Readonly<Record<string, Json>>;
  const after = { ...others, ...(name !== '' && { [locale]: name }) };
  return Object.keys(after).length === 0 ? rest : { ...rest, names: after };
}

/**
 * Returns an item with another value of a fact; an empty text removes it. Undefined for a text that is no value of
 * the type.
 */
export function setFact(
  item: ContentEntry,
  [fact, type]: readonly [name: string, type: string],
  text: string,
): ContentEntry | undefined {
  const { [fact]: _before, ...rest } = item;
  if (text === '') return rest;
  if (type === 'number') return Number.isFinite(Number(text)) ? { ...item, [fact]: Number(text) } : undefined;
  if (type === 'boolean') return { ...item, [fact]: text === 'true' };
  const parts = text.split(',').map((part) => part.trim());
  return { ...item, [fact]: type === 'list' ? parts.filter((part) => part !== '') : text };
}

function readAll({ documents, folder }: DraftContent): Readonly<Record<string, Json>> {
  return asObject(documents[choicesDocument] ?? folder[choicesDocument]) as Readonly<Record<string, Json>>;
}
