import type { Documents, Json } from '../types.ts';
import type { Change, Patch } from './change.ts';
import { fallbackLocale, localesOf } from './outline.ts';
import { textsFile } from './places.ts';
import { wordsOf, wordsWritten } from './words.ts';

/**
 * Translations that were written for other words than those of the language of last resort now: by locale and key, the words that each
 * was written for. `{de: {send-message: 'Send'}}`
 */
export type OutdatedTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Which translations are out of date: those known to be when the changes began, and those whose original was changed since, less those
 * that were written, or confirmed, after that. What was undone counts as never done. A pure function of what is stored, so that every page
 * and the server agree.
 */
export function outdatedTexts({
  known,
  changes,
  documents,
}: {
  /** When the first of the changes was made. */
  readonly known: OutdatedTexts;
  /** The first one first. */
  readonly changes: readonly Change[];
  /** As they are after the last one. */
  readonly documents: Documents;
}): OutdatedTexts {
  const fallback = fallbackLocale(documents);
  const writes = effective(changes).flatMap(({ patches }) =>
    patches.flatMap((patch) => wordsWritten(documents, patch)),
  );
  const originals = new Map<string, string | undefined>();
  const writtenFor = new Map<string, string | undefined>();
  for (const [locale, texts] of Object.entries(known))
    for (const [key, original] of Object.entries(texts)) writtenFor.set(wordOf(locale, key), original);
  const now = wordsOf(documents, fallback);
  // Read backwards, the first change of an original is the last to say how it began.
  for (const { locale, key, before } of writes.toReversed())
    if (locale === fallback) originals.set(key, before);
  const first = new Map(originals);
  for (const { locale, key, after } of writes) {
    if (locale === fallback) originals.set(key, after);
    else writtenFor.set(wordOf(locale, key), originals.has(key) ? originals.get(key) : now.get(key));
  }
  const all = localesOf(documents).flatMap((locale) => {
    if (locale === fallback) return [];
    const texts = wordsOf(documents, locale);
    const said = new Map<string, string>();
    // Only what had its original changed can be out of date.
    for (const key of new Set([...Object.keys(known[locale] ?? {}), ...first.keys()])) {
      const word = wordOf(locale, key);
      const original = writtenFor.has(word) ? writtenFor.get(word) : first.get(key);
      const isOutdated = original !== undefined && now.has(key) && original !== now.get(key);
      if (isOutdated && texts.has(key)) said.set(key, original);
    }
    return said.size === 0 ? [] : [[locale, Object.fromEntries(said)] as const];
  });
  return Object.fromEntries(all);
}

/** The same where documents were replaced by others at once, as a deployment does: an original that changed alone leaves its translations behind. */
export function outdatedSince(
  known: OutdatedTexts,
  { before, documents }: { readonly before: Documents; readonly documents: Documents },
): OutdatedTexts {
  const files = [...localesOf(documents).map(textsFile), 'enquiry-types.json'];
  const patches = files.flatMap((file): readonly Patch[] => {
    const [old, next] = [(before as Files)[file], (documents as Files)[file]];
    return old === undefined || next === undefined ? [] : [{ file, path: [], before: old, after: next }];
  });
  // The originals first: what was translated with them is up to date.
  const isOriginal = ({ file }: Patch) => file === textsFile(fallbackLocale(documents));
  const ordered = [...patches.filter(isOriginal), ...patches.filter((patch) => !isOriginal(patch))];
  const change = { id: '', title: { key: 'text' }, patches: ordered };
  return outdatedTexts({ known, changes: [change], documents });
}

type Files = Readonly<Record<string, Json | undefined>>;

/** Changes that were not taken back, those that were made again among them. */
function effective(changes: readonly Change[]): readonly Change[] {
  const taken = new Set<string>();
  const left: Change[] = [];
  const known = new Set(changes.map(({ id }) => id));
  for (const change of changes.toReversed()) {
    if (taken.has(change.id)) continue;
    const takes = change.undoes ?? change.redoes;
    // What it takes back may be of a draft before this one: then it is a change like any other.
    if (takes?.every((id) => known.has(id))) for (const id of takes) taken.add(id);
    else left.unshift(change);
  }
  return left;
}

function wordOf(locale: string, key: string): string {
  return `${locale} ${key}`;
}
