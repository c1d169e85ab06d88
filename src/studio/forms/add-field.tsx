import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  addField,
  canAddField,
  fieldKinds,
  getGroup,
  listTakeableFields,
  type OutlineField,
  type OutlineFieldKind,
  type OutlineType,
  palette,
  type TakeableField,
  takeField,
} from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useKnownTypes } from '../draft/use-known-types.ts';
import { focusElement } from '../ui/focus-element.ts';
import type { StudioMessageKey } from '../ui/messages.ts';
import { KindIcon } from './kind-icon.tsx';

export interface AddFieldProps {
  readonly type: OutlineType;
  /**
   * The new field is inserted after this one; into it, if it is a group. Undefined: at the end of the form.
   */
  readonly chosen: OutlineField | undefined;
  /** Called with the path of the new field. */
  readonly onAdded: (field: string) => void;
}

/** Fields of other types that are offered at once. More letters find further ones. */
const maxTakeable = 5;

/**
 * Renders a button that opens a palette of field types, as Alt+N does; Escape closes it. The new field gets
 * the entered label, or else a label with the name of its type. Fields of other types whose label contains the
 * entered text are offered as well.
 */
export function AddField({ type, chosen, onAdded }: AddFieldProps): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraftState();
  const [isOpen, setIsOpen] = useState(false);
  const [enteredLabel, setEnteredLabel] = useState('');
  const title = useId();
  const button = useRef<HTMLButtonElement>(null);
  const grid = useRef<HTMLUListElement>(null);
  const group = chosen === undefined ? '' : chosen.members ? chosen.name : getGroup(chosen.name);
  const outer = chosen?.name.split('.')[0];
  const kinds = fieldKinds.filter((kind) => palette[kind]);
  const known = useKnownTypes();
  const takeable = useMemo(
    () => (isOpen ? listTakeableFields(documents, type.key, enteredLabel).slice(0, maxTakeable) : []),
    [isOpen, documents, type.key, enteredLabel],
  );

  // Works in the whole form. The shortcut needs Alt, because a plain N is a letter in text fields.
  useLayoutEffect(() => {
    /** Opens the palette if the keys are Alt+N. */
    const openOnShortcut = (event: globalThis.KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyN') return;
      event.preventDefault();
      setIsOpen(true);
    };
    addEventListener('keydown', openOnShortcut);
    return () => removeEventListener('keydown', openOnShortcut);
  }, []);

  /**
   * Inserts a field into the chosen group or after the chosen field, announces it, closes the palette and
   * calls `onAdded`. If the group cannot contain it, it is inserted after the outermost group.
   */
  function insertField(kind: OutlineFieldKind): void {
    const label = enteredLabel.trim() || say('fields.new', { kind: say(`kind.${kind}` as StudioMessageKey) });
    // A field that the group cannot contain is inserted after the group.
    const isInside = group !== '' && canAddField(documents, { type: type.key, kind, group });
    const { name, patches } = addField(documents, {
      type: type.key,
      kind,
      label,
      ...(isInside && chosen?.members ? { group } : {}),
      ...(isInside && !chosen?.members && chosen ? { behind: chosen.name } : {}),
      ...(!isInside && outer !== undefined ? { behind: outer } : {}),
    });
    store.perform({ title: { key: 'field-added', values: { field: label } }, patches });
    announce(say('fields.added', { field: label }));
    closePalette();
    setEnteredLabel('');
    onAdded(name);
  }

  /** Takes a field of another type after the chosen field, announces it, closes the palette and calls `onAdded`. */
  function insertTakenField({ from, label }: TakeableField): void {
    const { name, patches } = takeField(documents, {
      from,
      type: type.key,
      ...(outer !== undefined && { behind: outer }),
    });
    store.perform({ title: { key: 'field-added', values: { field: label } }, patches });
    announce(say('fields.taken', { field: label, type: getTypeName(from.type) }));
    closePalette();
    setEnteredLabel('');
    onAdded(name);
  }

  /** Returns the name of a type for visitors. */
  const getTypeName = (key: string) => known.find((one) => one.type.key === key)?.name ?? key;

  /** Focuses the button that opens the palette, and closes it. */
  const closePalette = () => {
    button.current?.focus();
    setIsOpen(false);
  };

  return (
    <div className="st-stack-2">
      <button
        ref={button}
        type="button"
        className="st-button st-button--wide"
        aria-expanded={isOpen}
        aria-keyshortcuts="Alt+N"
        onClick={() => setIsOpen(!isOpen)}
      >
        <span aria-hidden="true">+ </span>
        {say('fields.add')}
      </button>
      {isOpen && (
        <section
          className="st-palette st-stack-2"
          aria-labelledby={title}
          onKeyDown={(event) => event.key === 'Escape' && closePalette()}
        >
          <label className="st-palette-label">
            {say('fields.asks')}
            <input
              ref={focusElement}
              className="st-input"
              value={enteredLabel}
              onChange={(event) => setEnteredLabel(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Otherwise the same key press would activate the button that gets the focus.
                event.preventDefault();
                focusTypeButton(grid.current, 0);
              }}
            />
          </label>
          {takeable.length > 0 && (
            <div className="st-stack-1">
              <h2 id={`${title}-taken`}>{say('fields.take')}</h2>
              <ul className="st-stack-1" aria-labelledby={`${title}-taken`}>
                {takeable.map((field) => (
                  <li key={field.from.field}>
                    <button
                      type="button"
                      className="st-button st-button--wide"
                      onClick={() => insertTakenField(field)}
                    >
                      <bdi>{field.label}</bdi>{' '}
                      <span>
                        –{' '}
                        {say('fields.take-from', {
                          type: getTypeName(field.from.type),
                          count: field.languages,
                        })}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <h2 id={title}>{say('fields.which')}</h2>
          {group !== '' && (
            <p className="st-hint">
              {say('fields.goes-into', {
                group: chosen?.members ? chosen.label : (group.split('.').at(-1) ?? group),
              })}
            </p>
          )}
          <ul ref={grid} onKeyDown={(event) => moveFocusByKey(event, grid.current)}>
            {kinds.map((kind) => (
              <li key={kind}>
                <button
                  type="button"
                  disabled={!canAddField(documents, { type: type.key, kind })}
                  title={
                    canAddField(documents, { type: type.key, kind }) ? undefined : say('fields.only-once')
                  }
                  onClick={() => insertField(kind)}
                >
                  <KindIcon kind={kind} />
                  {say(`kind.${kind}` as StudioMessageKey)}
                </button>
              </li>
            ))}
          </ul>
          <p className="st-hint">{say('fields.kind-keys')}</p>
        </section>
      )}
    </div>
  );
}

/** Returns the enabled buttons of the palette in order. Empty while it is closed. */
function listTypeButtons(grid: HTMLElement | null): readonly HTMLButtonElement[] {
  return [...(grid?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
}

/** Focuses the enabled button with this index: the first or last one if the index is out of range. */
function focusTypeButton(grid: HTMLElement | null, index: number): void {
  const buttons = listTypeButtons(grid);
  buttons[Math.max(0, Math.min(index, buttons.length - 1))]?.focus();
}

/** The letters that were typed recently, for searching, and the time of the last one. */
let typedPrefix = { text: '', at: 0 };
/** A letter within this time after the last one continues the search text, in milliseconds. */
const typingMs = 1000;

/**
 * Moves the focus between field types: by arrow keys, Home and End, or by letters to the first type that
 * begins with them. Other keys do nothing.
 */
function moveFocusByKey(event: KeyboardEvent, grid: HTMLElement | null): void {
  const buttons = listTypeButtons(grid);
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const sideways = document.dir === 'rtl' ? -1 : 1;
  const columns = 2;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    ArrowRight: sideways,
    ArrowLeft: -sideways,
    Home: -buttons.length,
    End: buttons.length,
  };
  const step = steps[event.key];
  if (step !== undefined) {
    event.preventDefault();
    focusTypeButton(grid, at + step);
  } else if (
    event.key.length === 1 &&
    event.key !== ' ' &&
    !event.altKey &&
    !event.ctrlKey &&
    !event.metaKey
  ) {
    const isOn = event.timeStamp - typedPrefix.at < typingMs;
    typedPrefix = { text: `${isOn ? typedPrefix.text : ''}${event.key}`.toLowerCase(), at: event.timeStamp };
    const found = buttons.findIndex((button) =>
      button.textContent?.toLowerCase().startsWith(typedPrefix.text),
    );
    if (found >= 0) focusTypeButton(grid, found);
  }
}
