import type { Json } from '#engine';

const prefix = 'slipway-studio-json:';

/** A text that is no document yet, and the document that it began from. */
export interface KeptText {
  readonly text: string;
  readonly began: Json;
}

/** What was written of a document and could not be taken up, of this browser. */
export function keptText(file: string): KeptText | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(prefix + file) ?? 'null') as Partial<KeptText> | null;
    return typeof kept?.text === 'string' && kept.began !== undefined ? (kept as KeptText) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it, also through a reload; undefined: nothing is left to be kept. False where the browser keeps nothing. */
export function keepText(file: string, kept: KeptText | undefined): boolean {
  try {
    if (kept === undefined) localStorage.removeItem(prefix + file);
    else localStorage.setItem(prefix + file, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
