import type { OutdatedTexts, TextRow } from '#engine/editing/index.ts';

/** Which texts are shown; in the address, so that a list can be handed on and is there after a reload. */
export interface TextFilter {
  readonly search: string;
  readonly show: TextState | 'all';
  /** A locale, or empty: every one. */
  readonly language: string;
}

/** What may have to be done with a text in a language. */
export type TextState = (typeof textStates)[number];

/** Every state that is looked for. */
export const textStates = ['missing', 'outdated', 'faulty'] as const;

/** What an address of the texts says: `/studio/texts?key=send-message&language=de`. */
export interface TextsAddress extends TextFilter {
  /** The text that is open. */
  readonly key: string;
}

/** Reads the query of an address. */
export function readAddress(search: string): TextsAddress {
  const query = new URLSearchParams(search);
  return {
    key: query.get('key') ?? '',
    language: query.get('language') ?? '',
    search: query.get('search') ?? '',
    show: textStates.find((state) => state === query.get('show')) ?? 'all',
  };
}

/** The address of a list of texts, or of one of them: `textsAddress({key: 'send-message', language: 'de'})` */
export function textsAddress(address: Partial<TextsAddress>): string {
  const given = Object.entries(address).filter(([, value]) => value !== '' && value !== 'all');
  const query = new URLSearchParams(given).toString();
  return query === '' ? '/studio/texts' : `/studio/texts?${query}`;
}

/** What is known of the texts besides their words. */
export interface TextsKnown {
  /** Every language, that of last resort first. */
  readonly locales: readonly string[];
  readonly outdated: OutdatedTexts;
  /** The places that a check found something at: `de send-message`. */
  readonly faulty: ReadonlySet<string>;
}

/** Whether a text in a language is in a state. */
export function isIn(state: TextState, row: TextRow, locale: string, known: TextsKnown): boolean {
  if (state === 'missing') return isMissing(row, locale, known);
  if (state === 'outdated') return known.outdated[locale]?.[row.key] !== undefined;
  return known.faulty.has(`${locale} ${row.key}`);
}

/** What only a translation has is not missing in the others. */
function isMissing(row: TextRow, locale: string, { locales: [fallback = ''] }: TextsKnown): boolean {
  return row.texts[locale] === undefined && row.texts[fallback] !== undefined;
}

/** The texts that a filter shows. */
export function filtered(
  rows: readonly TextRow[],
  { search, show, language }: TextFilter,
  known: TextsKnown,
): readonly TextRow[] {
  const wanted = search.trim().toLowerCase();
  const locales = language === '' ? known.locales : [language];
  const [fallback = ''] = known.locales;
  return rows.filter((row) => {
    if (show !== 'all' && !locales.some((locale) => isIn(show, row, locale, known))) return false;
    if (wanted === '') return true;
    const read = [row.key, row.texts[fallback], ...locales.map((locale) => row.texts[locale])];
    return read.some((text) => text?.toLowerCase().includes(wanted));
  });
}
