import type { Json } from '#engine';
import type { Say } from '../words.ts';

export function shownValue(value: Json | undefined, say: Say): string {
  if (value === undefined) return say('nothing');
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String).join(', ') : JSON.stringify(value);
}
