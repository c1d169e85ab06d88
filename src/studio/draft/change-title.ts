import type { ChangeTitle } from '#engine/editing/index.ts';
import { type FormatMessage, isStudioMessageKey } from '../ui/messages.ts';

/**
 * Returns the title of a change in the language of `say`. `formatChangeTitle({ key: 'label', values: { field:
 * 'Phone' } }, say) // 'Label of Phone'`. A title that this release does not know is returned as its key: a
 * program or another release may have made the change.
 */
export function formatChangeTitle({ key, values }: ChangeTitle, say: FormatMessage): string {
  const message = `change.${key}`;
  if (!isStudioMessageKey(message)) return key;
  try {
    return say(message, values);
  } catch {
    // A value of the message is missing.
    return key;
  }
}
