import type { Json } from '#engine';
import type { FormatMessage } from './messages.ts';

/**
 * Returns a value of a document as text for people: a text unchanged, a list as its entries with commas
 * (empty for an empty list), anything else as JSON, and a message for undefined.
 */
export function formatDocumentValue(value: Json | undefined, say: FormatMessage): string {
  if (value === undefined) return say('nothing');
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(formatEntry).join(', ') : JSON.stringify(value);
}

/** Returns an object or a list as JSON, a text unchanged, any other value as a string. */
function formatEntry(entry: Json): string {
  return typeof entry === 'object' ? JSON.stringify(entry) : String(entry);
}
