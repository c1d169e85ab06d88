import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { listTextLocales } from '#engine/editing/index.ts';
import { useContentFolder } from '../content/use-content.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useKnownTypes } from '../draft/use-known-types.ts';
import { decodeAddressPart } from '../ui/address.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { focusElement } from '../ui/focus-element.ts';
import { listPaletteTargets, type PaletteEntry, searchEntries } from './palette-entries.ts';

const maxShownEntries = 40;

/**
 * Renders a dialog that searches actions and everything that has a name in the draft. Choosing an entry
 * closes the dialog and runs or opens it. It is a combobox as in the ARIA Authoring Practices, "Combobox".
 */
export function CommandPalette({
  actions,
  onClose,
}: {
  readonly actions: readonly PaletteEntry[];
  readonly onClose: () => void;
}): ReactNode {
  const { say, locale, go } = useStudio();
  const { documents, report } = useDraftState();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const known = useKnownTypes();
  const folder = useContentFolder().value;
  const content = useMemo(
    () => (folder ? { documents, folder: folder.documents, sourced: folder.sources.lists } : undefined),
    [documents, folder],
  );
  const list = useId();
  const entries = useMemo(
    () => [
      ...actions,
      ...listPaletteTargets({
        documents,
        known,
        content,
        report,
        locales: listTextLocales(documents),
        say,
        locale,
        go: (address) => openAddress(address, go),
      }),
    ],
    [actions, documents, known, content, report, say, locale, go],
  );
  const found = useMemo(() => searchEntries(entries, search, maxShownEntries), [entries, search]);
  const current = found[Math.min(at, found.length - 1)];
  /** Returns the id of the element of a found entry. Undefined without an entry. */
  const getOptionId = (entry: PaletteEntry | undefined) =>
    entry ? `${list}-${found.indexOf(entry)}` : undefined;
  useEffect(() => {
    document.getElementById(getOptionId(current) ?? '')?.scrollIntoView({ block: 'nearest' });
  });

  /**
   * Closes the palette, and runs the entry after the focus has returned from it. Does nothing without an
   * entry.
   */
  function closeAndRun(entry: PaletteEntry | undefined): void {
    if (!entry) return;
    onClose();
    // Waits until the closed dialog has returned the focus.
    setTimeout(entry.run);
  }

  /**
   * Handles the keys of the search field. Arrow keys select the next or previous entry; after the last comes
   * the first. Enter runs the selected one. Other keys are left to the field.
   */
  function selectOrRun(event: KeyboardEvent): void {
    const last = found.length - 1;
    if (event.key === 'ArrowDown') setAt(at >= last ? 0 : at + 1);
    else if (event.key === 'ArrowUp') setAt(at <= 0 ? last : at - 1);
    else if (event.key === 'Enter') closeAndRun(current);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog label={say('palette')} className="st-dialog--palette" onClose={onClose}>
      <input
        ref={focusElement}
        className="st-input st-palette-search"
        role="combobox"
        aria-label={say('palette.search')}
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={getOptionId(current)}
        autoComplete="off"
        spellCheck={false}
        placeholder={say('palette.search')}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setAt(0);
        }}
        onKeyDown={selectOrRun}
      />
      <p className="st-visually-hidden" role="status">
        {say('palette.found', { count: found.length })}
      </p>
      {found.length === 0 && <EmptyState title={say('palette.none')} text={say('palette.none-text')} />}
      <div id={list} role="listbox" aria-label={say('palette.results')} className="st-palette-list">
        {found.map((entry) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field above (combobox).
          <div
            key={entry.id}
            id={getOptionId(entry)}
            role="option"
            tabIndex={-1}
            aria-selected={entry === current}
            className={`st-palette-entry st-palette-entry--${entry.kind}`}
            onClick={() => closeAndRun(entry)}
          >
            <span className="st-quiet">{say(`palette.kind.${entry.kind}`)}</span>
            <bdi>{entry.label}</bdi>
            <bdi className="st-quiet" lang={entry.noteLanguage}>
              {entry.note}
            </bdi>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

/**
 * Opens an address of the studio, and focuses the page or the element that the hash names. For an address of
 * one text (`?key=`), the focus is left to its editor.
 */
function openAddress(address: string, go: (address: string) => void): void {
  go(address);
  if (!address.includes('?key=')) document.getElementById('main')?.focus();
  const [, anchor] = address.split('#');
  // The target exists only after the page was rendered.
  if (anchor) requestAnimationFrame(() => revealElement(decodeAddressPart(anchor)));
}

/** Scrolls to the element with the id and focuses it, so that Tab goes on from there. Does nothing without one. */
function revealElement(id: string): void {
  const element = document.getElementById(id);
  if (!element) return;
  element.scrollIntoView();
  // Sets the attribute, without which most elements cannot have the focus.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
