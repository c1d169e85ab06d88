import { clockOffset } from '#engine/clock-offset.ts';
import { hasOffset } from '#engine/conditions/compare.ts';
import type { TextFormat } from '../controls/text-formats.ts';

/** The text format of a time control, which has neither seconds nor a UTC offset. */
export interface ClockFormat extends TextFormat {
  /**
   * Formats a limit for the control's `min` or `max`. Returns undefined for a limit with an offset: it is a
   * moment that clocks show differently.
   */
  readonly end: (limit: unknown) => string | undefined;
}

/**
 * Returns the format of an HTML time control. Values are RFC 3339 times with the visitor's own UTC offset.
 */
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
