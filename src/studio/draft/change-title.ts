import { useMemo } from 'react';
import type { Documents } from '#engine';
import { type ChangeTitle, getFallbackLocale, getTextsFile } from '#engine/editing/index.ts';
import { type FormatMessage, isStudioMessageKey } from '../ui/messages.ts';
import { useDraftState, useStudio } from './context.ts';
import { listValueChanges, type UndoStep } from './history.ts';
import { type TextNames, useTextNames } from './text-names.ts';

/**
 * Returns the title of a change, which names texts instead of showing their keys. With the step, a text that is named
 * by its own words is named by those before the step.
 */
export type ChangeTitles = (title: ChangeTitle, step?: UndoStep) => string;

/** Returns the titles of changes of the draft in the language of the studio. */
export function useChangeTitles(): ChangeTitles {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const nameText = useTextNames();
  return useMemo(() => createChangeTitles(documents, { say, nameText }), [documents, say, nameText]);
}

/** Creates the titles of changes of these documents. */
export function createChangeTitles(
  documents: Documents,
  { say, nameText }: { readonly say: FormatMessage; readonly nameText: TextNames },
): ChangeTitles {
  return (title, step) =>
    formatChangeTitle(title, say, (key) => nameText(key, step && findFormerText(step, documents)));
}

/** Returns the text in the fallback language that a step replaced. */
function findFormerText(step: UndoStep, documents: Documents): string | undefined {
  const file = getTextsFile(getFallbackLocale(documents));
  const own = listValueChanges(step).find((change) => change.file === file);
  return typeof own?.from === 'string' ? own.from : undefined;
}

/**
 * Returns the title of a change in the language of `say`: `Label of Phone`. A title that this release does not know
 * is returned as its key: a program or another release may have made the change.
 */
function formatChangeTitle({ key, values }: ChangeTitle, say: FormatMessage, nameText: TextNames): string {
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
