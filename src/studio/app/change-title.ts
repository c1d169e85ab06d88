import type { ChangeTitle } from '#engine/editing/index.ts';
import type { FormatMessage, StudioMessageKey } from '../ui/messages.ts';

/**
 * Returns the title of a change in the language of `say`. `formatChangeTitle({ key: 'label', values: { field:
 * 'Phone' } }, say) // 'Label of Phone'`
 */
export function formatChangeTitle({ key, values }: ChangeTitle, say: FormatMessage): string {
  return say(`change.${key}` as StudioMessageKey, values);
}
