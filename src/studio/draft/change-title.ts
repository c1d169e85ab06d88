import { useCallback } from 'react';
import type { ChangeTitle } from '#engine/editing/index.ts';
import { type FormatMessage, isStudioMessageKey } from '../ui/messages.ts';
import { useStudio } from './context.ts';
import { type TextNames, useTextNames } from './text-names.ts';

/** Returns `formatChangeTitle` for the draft, which names texts instead of showing their keys. */
export function useChangeTitles(): (title: ChangeTitle) => string {
  const { say } = useStudio();
  const nameText = useTextNames();
  return useCallback((title) => formatChangeTitle(title, say, nameText), [say, nameText]);
}

/**
 * Returns the title of a change in the language of `say`. `formatChangeTitle({ key: 'label', values: { field:
 * 'Phone' } }, say) // 'Label of Phone'`. A title that this release does not know is returned as its key: a
 * program or another release may have made the change.
 * @param nameText Returns the name of a text. Absent: texts are shown by their keys.
 */
export function formatChangeTitle(
  { key, values }: ChangeTitle,
  say: FormatMessage,
  nameText: TextNames = String,
): string {
  const message = `change.${key}`;
  if (!isStudioMessageKey(message)) return key;
  try {
    const isAboutText = key === 'text' || key === 'text-confirmed';
    return say(message, isAboutText && values ? { ...values, key: nameText(String(values.key)) } : values);
  } catch {
    // A value of the message is missing.
    return key;
  }
}
