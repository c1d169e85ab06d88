import type { Json } from '#engine';

const prefix = 'slipway-studio-json:';

/** An invalid text of a document, and the document from which the editing started. */
export interface KeptText {
  readonly text: string;
  readonly began: Json;
}

/** Reads the stored text of a document that could not be applied. Stored per browser. */
export function keptText(file: string): KeptText | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(prefix + file) ?? 'null') as Partial<KeptText> | null;
    return typeof kept?.text === 'string' && kept.began !== undefined ? (kept as KeptText) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores the text, so that it survives a reload. Undefined removes it.
 * @returns False if the browser does not allow storage.
 */
export function keepText(file: string, kept: KeptText | undefined): boolean {
  try {
    if (kept === undefined) localStorage.removeItem(prefix + file);
    else localStorage.setItem(prefix + file, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
