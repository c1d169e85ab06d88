import { useMemo } from 'react';
import type { Studio } from '../context.ts';
import { type ActionKey, actionAudiences, isOffered } from '../people/offered.ts';
import type { Me } from '../protocol-people.ts';
import type { WordKey } from '../words.ts';
import type { PaletteEntry } from './palette-entries.ts';
import { schemes, showScheme } from './scheme.ts';
import type { Shortcuts } from './shortcuts.ts';

export type Over = 'palette' | 'overview' | 'changes';

/** The actions that work on every page, by key, by button and in the command palette. */
export interface Actions extends Shortcuts {
  readonly changes: () => void;
  readonly entries: readonly PaletteEntry[];
}

export function useActions(
  { store, me, say, announce, go }: Studio,
  { open, signOut }: { readonly open: (what: Over) => void; readonly signOut: () => void },
): Actions {
  return useMemo(() => {
    const offered = (action: ActionKey) => isOffered(action, me);
    const isMine = offered('undo');
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
        ...(offered('forms.new') ? [entry('new-type', say('forms.new'), () => go('/studio/forms'))] : []),
        entry('missing', say('texts.show.missing'), () => go('/studio/texts?show=missing')),
        entry('outdated', say('texts.show.outdated'), () => go('/studio/texts?show=outdated')),
        ...schemes.map((scheme) =>
          entry(scheme, `${say('scheme')}: ${say(`scheme.${scheme}`)}`, () => showScheme(scheme)),
        ),
        entry('shortcuts', say('shortcuts'), () => open('overview')),
        ...(offered('enquiries')
          ? [entry('enquiries', say('enquiries'), () => go('/studio/enquiries'))]
          : []),
        ...(['people', 'audit'] as const)
          .filter(offered)
          .map((part) => entry(part, say(part), () => go(`/studio/${part}`))),
        ...(offered('privacy')
          ? [entry('privacy', say('privacy'), () => go('/studio/enquiries/privacy'))]
          : []),
        // Actions of a page are found by their own label and by the name of the page.
        ...placedActions(me).map(({ key, part, address }) => ({
          ...entry(key, say(key), () => go(address)),
          note: say(part),
        })),
        entry('account', say('account'), () => go('/studio/account')),
        entry('sign-out', say('sign-out'), signOut),
      ],
    };
  }, [store, me, say, announce, go, open, signOut]);
}

interface PlacedAction {
  readonly key: WordKey;
  readonly part: WordKey;
  readonly address: string;
}

function placedActions(me: Me): readonly PlacedAction[] {
  const on = (part: WordKey, address: string, ...keys: readonly WordKey[]) =>
    keys.map((key) => ({ key, part, address }));
  const placed = [
    ...on('rules', '/studio/rules', 'rules.new'),
    ...on('texts', '/studio/texts', 'texts.tool.language', 'texts.tool.import', 'texts.tool.export'),
    ...on('history', '/studio/history/import', 'import.title'),
    ...on('history', '/studio/history', 'export', 'restore'),
    ...on('figures', '/studio/figures', 'figures.export'),
    ...on('enquiries', '/studio/enquiries', 'desk.export'),
    ...on('privacy', '/studio/enquiries/privacy', 'privacy.retention', 'privacy.erase'),
    ...on('people', '/studio/people', 'people.invite'),
    ...on('account', '/studio/account', 'account.password.change', 'factor', 'sessions', 'tokens'),
  ];
  return placed.filter(({ key }) => !isLimited(key) || isOffered(key, me));
}

function isLimited(key: WordKey): key is ActionKey & WordKey {
  return Object.hasOwn(actionAudiences, key);
}
