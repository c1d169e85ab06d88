import { useEffect, useRef } from 'react';
import { getPressedKey } from './pressed-key.ts';

const key = 'slipway-studio-single-keys';

/**
 * Returns true if single-key shortcuts are on. People who use speech input must be able to turn them off
 * (WCAG 2.2, 2.1.4 "Character Key Shortcuts").
 */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

/** Turns the single-key shortcuts on or off in this browser. */
export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Without storage the choice is lost.
  }
}

export interface Shortcuts {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly palette: () => void;
  readonly overview: () => void;
}

/**
 * Calls the handlers of the global shortcuts. In text fields and selects only Ctrl+K works: the browser has
 * its own undo there, and single keys type letters.
 */
export function useShortcuts({ undo, redo, palette, overview }: Shortcuts): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = event.metaKey || event.ctrlKey ? findChordAction(event) : findSingleKeyAction(event);
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    const findChordAction = (event: KeyboardEvent): (() => void) | undefined => {
      const pressed = getPressedKey(event).toLowerCase();
      if (pressed === 'k' && !event.shiftKey && !event.altKey) return palette;
      if (isTyping(event.target)) return undefined;
      if (pressed === 'y' || (pressed === 'z' && event.shiftKey)) return redo;
      return pressed === 'z' ? undo : undefined;
    };
    const findSingleKeyAction = (event: KeyboardEvent): (() => void) | undefined =>
      getPressedKey(event) === '?' && !event.altKey && !isTyping(event.target) && hasSingleKeys()
        ? overview
        : undefined;
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [undo, redo, palette, overview]);
}

/**
 * Calls the handlers of the single-key shortcuts of one page, by key. Ignores keys in text fields and while a
 * dialog is open.
 */
export function useSingleKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
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
