import type { Json } from '#engine';
import type { FormatMessage } from '../messages.ts';

/**
 * Returns a value of a document as text for people: a list as its entries with commas, an object as JSON, and
 * a message for undefined.
 */
export function formatDocumentValue(value: Json | undefined, say: FormatMessage): string {
  if (value === undefined) return say('nothing');
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(formatEntry).join(', ') : JSON.stringify(value);
}

function formatEntry(entry: Json): string {
  return typeof entry === 'object' ? JSON.stringify(entry) : String(entry);
}
