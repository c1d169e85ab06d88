import { useEffect, useMemo, useRef, useState } from 'react';
import type { Documents, Json } from '#engine';
import {
  createDocumentPatches,
  formatDocumentText,
  readDocumentText,
  type TextFault,
} from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../draft/context.ts';

export interface DocumentText {
  /** The text to show: as it was typed, or else the document of the draft. */
  readonly text: string;
  /** The reasons why the text is not a valid document. Empty if it is applied to the draft. */
  readonly faults: readonly TextFault[];
  /** True if the browser does not store the text, so that it would be lost with the page. */
  readonly isUnstored: boolean;
  /** Sets the text. A valid one becomes an edit of the draft. */
  readonly write: (text: string) => void;
  /** Discards an invalid text and shows the document of the draft. */
  readonly restore: () => void;
}

/** A text as somebody typed it, which may differ from the document of the draft. */
type OwnText = Pick<DocumentText, 'text' | 'faults' | 'isUnstored'>;

/**
 * Synchronises a document of the draft with its text. A valid text changes the values of the draft that
 * differ; the typed white space stays until somebody else changes the document. An invalid text stays, stored
 * in the browser with the document from which it was made, so that other people's changes meanwhile cause a
 * conflict and are not overwritten.
 */
export function useDocumentText(file: string): DocumentText {
  const { store } = useStudio();
  const { documents } = useDraftState();
  const value = (documents as Readonly<Record<string, Json | undefined>>)[file];
  const [stored] = useState(() => readUnappliedText(file));
  const began = useRef<Json | undefined>(stored?.began ?? value);
  const [own, setOwn] = useState<OwnText | undefined>(
    stored && { text: stored.text, faults: listFaults(documents, file, stored.text), isUnstored: false },
  );
  const drawn = useMemo(() => formatDocumentText(documents, file), [documents, file]);
  // While somebody types, their white space stays as long as the JSON value is the same.
  const isSame = own !== undefined && own.faults.length === 0 && hasSameValue(own.text, value);
  useEffect(() => {
    if (own && own.faults.length === 0 && !isSame) setOwn(undefined);
    if (own === undefined || isSame) began.current = value;
  }, [own, isSame, value]);

  /**
   * Applies the changes of a valid text to the draft and removes a stored text. Shows an invalid one with its
   * faults and stores it in the browser.
   */
  function write(text: string): void {
    const now = store.getSnapshot().documents;
    const read = readDocumentText(now, file, text);
    if (!read.ok) {
      const isStored =
        began.current === undefined || storeUnappliedText(file, { text, began: began.current });
      setOwn({ text, faults: read.faults, isUnstored: !isStored });
      return;
    }
    storeUnappliedText(file, undefined);
    setOwn({ text, faults: [], isUnstored: false });
    const from = began.current === undefined ? now : ({ ...now, [file]: began.current } as Documents);
    const patches = createDocumentPatches(from, file, read.value);
    store.perform({
      title: { key: 'json', values: { file } },
      // If somebody else has changed the same value, the server reports a conflict, and both versions are
      // shown.
      patches,
      group: `json ${file}`,
    });
    began.current = read.value;
  }

  return {
    text: own && (own.faults.length > 0 || isSame) ? own.text : drawn,
    faults: own?.faults ?? [],
    isUnstored: own?.isUnstored ?? false,
    write,
    restore() {
      storeUnappliedText(file, undefined);
      setOwn(undefined);
    },
  };
}

/** Returns the faults of a text. Empty if it is a valid document. */
function listFaults(documents: Documents, file: string, text: string): readonly TextFault[] {
  const read = readDocumentText(documents, file, text);
  return read.ok ? [] : read.faults;
}

/** Returns true if a text is JSON with this value, its members in the same order. */
function hasSameValue(text: string, value: Json | undefined): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}

const storagePrefix = 'slipway-studio-json:';

/** An invalid text of a document, and the document from which the editing started. */
interface UnappliedText {
  readonly text: string;
  readonly began: Json;
}

/**
 * Returns the invalid text of a document that this browser has stored. Undefined if there is none, if it is
 * damaged, or if the browser does not allow storage.
 */
function readUnappliedText(file: string): UnappliedText | undefined {
  try {
    const stored = JSON.parse(
      localStorage.getItem(storagePrefix + file) ?? 'null',
    ) as Partial<UnappliedText> | null;
    return typeof stored?.text === 'string' && stored.began !== undefined
      ? (stored as UnappliedText)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores an invalid text of a document in this browser, so that it survives a reload. Undefined removes it.
 * @returns False if the browser does not allow it.
 */
function storeUnappliedText(file: string, unapplied: UnappliedText | undefined): boolean {
  try {
    if (unapplied === undefined) localStorage.removeItem(storagePrefix + file);
    else localStorage.setItem(storagePrefix + file, JSON.stringify(unapplied));
    return true;
  } catch {
    return false;
  }
}
