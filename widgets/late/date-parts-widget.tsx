import { type ClipboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { type DatePart, datePartProblem, dateParts, readDateParts } from '#engine/date-parts.ts';
import { joinDateParts } from '#engine/join-date-parts.ts';
import { formattingLocale } from '#engine/locale.ts';
import { plainNumber } from '#engine/resolve/plain-number.ts';
import { type ElementState, useUncontrolled } from '../controls/use-uncontrolled.ts';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import { useFields } from '../fields/use-fields.ts';

/**
 * A date in three inputs, in the order of the page's locale. A date that people know by heart is typed faster
 * than it is found in a calendar. The value is one ISO date. The input with the problem has the id of the
 * whole field, so that focus and links lead to it.
 */
export function DatePartsWidget(props: FieldWidgetProps): ReactNode {
  const { id, htmlName, value, options, required, disabled, readonly, onChange, onPending } = props;
  const { store, text, locale } = useFields();
  const shown = typeof value === 'string' ? value : '';
  const isComposing = useRef(false);
  const { ref, initial, commit } = useUncontrolled<HTMLDivElement>({
    shown,
    state: joinedParts,
    onCommit: (state) => {
      if (state !== shown) onChange(state || undefined);
    },
  });
  const commitPending = useEffectEvent(commit);
  useEffect(() => store.registerPending(() => commitPending()), [store]);

  const hear = () => {
    if (ref.current) onPending(joinedParts.read(ref.current) || undefined);
    if (!isComposing.current && store.commitsNow()) commit();
  };
  const leave = () => {
    commit();
    if (ref.current) showWholeYear(ref.current);
  };
  const order = orderOf(locale);
  const paste = (event: ClipboardEvent<HTMLDivElement>) => {
    const pasted = wholeDay(event.clipboardData.getData('text'), order);
    if (pasted === undefined || disabled || readonly) return;
    event.preventDefault();
    for (const part of dateParts) partOf(event.currentTarget, part).value = pasted[part];
    hear();
  };
  const isInvalid = props['aria-invalid'];
  const wrong = isInvalid ? datePartProblem(shown)?.part : undefined;
  const leading = wrong ?? order[0];
  const typed = partsOf(initial);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears what happens to the inputs
    <div
      ref={ref}
      className="sw-date-parts"
      onBlur={leave}
      onPaste={paste}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) leave();
      }}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={() => {
        isComposing.current = false;
        hear();
      }}
    >
      {order.map((part) => {
        const partId = part === leading ? id : `${id}--${part}`;
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
              autoComplete={autocompleteOf(options.autocomplete, part)}
              defaultValue={typed[part]}
              disabled={disabled}
              readOnly={readonly}
              aria-required={required || undefined}
              aria-invalid={isInvalid && wrong !== undefined ? part === wrong : isInvalid}
              aria-describedby={part === leading ? props['aria-describedby'] : undefined}
              onChange={hear}
            />
          </div>
        );
      })}
    </div>
  );
}

const joinedParts: ElementState<HTMLDivElement> = {
  read: (group) => {
    const typed = dateParts.map((part) => [part, partOf(group, part).value]);
    return joinDateParts(Object.fromEntries(typed), new Date().getFullYear()) ?? '';
  },
  write: (group, state) => {
    const parts = partsOf(state);
    for (const part of dateParts) partOf(group, part).value = parts[part];
  },
};

/** A text that is not a date is shown in the year input, which has the most room. */
function partsOf(text: string) {
  return readDateParts(text) ?? { day: '', month: '', year: text };
}

function partOf(group: HTMLElement, part: DatePart): HTMLInputElement {
  const input = group.querySelector<HTMLInputElement>(`[data-part="${part}"]`);
  if (input === null) throw new Error(`Cannot find the ${part} of a day; draw it`);
  return input;
}

/** Replaces a two-digit year by the four-digit year that was understood. */
function showWholeYear(group: HTMLDivElement): void {
  const year = partOf(group, 'year');
  if (/^\d\d$/.test(plainNumber(year.value).trim())) year.value = partsOf(joinedParts.read(group)).year;
}

function orderOf(locale: string): readonly DatePart[] {
  const parts = new Intl.DateTimeFormat(formattingLocale(locale), {
    dateStyle: 'short',
    calendar: 'gregory',
  }).formatToParts(0);
  return parts.flatMap(({ type }) => dateParts.find((part) => part === type) ?? []);
}

/** Parses a pasted date, `1984-05-03` or in the order of the locale; returns undefined for any other text. */
function wholeDay(pasted: string, order: readonly DatePart[]) {
  const numbers = /^\D*(\d+)\D+(\d+)\D+(\d+)\D*$/.exec(plainNumber(pasted))?.slice(1);
  if (numbers === undefined) return undefined;
  const parts = numbers[0]?.length === 4 ? (['year', 'month', 'day'] as const) : order;
  const entries = parts.map((part, index) => [part, numbers[index] ?? '']);
  return Object.fromEntries(entries) as Record<DatePart, string>;
}

/** HTML has autocomplete tokens for the parts of a birthday, and of no other date. */
function autocompleteOf(token: unknown, part: DatePart): string | undefined {
  return typeof token === 'string' && /(?:^|\s)bday$/.test(token) ? `${token}-${part}` : undefined;
}
