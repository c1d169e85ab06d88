import { clockOffset } from '#engine/clock-offset.ts';
import { hasOffset } from '#engine/conditions/compare.ts';
import type { TextFormat } from '../controls/text-formats.ts';

/** How a time stands in a control that knows neither seconds nor offset. */
export interface ClockFormat extends TextFormat {
  /** The end of what may be chosen, as the control has it; undefined for a limit that is a moment, which clocks show differently. */
  readonly end: (limit: unknown) => string | undefined;
}

/** The format of an HTML control for times: values are as RFC 3339 writes them, with the visitor's own offset. */
export function clockFormat(type: 'time' | 'datetime-local'): ClockFormat {
  const length = (type === 'time' ? 'HH:MM' : 'YYYY-MM-DDTHH:MM').length;
  const shown = (value: unknown) => String(value ?? '').slice(0, length);
  return {
    write: shown,
    read: (text) =>
      text === ''
        ? undefined
        : `${text}:00${clockOffset(-(type === 'time' ? new Date() : new Date(text)).getTimezoneOffset())}`,
    end: (limit) => (typeof limit === 'string' && !hasOffset(limit) ? shown(limit) : undefined),
  };
}
