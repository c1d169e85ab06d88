import type { ReactNode } from 'react';
import type { Json } from '#engine';
import { formatDocumentValue } from '../ui/format-document-value.ts';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { useStudio } from './context.ts';
import { listValueChanges, type UndoStep, type ValueChange } from './history.ts';

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
  return listPlainChanges(of, isUndone).map(({ from, to }) => (
    <span key={JSON.stringify([from ?? null, to ?? null])} className="st-block st-quiet st-breaks">
      {say('changes.move', { from: formatSide(from, say), to: formatSide(to, say) })}
    </span>
  ));
}

/**
 * Returns the values before and after a step, at most two pairs. Of an object, such as a rule, they are the texts and
 * numbers that differ. Lists are left out.
 * @param isUndone True if the patches of the step redo it. The values are swapped then.
 */
function listPlainChanges(step: UndoStep, isUndone: boolean): readonly ValueChange[] {
  return listValueChanges(step)
    .flatMap(expandObjects)
    .filter((move) => [move.from, move.to].every((value) => typeof value !== 'object'))
    .filter(({ from, to }) => from !== undefined || to !== undefined)
    .slice(0, maxValueChanges)
    .map(({ from, to }) => (isUndone ? { from: to, to: from } : { from, to }));
}

/**
 * Returns the change of a value; of an object, one change for each text or number that it had or has only on one
 * side, paired in their order.
 */
function expandObjects({ from, to }: ValueChange): readonly ValueChange[] {
  if (!isObject(from) && !isObject(to)) return [{ from, to }];
  const [before, after] = [listTexts(from), listTexts(to)];
  const [gone, added] = [
    before.filter((text) => !after.includes(text)),
    after.filter((text) => !before.includes(text)),
  ];
  const [longer] = gone.length > added.length ? [gone] : [added];
  return longer.map((_text, at) => ({ from: gone[at], to: added[at] }));
}

const isObject = (value: Json | undefined) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the texts and numbers in a value, in their order, without ids and the names of variables. */
function listTexts(value: Json | undefined): readonly (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'id' || key === 'var' ? [] : listTexts(member),
  );
}

/**
 * Returns the title of a step and, if it changed one plain value, from what to what: `Label of Phone: “Phone”
 * → “Mobile”`. Long values are cut.
 * @param title The formatted title.
 * @param isUndone True if the patches of the step redo it.
 */
export function formatStep(
  step: UndoStep,
  {
    title,
    say,
    isUndone,
  }: { readonly title: string; readonly say: FormatMessage; readonly isUndone: boolean },
): string {
  const [only, ...more] = listPlainChanges(step, isUndone);
  if (only === undefined || more.length > 0) return title;
  const from = formatSide(only.from, say, maxValueLength);
  const to = formatSide(only.to, say, maxValueLength);
  return say('changes.step', { what: title, move: say('changes.move', { from, to }) });
}

/** A value in the description of a step is at most this long. */
const maxValueLength = 60;

/** Returns a value in quotes, with its own writing direction and cut to a length; "nothing" has no quotes. */
function formatSide(
  value: ValueChange['from'],
  say: FormatMessage,
  maxLength = Number.POSITIVE_INFINITY,
): string {
  const text = formatDocumentValue(value, say);
  return value === undefined ? text : say('unmet.text', { text: isolateBidi(cutText(text, maxLength)) });
}

function cutText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text;
}
