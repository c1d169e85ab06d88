import type { Documents } from '#engine';
import { outlineOf, textTable } from '#engine/editing/index.ts';
import { isEnglish } from '../findings/finding-text.tsx';
import { findingTitle } from '../findings/finding-title.ts';
import { documentAddress, editableFiles } from '../json/documents.ts';
import { languageName } from '../language-name.ts';
import { fieldAddress } from '../presence/own-presence.ts';
import type { ReportView } from '../protocol.ts';
import { textsAddress } from '../texts/text-filter.ts';
import type { Say } from '../words.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly kind: (typeof paletteKinds)[number];
  readonly label: string;
  /** Text that the search includes and that distinguishes entries with the same label. */
  readonly note: string;
  /** The language of the note. Absent if it is the language of the studio. */
  readonly noteLanguage?: string;
  readonly run: () => void;
}

export const paletteKinds = [
  'action',
  'part',
  'form',
  'field',
  'rule',
  'language',
  'check',
  'document',
  'text',
] as const;

/** Lists everything in the draft that has an address. */
export function placesIn({
  documents,
  report,
  locales,
  say,
  locale,
  go,
}: {
  readonly documents: Documents;
  readonly report: ReportView | undefined;
  readonly locales: readonly string[];
  readonly say: Say;
  readonly locale: string;
  readonly go: (address: string) => void;
}): readonly PaletteEntry[] {
  const to = (address: string) => () => go(address);
  const types = outlineOf(documents);
  const { rules = [] } = Object(documents['rules.json']) as {
    readonly rules?: readonly { readonly id?: unknown; readonly description?: unknown }[];
  };
  const [fallback = ''] = locales;
  return [
    ...(['forms', 'rules', 'texts', 'checks', 'json', 'history', 'publish'] as const).map((part) => ({
      ...{ id: `part ${part}`, kind: 'part' as const, label: say(part), note: '' },
      run: to(`/studio/${part}`),
    })),
    ...types.map(({ key, title }) => ({
      ...{ id: `form ${key}`, kind: 'form' as const, label: title, note: key },
      run: to(`/studio/forms/${encodeURIComponent(key)}`),
    })),
    ...types.flatMap(({ key, title, fields }) =>
      fields.map(({ name, label }) => ({
        ...{ id: `field ${key} ${name}`, kind: 'field' as const, label, note: title },
        run: to(fieldAddress(key, name)),
      })),
    ),
    ...(Array.isArray(rules) ? rules : []).map(({ id, description }) => ({
      ...{ id: `rule ${id}`, kind: 'rule' as const, label: String(description ?? id), note: String(id) },
      run: to(`/studio/rules#rule-${encodeURIComponent(String(id))}`),
    })),
    ...locales.map((locale) => ({
      ...{ id: `language ${locale}`, kind: 'language' as const, label: languageName(locale) },
      note: `${say('palette.kind.language')} · ${locale}`,
      run: to(textsAddress({ language: locale })),
    })),
    ...(report?.findings ?? []).map(({ reason, file, pointer, code }) => ({
      ...{
        id: `check ${code} ${file} ${pointer} ${reason}`,
        kind: 'check' as const,
        label: findingTitle(locale, code) ?? code,
        note: reason,
        ...(!isEnglish(locale) && { noteLanguage: 'en' }),
      },
      run: to('/studio/checks'),
    })),
    ...editableFiles(documents).map((file) => ({
      ...{ id: `document ${file}`, kind: 'document' as const, label: file, note: 'JSON' },
      run: to(documentAddress(file)),
    })),
    ...textTable(documents).map(({ key, texts }) => ({
      ...{ id: `text ${key}`, kind: 'text' as const, label: texts[fallback] ?? key, note: key },
      run: to(textsAddress({ key })),
    })),
  ];
}

/**
 * Returns the entries that contain every word of the search. Labels that begin with the first word come
 * first.
 * @param most Maximum number of entries.
 */
export function matching(
  entries: readonly PaletteEntry[],
  search: string,
  most: number,
): readonly PaletteEntry[] {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = entries.flatMap((entry) => {
    const [label, note] = [entry.label.toLowerCase(), entry.note.toLowerCase()];
    if (!words.every((word) => label.includes(word) || note.includes(word))) return [];
    const [first = ''] = words;
    const rank = label.startsWith(first) ? 0 : label.includes(first) ? 1 : 2;
    return [{ entry, rank: rank * paletteKinds.length + paletteKinds.indexOf(entry.kind) }];
  });
  ranked.sort((one, other) => one.rank - other.rank);
  return ranked.slice(0, most).map(({ entry }) => entry);
}
