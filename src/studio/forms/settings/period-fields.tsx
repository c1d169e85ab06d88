import { type ReactNode, useState } from 'react';
import type { Documents } from '#engine';
import {
  chainEdits,
  findTypePeriod,
  getClosedText,
  listTextLocales,
  setClosedText,
  setTypePeriod,
  type TypePeriod,
} from '#engine/editing/index.ts';
import { toFormattingLocale } from '#engine/texts/locale.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { DayField } from '../../ui/day-field.tsx';
import { createFormatMessage, isStudioLanguage } from '../../ui/messages.ts';
import { ClosedText } from './closed-text.tsx';
import { SettingsRule } from './settings-rule.tsx';
import type { TypeEdit } from './use-type-edit.ts';

/**
 * Edits the first and the last day of a type. Days in the wrong order are not written, and the problem stands
 * at the field that was changed last.
 */
export function PeriodFields({ type, edit }: { readonly type: string; readonly edit: TypeEdit }): ReactNode {
  const { say, locale } = useStudio();
  const { documents } = useDraftState();
  const { rule, ...written } = findTypePeriod(documents, type);
  const [refused, setRefused] = useState<{ readonly end: 'opens' | 'closes'; readonly day: string }>();
  const today = new Date().toISOString().slice(0, 10);
  /** Formats a day in the studio's language. */
  const formatDay = (day: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
  const { opens, closes } = written;
  const isOver = closes !== undefined && closes < today;
  const isAhead = opens !== undefined && opens > today;
  const order = refused && say(`type-settings.order-${refused.end}`);
  const past = isOver ? say('type-settings.past', { day: formatDay(closes) }) : undefined;

  /** Writes a day, or removes it if it is empty. A day in the wrong order is refused. */
  function changeDay(end: 'opens' | 'closes', day: string): void {
    const next = { ...written, [end]: day === '' ? undefined : day };
    const isInOrder = next.opens === undefined || next.closes === undefined || next.opens <= next.closes;
    setRefused(isInOrder ? undefined : { end, day });
    if (!isInOrder) return;
    const description = edit.describe('type-settings.period-rule');
    edit.perform(
      'period',
      chainEdits(
        documents,
        (made) => setTypePeriod(made, type, { ...next, description }),
        ...listTextLocales(documents).map((locale) => (made: Documents) => {
          const text = getClosedText(made, type, { locale });
          // A text that somebody has changed stays.
          return text === undefined || text === describePeriod(written, locale)
            ? setClosedText(made, type, { locale, text: describePeriod(next, locale) })
            : [];
        }),
      ),
    );
  }

  return (
    <>
      <div className="st-wrap st-period">
        {(['opens', 'closes'] as const).map((end) => (
          <DayField
            key={end}
            id={`setting-${end}`}
            label={say(`type-settings.${end}`)}
            value={refused?.end === end ? refused.day : (written[end] ?? '')}
            problem={refused?.end === end ? order : end === 'closes' ? past : undefined}
            onChange={(day) => changeDay(end, day)}
          />
        ))}
      </div>
      <p className="st-hint">
        {say(
          isOver
            ? 'type-settings.closed-hint'
            : isAhead
              ? 'type-settings.not-yet'
              : 'type-settings.days-hint',
          { day: isAhead ? formatDay(opens) : '' },
        )}
      </p>
      <SettingsRule id={rule} />
      {rule !== undefined && <ClosedText type={type} state="closed" edit={edit} />}
    </>
  );
}

/**
 * Returns a sentence for visitors that says when a form is open, in a language of the draft. Undefined
 * without days, and for a language that the studio does not have.
 */
function describePeriod({ opens, closes }: Omit<TypePeriod, 'rule'>, locale: string): string | undefined {
  if (!isStudioLanguage(locale)) return undefined;
  const format = new Intl.DateTimeFormat(toFormattingLocale(locale), { dateStyle: 'long', timeZone: 'UTC' });
  /** Formats a day; empty if there is none. */
  const formatDay = (day: string | undefined) => (day === undefined ? '' : format.format(new Date(day)));
  const days = { opens: formatDay(opens), closes: formatDay(closes) };
  const sayToVisitors = createFormatMessage(locale);
  if (opens !== undefined && closes !== undefined)
    return sayToVisitors('type-settings.visitors-between', days);
  if (opens !== undefined) return sayToVisitors('type-settings.visitors-from', days);
  return closes === undefined ? undefined : sayToVisitors('type-settings.visitors-until', days);
}
