import { useState } from 'react';
import { isObject, isSameJson } from '#engine/json-schema/values.ts';

/** What an editor shows of something that is edited, and what it does with an edit. */
interface Edited<Value> {
  readonly shown: Value;
  /** The edit that is shown is not in the draft, because something of it has still to be entered. */
  readonly isIncomplete: boolean;
  readonly change: (next: Value) => void;
}

/** An edit that is held back, and the value of the draft that it is an edit of. */
interface Held<Value> {
  readonly value: Value;
  readonly of: Value;
}

/**
 * Holds back edits of a part of a rule while something of them has still to be chosen or entered: the draft never has a value that nobody
 * entered. An edit that is held back is stored in this browser, through a reload too, and is dropped where the part becomes another in
 * the draft meanwhile.
 *
 * @param options.name Tells the part from every other one: `rule-7/when`.
 * @param options.begun What is shown before the draft has anything.
 */
export function useIncomplete<Value>({
  name,
  value,
  begun,
  isComplete,
  onChange,
}: {
  readonly name: string;
  readonly value: Value;
  readonly begun?: Value | undefined;
  readonly isComplete: (value: Value) => boolean;
  readonly onChange: (value: Value) => void;
}): Edited<Value> {
  const [held, setHeld] = useState<Held<Value> | undefined>(
    () =>
      readHeld(name, value, isComplete) ?? (begun === undefined ? undefined : { value: begun, of: value }),
  );
  const isHeld = held !== undefined && isSameJson(held.of, value);
  return {
    shown: isHeld ? held.value : value,
    isIncomplete: isHeld,
    change(next) {
      const isWhole = isComplete(next);
      const nextHeld = isWhole ? undefined : { value: next, of: value };
      setHeld(nextHeld);
      storeHeld(name, nextHeld);
      if (isWhole) onChange(next);
    },
  };
}

const prefix = 'slipway-studio-incomplete:';

/** Returns the edit that was held back of a value; undefined where there is none, and where it cannot be read. */
function readHeld<Value>(
  name: string,
  value: Value,
  isComplete: (value: Value) => boolean,
): Held<Value> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + name) ?? 'null');
    // What is undefined has no place in JSON.
    if (!isObject(stored) || !isSameJson(stored.of ?? null, value ?? null)) return undefined;
    const edited = stored.value as Value;
    return isComplete(edited) ? undefined : { value: edited, of: value };
  } catch {
    return undefined;
  }
}

function storeHeld(name: string, held: Held<unknown> | undefined): void {
  try {
    if (held === undefined) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify(held));
  } catch {
    // A browser that stores nothing has it as long as the editor is open.
  }
}
