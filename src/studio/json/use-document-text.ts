import { useEffect, useMemo, useRef, useState } from 'react';
import type { Documents, Json } from '#engine';
import { documentPatches, documentText, readDocumentText, type TextFault } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { keepText, keptText } from './kept-text.ts';

/** A document as a text that is being written. */
export interface DocumentText {
  readonly text: string;
  /** Why it is no document; empty: what stands there is in the draft. */
  readonly faults: readonly TextFault[];
  /** Nothing of it is kept in this browser beside the page itself. */
  readonly isUnkept: boolean;
  readonly write: (text: string) => void;
  /** Lets go of a text that is no document. */
  readonly restore: () => void;
}

/**
 * Both ways at once: what changes in the draft changes the text, and a text that is a document changes the draft by what differs. A text
 * that is none stays here, also through a reload, with the document that it began from: what others change meanwhile is met, not undone.
 */
export function useDocumentText(file: string): DocumentText {
  const { store } = useStudio();
  const { documents } = useDraft();
  const value = (documents as Readonly<Record<string, Json | undefined>>)[file];
  const [kept] = useState(() => keptText(file));
  const began = useRef<Json | undefined>(kept?.began ?? value);
  const [own, setOwn] = useState<
    { readonly text: string; readonly faults: readonly TextFault[] } | undefined
  >(kept && { text: kept.text, faults: faultsOf(documents, file, kept.text) });
  const [isUnkept, setIsUnkept] = useState(false);
  const drawn = useMemo(() => documentText(documents, file), [documents, file]);
  // While somebody writes, their spaces and line breaks stay as they are as long as it says the same.
  const isSame = own !== undefined && own.faults.length === 0 && saysSame(own.text, value);
  useEffect(() => {
    if (own && own.faults.length === 0 && !isSame) setOwn(undefined);
    if (own === undefined || isSame) began.current = value;
  }, [own, isSame, value]);

  function write(text: string): void {
    const now = store.getSnapshot().documents;
    const read = readDocumentText(now, file, text);
    if (!read.ok) {
      setOwn({ text, faults: read.faults });
      setIsUnkept(began.current !== undefined && !keepText(file, { text, began: began.current }));
      return;
    }
    keepText(file, undefined);
    setIsUnkept(false);
    setOwn({ text, faults: [] });
    const from = began.current === undefined ? now : ({ ...now, [file]: began.current } as Documents);
    const patches = documentPatches(from, file, read.value);
    store.perform({
      title: { key: 'json', values: { file } },
      // Where somebody else has changed the same, the server says so, and both versions are shown.
      patches,
      group: `json ${file}`,
    });
    began.current = read.value;
  }

  return {
    text: own && (own.faults.length > 0 || isSame) ? own.text : drawn,
    faults: own?.faults ?? [],
    isUnkept,
    write,
    restore() {
      keepText(file, undefined);
      setOwn(undefined);
    },
  };
}

function faultsOf(documents: Documents, file: string, text: string): readonly TextFault[] {
  const read = readDocumentText(documents, file, text);
  return read.ok ? [] : read.faults;
}

function saysSame(text: string, value: Json | undefined): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
