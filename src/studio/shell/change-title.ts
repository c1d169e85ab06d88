import type { ChangeTitle } from '#engine/editing/index.ts';
import type { Say, WordKey } from '../words.ts';

/**
 * Returns the title of a change: `formatChangeTitle({key: 'label', values: {field: 'Phone'}}, say) // 'Label
 * of Phone'`.
 */
export function titleText({ key, values }: ChangeTitle, say: Say): string {
  return say(`change.${key}` as WordKey, values);
}
