import { useMemo } from 'react';
import type { Studio } from '../context.ts';
import { mayWithEnquiries } from '../people/enquiry-rights.ts';
import { mayErasePeople } from '../privacy/privacy-page.tsx';
import type { WordKey } from '../words.ts';
import type { PaletteEntry } from './palette-entries.ts';
import { schemes, showScheme } from './scheme.ts';
import type { Shortcuts } from './shortcuts.ts';

/** What lies over the page. */
export type Over = 'palette' | 'overview' | 'changes';

/** What can be done from wherever one is: by a key, by a button, and by its name. */
export interface Actions extends Shortcuts {
  readonly changes: () => void;
  readonly entries: readonly PaletteEntry[];
}

/** The actions of the studio. */
export function useActions(
  { store, me, say, announce, go, may }: Studio,
  { open, signOut }: { readonly open: (what: Over) => void; readonly signOut: () => void },
): Actions {
  return useMemo(() => {
    const isMine = may('editor');
    const undo = () => {
      if (isMine && store.undo()) announce(say('undone'));
    };
    const redo = () => {
      if (isMine && store.redo()) announce(say('redone'));
    };
    const entry = (id: string, label: string, run: () => void): PaletteEntry => ({
      ...{ id: `action ${id}`, kind: 'action', label, note: '', run },
    });
    return {
      undo,
      redo,
      palette: () => open('palette'),
      overview: () => open('overview'),
      changes: () => open('changes'),
      entries: [
        ...(isMine ? [entry('undo', say('undo'), undo), entry('redo', say('redo'), redo)] : []),
        entry('changes', say('changes'), () => open('changes')),
        ...(isMine ? [entry('new-type', say('forms.new'), () => go('/studio/forms'))] : []),
        entry('missing', say('texts.show.missing'), () => go('/studio/texts?show=missing')),
        entry('outdated', say('texts.show.outdated'), () => go('/studio/texts?show=outdated')),
        ...schemes.map((scheme) =>
          entry(scheme, `${say('scheme')}: ${say(`scheme.${scheme}`)}`, () => showScheme(scheme)),
        ),
        entry('shortcuts', say('shortcuts'), () => open('overview')),
        ...(mayWithEnquiries(me, 'read')
          ? [entry('enquiries', say('enquiries'), () => go('/studio/enquiries'))]
          : []),
        ...(may('owner')
          ? (['people', 'audit'] as const).map((part) => entry(part, say(part), () => go(`/studio/${part}`)))
          : []),
        ...(mayErasePeople(me)
          ? [entry('privacy', say('privacy'), () => go('/studio/enquiries/privacy'))]
          : []),
        // What stands on a page is found by its own words, and by those of the page.
        ...placedActions({ me, may }).map(({ key, part, address }) => ({
          ...entry(key, say(key), () => go(address)),
          note: say(part),
        })),
        entry('account', say('account'), () => go('/studio/account')),
        entry('sign-out', say('sign-out'), signOut),
      ],
    };
  }, [store, me, say, announce, go, may, open, signOut]);
}

interface PlacedAction {
  readonly key: WordKey;
  /** The page that it stands on. */
  readonly part: WordKey;
  readonly address: string;
}

/** Returns what can be done on the studio's pages by whoever is signed in, each with the page where it is done. */
function placedActions({ me, may }: Pick<Studio, 'me' | 'may'>): readonly PlacedAction[] {
  const on = (part: WordKey, address: string, ...keys: readonly WordKey[]) =>
    keys.map((key) => ({ key, part, address }));
  return [
    ...(may('editor')
      ? [
          ...on('rules', '/studio/rules', 'rules.new'),
          ...on('texts', '/studio/texts', 'texts.tool.language', 'texts.tool.import'),
          ...on('history', '/studio/history/import', 'import.title'),
        ]
      : []),
    ...on('texts', '/studio/texts', 'texts.tool.export'),
    ...on('history', '/studio/history', 'export', 'restore'),
    ...on('figures', '/studio/figures', 'figures.export'),
    ...(mayWithEnquiries(me, 'read') ? on('enquiries', '/studio/enquiries', 'desk.export') : []),
    ...(mayErasePeople(me)
      ? on('privacy', '/studio/enquiries/privacy', 'privacy.retention', 'privacy.erase')
      : []),
    ...(may('owner') ? on('people', '/studio/people', 'people.invite') : []),
    ...on('account', '/studio/account', 'account.password.change', 'factor', 'sessions', 'tokens'),
  ];
}
