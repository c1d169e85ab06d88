import { type ReactNode, useMemo } from 'react';
import type { Change } from '#engine/editing/index.ts';
import { formatDocumentValue } from '../ui/format-document-value.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { type ChangeTitles, useChangeTitles } from './change-title.ts';
import { useStudio } from './context.ts';
import { listValueChanges, type UndoStep, type ValueChange } from './history.ts';
import { useValueWords, type ValueWords, type WordedChange } from './value-words.ts';

const maxValueChanges = 2;

/**
 * Renders the values before and after a change, at most two pairs. Lists are left out.
 * @param isUndone True if the patches of the step redo it. The values are swapped then. False by default.
 */
export function ValueChanges({
  of,
  isUndone = false,
}: {
  readonly of: UndoStep;
  readonly isUndone?: boolean;
}): ReactNode {
  const { say } = useStudio();
  const wordValues = useValueWords();
  return listWordedChanges(of, wordValues, isUndone).map((change) => (
    <span key={JSON.stringify(change)} className="st-block st-quiet st-breaks">
      {formatMove(change, say)}
    </span>
  ));
}

/**
 * Returns the values before and after a step in words, at most two pairs. Of an object, such as a rule, they are
 * the texts and numbers that differ. Lists are left out.
 * @param isUndone True if the patches of the step redo it. The values are swapped then.
 */
function listWordedChanges(
  step: UndoStep,
  wordValues: ValueWords,
  isUndone: boolean,
): readonly WordedChange[] {
  return listValueChanges(step)
    .map((change) => (isUndone ? { ...change, from: change.to, to: change.from } : change))
    .flatMap((change) => wordValues(change, step.title))
    .filter(({ from, to }) => from !== to)
    .slice(0, maxValueChanges);
}

/**
 * Renders the values of a change that was not saved, all of them, so that nothing typed is lost. Renders nothing if
 * its title says everything.
 */
export function UnsavedValues({ of }: { readonly of: Change }): ReactNode {
  const { say } = useStudio();
  const wordValues = useValueWords();
  return formatUnsavedValues(of, { say, wordValues }).map((value) => (
    <span key={value} className="st-block st-breaks">
      {value}
    </span>
  ));
}

/**
 * Returns the values of a change in words, each once; an object of which words leave something out also as JSON. A
 * list of texts or numbers is returned as it is. Values that a person wrote as JSON are JSON after the path at which
 * they wrote them.
 */
export function formatUnsavedValues(
  { title, patches }: Pick<Change, 'title' | 'patches'>,
  { say, wordValues }: { readonly say: FormatMessage; readonly wordValues: ValueWords },
): readonly string[] {
  const reverting = patches.map(({ before, after, ...at }) => ({ ...at, before: after, after: before }));
  const values = listValueChanges({ patches: reverting.toReversed() }).flatMap((change) => {
    const { file, path, to } = change;
    if (title.key === 'json') return [`${[file, ...path].join(' › ')}: ${formatDocumentValue(to, say)}`];
    const isList = Array.isArray(to) && to.every((entry) => typeof entry !== 'object');
    if (isList) return to.length > 0 ? [formatDocumentValue(to, say)] : [];
    const words = wordValues(change, title)
      .filter((one) => one.from !== one.to)
      .map((one) => formatMove(one, say));
    return isWholeInWords(change, words) ? words : [...words, formatDocumentValue(to, say)];
  });
  return [...new Set(values)];
}

/**
 * Returns false if the words of a change leave some of its new value out, as those of a condition do, and those of a
 * text with a sentence for each number.
 */
function isWholeInWords({ file, to }: ValueChange, words: readonly string[]): boolean {
  if (typeof to === 'string' && file.startsWith('texts/')) return words.some((each) => each.includes(to));
  return typeof to !== 'object' || to === null || file === 'settings.json' || file.startsWith('texts/');
}

/** Returns what a value was and is: `“Phone” → “Mobile”`, or only what it is or was. */
function formatMove({ subject, from, to }: WordedChange, say: FormatMessage): string {
  const move =
    from === undefined
      ? say('changes.move-new', { to: to ?? '' })
      : to === undefined
        ? say('changes.move-gone', { from })
        : say('changes.move', { from, to });
  return subject === undefined ? move : say('changes.move-of', { subject, move });
}

/**
 * Returns a step in words: its title and, if it changed one plain value, from what to what: `Label of Phone: “Phone”
 * → “Mobile”`. Long values are cut. `isUndone` is true if the patches of the step redo it.
 */
export type StepFormat = (step: UndoStep, isUndone: boolean) => string;

/** Returns the words of steps of the draft in the language of the studio. */
export function useStepFormat(): StepFormat {
  const { say } = useStudio();
  const formatTitle = useChangeTitles();
  const wordValues = useValueWords();
  return useMemo(() => createStepFormat({ say, formatTitle, wordValues }), [say, formatTitle, wordValues]);
}

/** Creates the words of steps. */
export function createStepFormat({
  say,
  formatTitle,
  wordValues,
}: {
  readonly say: FormatMessage;
  readonly formatTitle: ChangeTitles;
  readonly wordValues: ValueWords;
}): StepFormat {
  return (step, isUndone) => {
    const title = formatTitle(step.title, isUndone ? undefined : step);
    const [only, ...more] = listWordedChanges(step, wordValues, isUndone);
    if (only === undefined || more.length > 0) return title;
    const [from, to] = [only.from, only.to].map((text) => text && cutText(text));
    return say('changes.step', { what: title, move: formatMove({ ...only, from, to }, say) });
  };
}

/** A value in the description of a step is at most this long. */
const maxValueLength = 64;

/** Returns at most so many characters of a value; the last one, a quotation mark, stays. */
function cutText(text: string): string {
  let end = text.length;
  while (isClosing.test(text.charAt(end - 1))) end -= 1;
  return end > maxValueLength ? `${text.slice(0, maxValueLength).trimEnd()}…${text.slice(end)}` : text;
}

/** Matches a character that may follow the last letter of a quoted text. */
const isClosing = /[\p{Pi}\p{Pf}\p{Cf}\s]/u;
