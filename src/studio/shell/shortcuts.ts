import { useEffect, useRef } from 'react';
import { keyOf } from './key-of.ts';

const key = 'slipway-studio-single-keys';

/** Whether single keys do something: whoever speaks to the machine may turn that off (WCAG 2.2, 2.1.4 "Character Key Shortcuts"). */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

/** Turns single keys on or off, in this browser. */
export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Nothing is kept.
  }
}

/** What the studio does by keys wherever one is. */
export interface Shortcuts {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly palette: () => void;
  readonly overview: () => void;
}

/** Hears the keys. Where somebody types, a browser's own undo goes first, and single keys are letters. */
export function useShortcuts({ undo, redo, palette, overview }: Shortcuts): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const done = event.metaKey || event.ctrlKey ? chord(event) : single(event);
      if (done === undefined) return;
      event.preventDefault();
      done();
    };
    const chord = (event: KeyboardEvent): (() => void) | undefined => {
      const pressed = keyOf(event).toLowerCase();
      if (pressed === 'k' && !event.shiftKey && !event.altKey) return palette;
      if (isTyping(event.target)) return undefined;
      if (pressed === 'y' || (pressed === 'z' && event.shiftKey)) return redo;
      return pressed === 'z' ? undo : undefined;
    };
    const single = (event: KeyboardEvent): (() => void) | undefined =>
      keyOf(event) === '?' && !event.altKey && !isTyping(event.target) && hasSingleKeys()
        ? overview
        : undefined;
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [undo, redo, palette, overview]);
}

/** Hears single keys of a part of the studio, by the letter: not where somebody types, nor below a dialog. */
export function useSingleKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const done = latest.current[keyOf(event)];
      const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.isComposing;
      if (!done || !isPlain || !hasSingleKeys() || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      done();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Letters choose in a select as well. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'))
  );
}
