import { type ClipboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import {
  type DatePart,
  dateParts,
  findDatePartProblem,
  readDateParts,
} from '#engine/model/moments/date-parts.ts';
import { joinDateParts } from '#engine/model/moments/join-date-parts.ts';
import { toPlainNumber } from '#engine/model/plain-number.ts';
import { toFormattingLocale } from '#engine/texts/locale.ts';
import { type ElementState, useUncontrolled } from '../controls/use-uncontrolled.ts';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import { useFields } from '../fields/use-fields.ts';

/**
 * Renders a date in three inputs, in the order of the page's locale. It commits an ISO date, an incomplete
 * one such as `1984--03` for validation, or undefined if all are empty. The input with the problem, else the
 * first, has the id of the field, so that focus and links lead to it.
 */
export function DatePartsWidget(props: FieldWidgetProps): ReactNode {
  const { id, htmlName, value, options, required, disabled, readonly, onChange, onPending } = props;
  const { store, text, locale } = useFields();
  const shown = typeof value === 'string' ? value : '';
  const isComposing = useRef(false);
  const { ref, initial, commit } = useUncontrolled<HTMLDivElement>({
    shown,
    state: datePartsState,
    onCommit: (state) => {
      if (state !== shown) onChange(state || undefined);
    },
  });
  const commitPending = useEffectEvent(commit);
  useEffect(() => store.registerPending(() => commitPending()), [store]);

  /** Reports the date by `onPending`, and commits it if the form commits at each input. */
  const handleInput = () => {
    if (ref.current) onPending(datePartsState.read(ref.current) || undefined);
    if (!isComposing.current && store.shouldCommitNow()) commit();
  };
  /** Commits the date if it changed, and expands a two-digit year in its input. */
  const finishEntry = () => {
    commit();
    if (ref.current) expandShortYear(ref.current);
  };
  const order = getPartOrder(locale);
  /** Distributes a pasted date to the three inputs. The browser pastes any other text as usual. */
  const handlePaste = (event: ClipboardEvent<HTMLDivElement>) => {
    const pasted = parsePastedDate(event.clipboardData.getData('text'), order);
    if (pasted === undefined || disabled || readonly) return;
    event.preventDefault();
    for (const part of dateParts) getPartInput(event.currentTarget, part).value = pasted[part];
    handleInput();
  };
  const isInvalid = props['aria-invalid'];
  const invalidPart = isInvalid ? findDatePartProblem(shown)?.part : undefined;
  const partWithFieldId = invalidPart ?? order[0];
  const typed = splitDateText(initial);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the events of the inputs
    <div
      ref={ref}
      className="sw-date-parts"
      onBlur={finishEntry}
      onPaste={handlePaste}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) finishEntry();
      }}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={() => {
        isComposing.current = false;
        handleInput();
      }}
    >
      {order.map((part) => {
        const partId = part === partWithFieldId ? id : `${id}--${part}`;
        return (
          <div key={part} className={`sw-date-part sw-date-part--${part}`}>
            <label className="sw-label" htmlFor={partId}>
              {text(`widgets.date-parts.${part}`)}
            </label>
            <input
              id={partId}
              name={`${htmlName}[${part}]`}
              data-part={part}
              type="text"
              inputMode="numeric"
              className="sw-input"
              placeholder=" "
              autoComplete={getAutocompleteToken(options.autocomplete, part)}
              defaultValue={typed[part]}
              disabled={disabled}
              readOnly={readonly}
              aria-required={required || undefined}
              aria-invalid={isInvalid && invalidPart !== undefined ? part === invalidPart : isInvalid}
              aria-describedby={part === partWithFieldId ? props['aria-describedby'] : undefined}
              onChange={handleInput}
            />
          </div>
        );
      })}
    </div>
  );
}

/**
 * Reads the three inputs as one text: an ISO date, or the incomplete parts; empty if all are empty. Writes
 * such a text into them.
 */
const datePartsState: ElementState<HTMLDivElement> = {
  read: (group) => {
    const typed = dateParts.map((part) => [part, getPartInput(group, part).value]);
    return joinDateParts(Object.fromEntries(typed), new Date().getFullYear()) ?? '';
  },
  write: (group, state) => {
    const parts = splitDateText(state);
    for (const part of dateParts) getPartInput(group, part).value = parts[part];
  },
};

/**
 * Returns day, month and year of an ISO date, complete or not. Any other text becomes the year, whose input
 * has the most room.
 */
function splitDateText(text: string) {
  return readDateParts(text) ?? { day: '', month: '', year: text };
}

/** Returns the input of a part of the date. Throws if it is not rendered. */
function getPartInput(group: HTMLElement, part: DatePart): HTMLInputElement {
  const input = group.querySelector<HTMLInputElement>(`[data-part="${part}"]`);
  if (input === null) throw new Error(`Cannot find the ${part} of a day; draw it`);
  return input;
}

/**
 * Replaces the text of a two-digit year in its input by four digits: a past year, or one at most ten years
 * ahead. Does not commit.
 */
function expandShortYear(group: HTMLDivElement): void {
  const year = getPartInput(group, 'year');
  if (/^\d\d$/.test(toPlainNumber(year.value).trim()))
    year.value = splitDateText(datePartsState.read(group)).year;
}

/** Returns the names of the three parts in the order of a locale. */
function getPartOrder(locale: string): readonly DatePart[] {
  const parts = new Intl.DateTimeFormat(toFormattingLocale(locale), {
    dateStyle: 'short',
    calendar: 'gregory',
  }).formatToParts(0);
  return parts.flatMap(({ type }) => dateParts.find((part) => part === type) ?? []);
}

/**
 * Parses a pasted date, `1984-05-03` or in the order of the locale (`order`). Returns the digits of any three
 * numbers unchecked; undefined for a text without exactly three.
 */
function parsePastedDate(pasted: string, order: readonly DatePart[]) {
  const numbers = /^\D*(\d+)\D+(\d+)\D+(\d+)\D*$/.exec(toPlainNumber(pasted))?.slice(1);
  if (numbers === undefined) return undefined;
  const parts = numbers[0]?.length === 4 ? (['year', 'month', 'day'] as const) : order;
  const entries = parts.map((part, index) => [part, numbers[index] ?? '']);
  return Object.fromEntries(entries) as Record<DatePart, string>;
}

/**
 * Returns the autocomplete token of a part of a birthday: `bday-day` for `bday`. Returns undefined for any
 * other token, because HTML has no tokens for the parts of other dates.
 */
function getAutocompleteToken(token: unknown, part: DatePart): string | undefined {
  return typeof token === 'string' && /(?:^|\s)bday$/.test(token) ? `${token}-${part}` : undefined;
}
