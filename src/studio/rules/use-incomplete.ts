import { useState } from 'react';
import { isSameJson } from '#engine/json-schema/values.ts';

/** What an editor shows of something that is edited, and what it does with an edit. */
interface Edited<Value> {
  readonly shown: Value;
  /** The edit that is shown is not in the draft, because something of it has still to be entered. */
  readonly isIncomplete: boolean;
  readonly change: (next: Value) => void;
}

/**
 * Holds back edits of a part of a rule while something of them has still to be chosen or entered: the draft never has a value that nobody
 * entered. An edit that is held back is dropped where the part becomes another in the draft meanwhile.
 *
 * @param options.begun What is shown before the draft has anything.
 */
export function useIncomplete<Value>({
  value,
  begun,
  isComplete,
  onChange,
}: {
  readonly value: Value;
  readonly begun?: Value | undefined;
  readonly isComplete: (value: Value) => boolean;
  readonly onChange: (value: Value) => void;
}): Edited<Value> {
  const [held, setHeld] = useState<{ readonly value: Value; readonly of: Value } | undefined>(
    begun === undefined ? undefined : { value: begun, of: value },
  );
  const isHeld = held !== undefined && isSameJson(held.of, value);
  return {
    shown: isHeld ? held.value : value,
    isIncomplete: isHeld,
    change(next) {
      const isWhole = isComplete(next);
      setHeld(isWhole ? undefined : { value: next, of: value });
      if (isWhole) onChange(next);
    },
  };
}
