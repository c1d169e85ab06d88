import { useMemo } from 'react';
import type { SignedInPerson } from '../../api/people.ts';
import { type ActionKey, actionAudiences, isActionOffered } from '../auth/permissions/action-audiences.ts';
import { contentLists, contentParts } from '../content/content-lists.ts';
import { createChangeTitles } from '../draft/change-title.ts';
import type { StudioContextValue } from '../draft/context.ts';
import type { UndoStep } from '../draft/history.ts';
import { createTextNames } from '../draft/text-names.ts';
import { createStepFormat } from '../draft/value-changes.tsx';
import { createValueWords } from '../draft/value-words.ts';
import { blurInput } from '../ui/blur-input.ts';
import type { StudioMessageKey } from '../ui/messages.ts';
import type { Shortcuts } from '../ui/shortcuts.ts';
import type { PaletteEntry } from './palette-entries.ts';
import { applyScheme, schemes } from './scheme.ts';

/** A dialog over the page: the command palette, the overview of shortcuts, or the list of changes; the help stands beside the page. */
export type OpenOverlay = 'palette' | 'overview' | 'changes' | 'help';

/** The actions that work on every page, by key and by button. */
export interface StudioActions extends Shortcuts {
  /** Opens the list of changes. */
  readonly changes: () => void;
  /** Opens the help of the current page. */
  readonly help: () => void;
  /** The entries of all actions for the command palette, also of those that first open another page. */
  readonly entries: readonly PaletteEntry[];
}

/**
 * Returns the actions that work on every page. The entries are limited to those that the signed-in person may
 * use; `undo` and `redo` do nothing for a person who may not edit, and announce what they did.
 */
export function useStudioActions(
  { store, me, say, announce, go, visit, may, locale, content, panel }: StudioContextValue,
  { open, signOut }: { readonly open: (what: OpenOverlay) => void; readonly signOut: () => void },
): StudioActions {
  return useMemo(() => {
    /** Returns true if the signed-in person may use the action. */
    const isAllowed = (action: ActionKey) => isActionOffered(action, me);
    const isMine = isAllowed('undo');
    /** Returns the description of a step that was undone or redone. */
    const describeStep = (step: UndoStep, isUndone = false) => {
      const { documents } = store.getSnapshot();
      const nameText = createTextNames(documents, { say, locale });
      const formatStep = createStepFormat({
        say,
        formatTitle: createChangeTitles(documents, { say, nameText }),
        wordValues: createValueWords({ say, locale, documents, content, panel }),
      });
      return formatStep(step, isUndone);
    };
    /**
     * Undoes the last own change and announces that. Does nothing if there is none or the person may not
     * edit.
     */
    const undo = () => {
      const step = isMine ? store.undo() : undefined;
      if (step) announce(say('undone.named', { what: describeStep(step) }));
    };
    /**
     * Redoes the own change that was undone last and announces that. Does nothing if there is none or the
     * person may not edit.
     */
    const redo = () => {
      const step = isMine ? store.redo() : undefined;
      if (step) announce(say('redone.named', { what: describeStep(step, true) }));
    };
    /** Returns an entry of the palette for an action, which `run` executes. */
    const createEntry = (id: string, label: string, run: () => void): PaletteEntry => ({
      id: `action ${id}`,
      kind: 'action',
      label,
      note: '',
      run,
    });
    return {
      undo,
      redo,
      palette: () => open('palette'),
      publish: () => {
        if (!may('editor')) return;
        // An input that is removed is not blurred.
        blurInput();
        visit('/studio/publish');
      },
      overview: () => open('overview'),
      changes: () => open('changes'),
      help: () => open('help'),
      entries: [
        ...(isMine ? [createEntry('undo', say('undo'), undo), createEntry('redo', say('redo'), redo)] : []),
        createEntry('changes', say('changes'), () => open('changes')),
        ...(isAllowed('forms.new')
          ? [createEntry('new-type', say('forms.new'), () => go('/studio/forms'))]
          : []),
        createEntry('missing', say('texts.show.missing'), () => go('/studio/texts?show=missing')),
        createEntry('outdated', say('texts.show.outdated'), () => go('/studio/texts?show=outdated')),
        ...schemes.map((scheme) =>
          createEntry(scheme, `${say('scheme')}: ${say(`scheme.${scheme}`)}`, () => applyScheme(scheme)),
        ),
        createEntry('help', say('help'), () => open('help')),
        createEntry('manual', say('help.manual.title'), () => go('/studio/manual')),
        createEntry('shortcuts', say('shortcuts'), () => open('overview')),
        ...(isAllowed('enquiries')
          ? [createEntry('enquiries', say('enquiries'), () => go('/studio/enquiries'))]
          : []),
        ...(['people', 'audit'] as const)
          .filter(isAllowed)
          .map((part) => createEntry(part, say(part), () => go(`/studio/${part}`))),
        ...(isAllowed('privacy')
          ? [createEntry('privacy', say('privacy'), () => go('/studio/enquiries/privacy'))]
          : []),
        // Actions of a page are found by their own label and by the name of the page.
        ...listPageActions(me).map(({ key, part, address }) => ({
          ...createEntry(key, say(key), () => go(address)),
          note: say(part),
        })),
        createEntry('account', say('account'), () => go('/studio/account')),
        createEntry('sign-out', say('sign-out'), signOut),
      ],
    };
  }, [store, me, say, announce, go, visit, may, locale, content, panel, open, signOut]);
}

/**
 * An action of a single page: the message key of its label, that of the name of the page (`part`), and the
 * address of the page.
 */
interface PageAction {
  readonly key: StudioMessageKey;
  readonly part: StudioMessageKey;
  readonly address: string;
}

/**
 * Returns the actions of single pages that the person may use, each with the address of its page. They open
 * the page; the person executes the action there.
 */
function listPageActions(me: SignedInPerson): readonly PageAction[] {
  /** Returns an action for each key, all on the same page. */
  const createPageActions = (part: StudioMessageKey, address: string, ...keys: readonly StudioMessageKey[]) =>
    keys.map((key) => ({ key, part, address }));
  const pageActions = [
    ...contentParts.flatMap((part) =>
      createPageActions('content', `/studio/content/${part}`, contentLists[part].words.add),
    ),
    ...createPageActions('forms', '/studio/forms?import', 'forms.import'),
    ...createPageActions('rules', '/studio/rules', 'rules.new'),
    ...createPageActions(
      'texts',
      '/studio/texts',
      'texts.tool.language',
      'texts.tool.import',
      'texts.tool.export',
    ),
    ...createPageActions('history', '/studio/history/import', 'import.title'),
    ...createPageActions('history', '/studio/history', 'export', 'restore'),
    ...createPageActions('figures', '/studio/figures', 'figures.export'),
    ...createPageActions('enquiries', '/studio/enquiries', 'desk.export'),
    ...createPageActions('privacy', '/studio/enquiries/privacy', 'privacy.retention', 'privacy.erase'),
    ...createPageActions('people', '/studio/people', 'people.invite'),
    ...createPageActions(
      'account',
      '/studio/account',
      'account.password.change',
      'factor',
      'sessions',
      'tokens',
    ),
  ];
  return pageActions.filter(({ key }) => !isRoleLimited(key) || isActionOffered(key, me));
}

/** Returns true if `actionAudiences` limits the action to some people. */
function isRoleLimited(key: StudioMessageKey): key is ActionKey & StudioMessageKey {
  return Object.hasOwn(actionAudiences, key);
}
