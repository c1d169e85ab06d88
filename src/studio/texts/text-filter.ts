import type { OutdatedTexts, TextRow } from '#engine/editing/index.ts';
import type { TextNames } from '../draft/text-names.ts';

/** A filter of texts. It is part of the address, so that a list can be shared and reloaded. */
export interface TextFilter {
  /** A part of a text or a key, or empty. */
  readonly search: string;
  /** The state in which the texts are, or `all`. */
  readonly show: TextState | 'all';
  /** A locale, or empty for all. */
  readonly language: string;
}

/** A state in which a translator has to do something. */
export type TextState = (typeof textStates)[number];

export const textStates = ['missing', 'outdated', 'faulty'] as const;

/** The query of an address of the texts page: `/studio/texts?key=send-message&language=de`. */
export interface TextsAddress extends TextFilter {
  /** The key of the open text, or empty. */
  readonly key: string;
}

/**
 * Returns the filter and the open text of a query. What is absent is empty; an absent or unknown state is
 * `all`.
 */
export function parseTextsAddress(search: string): TextsAddress {
  const query = new URLSearchParams(search);
  return {
    key: query.get('key') ?? '',
    language: query.get('language') ?? '',
    search: query.get('search') ?? '',
    show: textStates.find((state) => state === query.get('show')) ?? 'all',
  };
}

/**
 * Returns the address of the texts page for a list of texts, or with one text open. Values that filter
 * nothing (empty, `all`) are left out. Example: `getTextsAddress({key: 'send-message', language: 'de'})`
 */
export function getTextsAddress(address: Partial<TextsAddress>): string {
  const given = Object.entries(address).filter(([, value]) => value !== '' && value !== 'all');
  const query = new URLSearchParams(given).toString();
  return query === '' ? '/studio/texts' : `/studio/texts?${query}`;
}

/** The facts about all texts from which their states are read. */
export interface TextsStatus {
  /** All languages, the fallback language first. */
  readonly locales: readonly string[];
  /** The former originals of outdated translations, by language and key. */
  readonly outdated: OutdatedTexts;
  /** Returns the name of a text. */
  readonly nameText: TextNames;
  /** The texts with findings, by language and key: `de send-message`. */
  readonly faulty: ReadonlySet<string>;
}

/**
 * Returns true if the text of a row is in a state in one language: `missing` if only the fallback language
 * has it, `outdated` if its original has changed since it was translated, `faulty` if it has findings.
 */
export function isTextInState(state: TextState, row: TextRow, locale: string, known: TextsStatus): boolean {
  if (state === 'missing') return isTextMissing(row, locale, known);
  if (state === 'outdated') return known.outdated[locale]?.[row.key] !== undefined;
  return known.faulty.has(`${locale} ${row.key}`);
}

/** Returns true if the fallback language has the text but this language does not. */
function isTextMissing(row: TextRow, locale: string, { locales: [fallback = ''] }: TextsStatus): boolean {
  return row.texts[locale] === undefined && row.texts[fallback] !== undefined;
}

/**
 * Returns the rows that match state and search, in their order. If the filter names no language, a match in
 * any language is enough. The search ignores case, and also finds keys, names and, for every language, texts
 * of the fallback language. An empty search matches all.
 */
export function filterTextRows(
  rows: readonly TextRow[],
  { search, show, language }: TextFilter,
  known: TextsStatus,
): readonly TextRow[] {
  const wanted = search.trim().toLowerCase();
  const locales = language === '' ? known.locales : [language];
  const [fallback = ''] = known.locales;
  return rows.filter((row) => {
    if (show !== 'all' && !locales.some((locale) => isTextInState(show, row, locale, known))) return false;
    if (wanted === '') return true;
    const read = [
      row.key,
      known.nameText(row.key),
      row.texts[fallback],
      ...locales.map((locale) => row.texts[locale]),
    ];
    return read.some((text) => text?.toLowerCase().includes(wanted));
  });
}
