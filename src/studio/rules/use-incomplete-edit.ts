import { useState } from 'react';
import { isObject, isSameJson } from '#engine/json-schema/values.ts';

interface EditedValue<Value> {
  /** The value to edit: the incomplete one if there is one, else that of the draft. */
  readonly shown: Value;
  /** True if the shown value is not in the draft, because something still has to be entered. */
  readonly isIncomplete: boolean;
  /** Passes a complete value to `onChange`. Stores an incomplete one in this browser. */
  readonly change: (next: Value) => void;
}

/** An incomplete edit that is not in the draft. */
interface IncompleteEdit<Value> {
  readonly value: Value;
  /** The value that the draft had when this edit was made. */
  readonly of: Value;
}

/**
 * Returns the value to edit and a function that changes it. A complete change is passed to `onChange`. An
 * incomplete one is stored in this browser and survives a reload, so that the draft never contains a value
 * that nobody entered. It is ignored once the draft’s value differs from the one it started from.
 * @param options.name Identifies the part: `rule-7/when`.
 * @param options.value The value in the draft.
 * @param options.begun The first incomplete edit if none is stored. It hides `value`, so omit it if the draft
 * has a value.
 */
export function useIncompleteEdit<Value>({
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
}): EditedValue<Value> {
  const [incompleteEdit, setIncompleteEdit] = useState<IncompleteEdit<Value> | undefined>(
    () =>
      readIncompleteEdit(name, value, isComplete) ??
      (begun === undefined ? undefined : { value: begun, of: value }),
  );
  const isEditCurrent = incompleteEdit !== undefined && isSameJson(incompleteEdit.of, value);
  return {
    shown: isEditCurrent ? incompleteEdit.value : value,
    isIncomplete: isEditCurrent,
    /** Stores an incomplete value. For a complete one, deletes the stored value and calls `onChange`. */
    change(next) {
      const isWhole = isComplete(next);
      const nextEdit = isWhole ? undefined : { value: next, of: value };
      setIncompleteEdit(nextEdit);
      storeIncompleteEdit(name, nextEdit);
      if (isWhole) onChange(next);
    },
  };
}

const prefix = 'slipway-studio-incomplete:';

/**
 * Returns the stored edit if it is incomplete and started from the draft’s current value. Undefined
 * otherwise, also if it cannot be read.
 */
function readIncompleteEdit<Value>(
  name: string,
  value: Value,
  isComplete: (value: Value) => boolean,
): IncompleteEdit<Value> | undefined {
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

/**
 * Stores an incomplete edit in this browser. Undefined deletes it. Does nothing if the browser has no
 * storage.
 */
function storeIncompleteEdit(name: string, edit: IncompleteEdit<unknown> | undefined): void {
  try {
    if (edit === undefined) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify(edit));
  } catch {
    // Without storage the edit exists as long as the editor is open.
  }
}
