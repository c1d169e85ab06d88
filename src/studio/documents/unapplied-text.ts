import type { Json } from '#engine';

const storagePrefix = 'slipway-studio-json:';

/** An invalid text of a document, and the document from which the editing started. */
export interface UnappliedText {
  readonly text: string;
  readonly began: Json;
}

/**
 * Returns the invalid text of a document that this browser has stored. Undefined if there is none, if it is
 * damaged, or if the browser does not allow storage.
 */
export function readUnappliedText(file: string): UnappliedText | undefined {
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
export function storeUnappliedText(file: string, unapplied: UnappliedText | undefined): boolean {
  try {
    if (unapplied === undefined) localStorage.removeItem(storagePrefix + file);
    else localStorage.setItem(storagePrefix + file, JSON.stringify(unapplied));
    return true;
  } catch {
    return false;
  }
}
