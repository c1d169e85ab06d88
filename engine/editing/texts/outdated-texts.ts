import type { Documents, Json } from '../../model/types.ts';
import type { Change, Patch } from '../change.ts';
import { getTextsFile } from '../documents/document-files.ts';
import { getFallbackLocale, listTextLocales } from '../fields/outline.ts';
import { getTextsAndNames, listTextWrites } from './text-table.ts';

/**
 * Outdated translations by locale and key, with the former original for which each was written:
 * `{de: {send-message: 'Send'}}`. An original is a text of the fallback language.
 */
export type OutdatedTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Returns the outdated translations: the known ones, and those whose original changed since, without those
 * that were written or confirmed afterwards. Undone changes are ignored. A pure function of stored data, so
 * that every page and the server get the same result.
 */
export function findOutdatedTexts({
  known,
  changes,
  documents,
}: {
  /** The outdated translations before the first change. */
  readonly known: OutdatedTexts;
  /** The changes in chronological order. */
  readonly changes: readonly Change[];
  /** The documents after the last change. */
  readonly documents: Documents;
}): OutdatedTexts {
  const fallback = getFallbackLocale(documents);
  const writes = listEffectiveChanges(changes).flatMap(({ patches }) =>
    patches.flatMap((patch) => listTextWrites(documents, patch)),
  );
  const originals = new Map<string, string | undefined>();
  const writtenFor = new Map<string, string | undefined>();
  for (const [locale, texts] of Object.entries(known))
    for (const [key, original] of Object.entries(texts)) writtenFor.set(toTextId(locale, key), original);
  const now = getTextsAndNames(documents, fallback);
  // In reverse order, the first change of an original is processed last, and its `before` is the value at the
  // beginning.
  for (const { locale, key, before } of writes.toReversed())
    if (locale === fallback) originals.set(key, before);
  const first = new Map(originals);
  for (const { locale, key, after } of writes) {
    if (locale === fallback) originals.set(key, after);
    else writtenFor.set(toTextId(locale, key), originals.has(key) ? originals.get(key) : now.get(key));
  }
  const all = listTextLocales(documents).flatMap((locale) => {
    if (locale === fallback) return [];
    const texts = getTextsAndNames(documents, locale);
    const originalsByKey = new Map<string, string>();
    // A translation can only be outdated if its original changed.
    for (const key of new Set([...Object.keys(known[locale] ?? {}), ...first.keys()])) {
      const textId = toTextId(locale, key);
      const original = writtenFor.has(textId) ? writtenFor.get(textId) : first.get(key);
      const isOutdated = original !== undefined && now.has(key) && original !== now.get(key);
      if (isOutdated && texts.has(key)) originalsByKey.set(key, original);
    }
    return originalsByKey.size === 0 ? [] : [[locale, Object.fromEntries(originalsByKey)] as const];
  });
  return Object.fromEntries(all);
}

/**
 * Returns the outdated translations after documents were replaced as a whole, as in a deployment. A
 * translation becomes outdated if only its original changed.
 */
export function findOutdatedSince(
  known: OutdatedTexts,
  { before, documents }: { readonly before: Documents; readonly documents: Documents },
): OutdatedTexts {
  const files = [...listTextLocales(documents).map(getTextsFile), 'enquiry-types.json'];
  const patches = files.flatMap((file): readonly Patch[] => {
    const [old, next] = [(before as FilesByPath)[file], (documents as FilesByPath)[file]];
    return old === undefined || next === undefined ? [] : [{ file, path: [], before: old, after: next }];
  });
  // Originals are processed first, because translations that changed with them are up to date.
  /** Returns true for a patch of the texts of the fallback language. */
  const isOriginal = ({ file }: Patch) => file === getTextsFile(getFallbackLocale(documents));
  const ordered = [...patches.filter(isOriginal), ...patches.filter((patch) => !isOriginal(patch))];
  const change = { id: '', title: { key: 'text' }, patches: ordered };
  return findOutdatedTexts({ known, changes: [change], documents });
}

type FilesByPath = Readonly<Record<string, Json | undefined>>;

/**
 * Returns the changes that are not undone, including redone ones, in the given order. Leaves out the changes
 * that undo or redo others of the list.
 */
function listEffectiveChanges(changes: readonly Change[]): readonly Change[] {
  const undone = new Set<string>();
  const left: Change[] = [];
  const known = new Set(changes.map(({ id }) => id));
  for (const change of changes.toReversed()) {
    if (undone.has(change.id)) continue;
    const revertedIds = change.undoes ?? change.redoes;
    // A change may undo one of an earlier draft. Then it is treated as a normal change.
    if (revertedIds?.every((id) => known.has(id))) for (const id of revertedIds) undone.add(id);
    else left.unshift(change);
  }
  return left;
}

/** Joins a language and a key: `toTextId('de', 'submit') // 'de submit'`. */
function toTextId(locale: string, key: string): string {
  return `${locale} ${key}`;
}
