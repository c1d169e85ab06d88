import { useState } from 'react';
import { isObject, isSameJson } from '#engine/json-schema/values.ts';

interface Edited<Value> {
  readonly shown: Value;
  /** True if the shown value is not in the draft, because something still has to be entered. */
  readonly isIncomplete: boolean;
  readonly change: (next: Value) => void;
}

/** An incomplete edit with the draft's value that it started from. */
interface Held<Value> {
  readonly value: Value;
  readonly of: Value;
}

/**
 * Stores an incomplete edit of a part of a rule in this browser, so that the draft never contains a value
 * that nobody entered. The edit survives a reload. It is dropped if the draft's value changes meanwhile.
 * @param options.name Identifies the part: `rule-7/when`.
 * @param options.begun The value that is shown before the draft has one.
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

/** Returns the incomplete edit of a value. Undefined if there is none or it cannot be read. */
function readHeld<Value>(
  name: string,
  value: Value,
  isComplete: (value: Value) => boolean,
): Held<Value> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + name) ?? 'null');
    // JSON has no undefined. It is stored as null.
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
    // Without storage the edit exists as long as the editor is open.
  }
}
