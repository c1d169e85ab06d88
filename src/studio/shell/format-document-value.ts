import type { Json } from '#engine';
import type { FormatMessage } from '../messages.ts';

export function formatDocumentValue(value: Json | undefined, say: FormatMessage): string {
  if (value === undefined) return say('nothing');
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String).join(', ') : JSON.stringify(value);
}
