import type { Documents } from '#engine';
import { createOutline, createTextTable } from '#engine/editing/index.ts';
import type { ReportView } from '../../api/studio.ts';
import { getEntryAddress, listContentEntries } from '../content/content-edits.ts';
import type { DraftContent } from '../content/content-lists.ts';
import { contentParts } from '../content/content-lists.ts';
import { getDocumentAddress, listEditableFiles } from '../draft/documents.ts';
import { getFieldAddress } from '../draft/presence/own-presence.ts';
import { createTextNames } from '../draft/text-names.ts';
import type { VisibleType } from '../draft/visitors-order.ts';
import { sendLaterAddress } from '../forms/settings/send-later-settings.tsx';
import { getSettingsAddress, settingsGroups } from '../forms/settings/settings-groups.ts';
import { getTextsAddress } from '../texts/text-filter.ts';
import { isEnglish } from '../ui/finding-text.tsx';
import { findFindingTitle } from '../ui/finding-title.ts';
import { getOwnLanguageName } from '../ui/language-name.ts';
import type { FormatMessage } from '../ui/messages.ts';

/** An entry of the command palette: a target or a command that the search can find. */
export interface PaletteEntry {
  readonly id: string;
  readonly kind: (typeof paletteKinds)[number];
  readonly label: string;
  /** Further text that the search includes, but that is not shown: the key of a text. */
  readonly hidden?: string;
  /** Text that the search includes and that distinguishes entries with the same label. May be empty. */
  readonly note: string;
  /** The language of the note. Absent if it is the language of the studio. */
  readonly noteLanguage?: string;
  /** Executes the command or opens the target. */
  readonly run: () => void;
}

/** The kinds of entries in the order of display. A `part` is a page of the studio, a `check` a finding. */
export const paletteKinds = [
  'action',
  'part',
  'form',
  'settings',
  'field',
  'rule',
  'language',
  'check',
  'document',
  'content',
  'text',
] as const;

/**
 * Returns an entry for each main page of the studio and for everything in the draft: forms, their settings, fields, rules,
 * languages, findings, documents, the content and texts, in this order. Without a report there are no findings, without
 * readable rules no rules. Running an entry opens its address with `go`.
 */
export function listPaletteTargets({
  documents,
  known,
  content,
  report,
  locales,
  say,
  locale,
  go,
}: {
  readonly documents: Documents;
  /** The enquiry types with the names that visitors see. */
  readonly known: readonly VisibleType[];
  /** The content of the draft. Absent while it is not loaded. */
  readonly content: DraftContent | undefined;
  readonly report: ReportView | undefined;
  /**
   * The languages with texts, the fallback language first. Its texts are the labels of the entries for texts.
   */
  readonly locales: readonly string[];
  readonly say: FormatMessage;
  readonly locale: string;
  readonly go: (address: string) => void;
}): readonly PaletteEntry[] {
  /** Returns a function that opens the address. */
  const createOpener = (address: string) => () => go(address);
  const types = createOutline(documents);
  const names = new Map(known.map(({ type, name }) => [type.key, name]));
  const nameText = createTextNames(documents, { say, locale });
  const { rules = [] } = Object(documents['rules.json']) as {
    readonly rules?: readonly { readonly id?: unknown; readonly description?: unknown }[];
  };
  const [fallback = ''] = locales;
  return [
    ...(['forms', 'content', 'rules', 'texts', 'checks', 'json', 'history', 'publish'] as const).map(
      (part) => ({
        id: `part ${part}`,
        kind: 'part' as const,
        label: say(part),
        note: '',
        run: createOpener(`/studio/${part}`),
      }),
    ),
    ...types.map(({ key, title }) => ({
      id: `form ${key}`,
      kind: 'form' as const,
      label: title,
      note: key,
      hidden: names.get(key) ?? '',
      run: createOpener(`/studio/forms/${encodeURIComponent(key)}`),
    })),
    {
      id: 'settings send-later',
      kind: 'settings' as const,
      label: say('send-later'),
      note: say('forms'),
      hidden: say('send-later.offered'),
      run: createOpener(sendLaterAddress),
    },
    ...types.flatMap(({ key, title }) => {
      const name = names.get(key) ?? title;
      const searched = { kind: 'settings' as const, hidden: `${say('type-settings')} ${title} ${key}` };
      return [
        {
          ...searched,
          id: `settings ${key}`,
          label: say('type-settings'),
          note: name,
          run: createOpener(getSettingsAddress(key)),
        },
        ...settingsGroups.map(({ id, label }) => ({
          ...searched,
          id: `settings ${key} ${id}`,
          label: say(label),
          note: name,
          run: createOpener(getSettingsAddress(key, id)),
        })),
      ];
    }),
    ...types.flatMap(({ key, title, fields }) =>
      fields.map(({ name, label }) => ({
        id: `field ${key} ${name}`,
        kind: 'field' as const,
        label,
        note: title,
        run: createOpener(getFieldAddress(key, name)),
      })),
    ),
    ...(Array.isArray(rules) ? rules : []).map(({ id, description }) => ({
      id: `rule ${id}`,
      kind: 'rule' as const,
      label: String(description ?? id),
      note: String(id),
      run: createOpener(`/studio/rules#rule-${encodeURIComponent(String(id))}`),
    })),
    ...locales.map((locale) => ({
      id: `language ${locale}`,
      kind: 'language' as const,
      label: getOwnLanguageName(locale),
      note: `${say('palette.kind.language')} · ${locale}`,
      run: createOpener(getTextsAddress({ language: locale })),
    })),
    ...(report?.findings ?? []).map(({ reason, file, pointer, code }) => ({
      id: `check ${code} ${file} ${pointer} ${reason}`,
      kind: 'check' as const,
      label: findFindingTitle(locale, code) ?? code,
      note: reason,
      ...(!isEnglish(locale) && { noteLanguage: 'en' }),
      run: createOpener('/studio/checks'),
    })),
    ...listEditableFiles(documents).map((file) => ({
      id: `document ${file}`,
      kind: 'document' as const,
      label: file,
      note: 'JSON',
      run: createOpener(getDocumentAddress(file)),
    })),
    ...(content === undefined ? [] : contentParts.flatMap((part) => listContentEntries(part, content))).map(
      ({ part, key, label, note }) => ({
        id: `content ${part} ${key}`,
        kind: 'content' as const,
        label: label || key,
        note: [say(`content.${part}`), note].filter(Boolean).join(' · '),
        run: createOpener(getEntryAddress(part, key)),
      }),
    ),
    ...createTextTable(documents).map(({ key, texts }) => ({
      id: `text ${key}`,
      kind: 'text' as const,
      label: texts[fallback] ?? key,
      note: nameText(key),
      hidden: key,
      run: createOpener(getTextsAddress({ key })),
    })),
  ];
}

/**
 * Returns the entries whose label or note contains every word of the search, ignoring case. Entries whose
 * label begins with the first word come first, then those whose label contains it, then the others; each
 * group in the order of `paletteKinds`. An empty search finds all.
 * @param most Maximum number of entries.
 */
export function searchEntries(
  entries: readonly PaletteEntry[],
  search: string,
  most: number,
): readonly PaletteEntry[] {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = entries.flatMap((entry) => {
    const label = entry.label.toLowerCase();
    const note = `${entry.note} ${entry.hidden ?? ''}`.toLowerCase();
    if (!words.every((word) => label.includes(word) || note.includes(word))) return [];
    const [first = ''] = words;
    const rank = label.startsWith(first) ? 0 : label.includes(first) ? 1 : 2;
    return [{ entry, rank: rank * paletteKinds.length + paletteKinds.indexOf(entry.kind) }];
  });
  ranked.sort((one, other) => one.rank - other.rank);
  return ranked.slice(0, most).map(({ entry }) => entry);
}
