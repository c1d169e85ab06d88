import { useLayoutEffect, useRef } from 'react';
import { getPressedKey } from './pressed-key.ts';

/** The key of the setting in `localStorage`. */
const key = 'slipway-studio-single-keys';

/**
 * Returns true if single-key shortcuts are on, which is the default, also if the browser has no storage.
 * People who use speech input must be able to turn them off (WCAG 2.2, 2.1.4 "Character Key Shortcuts").
 */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

/**
 * Turns the single-key shortcuts on or off, and stores that in this browser. Does nothing if it has no
 * storage.
 */
export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Without storage the choice is lost.
  }
}

/**
 * The handlers of the global shortcuts: `undo` is Ctrl+Z, `redo` Ctrl+Shift+Z or Ctrl+Y, `palette` Ctrl+K,
 * `publish` (the page for publishing) Alt+P, and `overview` (the list of shortcuts) is `?`.
 */
export interface Shortcuts {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly palette: () => void;
  readonly publish: () => void;
  readonly overview: () => void;
}

/**
 * Calls the handlers of the global shortcuts. Cmd works like Ctrl. In text fields and selects only Ctrl+K and
 * Alt+P work: the browser has its own undo there, and single keys type letters. Alt+P does nothing while a dialog is
 * open.
 */
export function useShortcuts({ undo, redo, palette, publish, overview }: Shortcuts): void {
  // A layout effect: a page that is seen hears its keys. On a busy device other effects run later.
  useLayoutEffect(() => {
    /**
     * Calls the handler of a pressed shortcut, and prevents the action of the browser. Other keys are
     * ignored.
     */
    const onKey = (event: KeyboardEvent) => {
      const action =
        event.metaKey || event.ctrlKey
          ? findChordAction(event)
          : event.altKey
            ? findAltAction(event)
            : findSingleKeyAction(event);
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    /** Returns the handler of a key that is pressed with Ctrl or Cmd. Undefined if it is no shortcut. */
    const findChordAction = (event: KeyboardEvent): (() => void) | undefined => {
      const pressed = getPressedKey(event).toLowerCase();
      if (pressed === 'k' && !event.shiftKey && !event.altKey) return palette;
      if (isTyping(event.target)) return undefined;
      if (pressed === 'y' || (pressed === 'z' && event.shiftKey)) return redo;
      return pressed === 'z' ? undo : undefined;
    };
    /** Returns the handler of a key that is pressed with Alt, by its position: Option types other letters. */
    const findAltAction = ({ code, shiftKey }: KeyboardEvent): (() => void) | undefined =>
      code === 'KeyP' && !shiftKey && !document.querySelector('dialog[open]') ? publish : undefined;
    /**
     * Returns the handler of `?`. Undefined for all other keys, in text fields, and if single-key shortcuts
     * are off.
     */
    const findSingleKeyAction = (event: KeyboardEvent): (() => void) | undefined =>
      getPressedKey(event) === '?' && !isTyping(event.target) && hasSingleKeys() ? overview : undefined;
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [undo, redo, palette, publish, overview]);
}

/**
 * Calls the handlers of the single-key shortcuts of one page, by key. Ignores keys in text fields, with Ctrl,
 * Cmd or Alt, while a dialog is open, and if single-key shortcuts are off.
 */
export function useSingleKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    /**
     * Calls the handler of a pressed key, and prevents the action of the browser. Keys without a handler are
     * ignored.
     */
    const onKey = (event: KeyboardEvent) => {
      const action = latest.current[getPressedKey(event)];
      const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.isComposing;
      if (!action || !isPlain || !hasSingleKeys() || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Returns true if keys enter text in the element, or choose an option of a select by its letters. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'))
  );
}
