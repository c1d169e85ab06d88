import { hasOffset } from '#engine/model/compare-values.ts';
import { formatClockOffset } from '#engine/model/moments/clock-offset.ts';
import type { TextFormat } from '../controls/text-formats.ts';

/** The text format of a time control, which has neither seconds nor a UTC offset. */
export interface ClockFormat extends TextFormat {
  /**
   * Formats a limit for the control’s `min` or `max`. Returns undefined for a limit that is no text, and for
   * one with an offset: it is a moment that clocks show differently.
   */
  readonly formatLimit: (limit: unknown) => string | undefined;
}

/**
 * Returns the format of an HTML time control. `read` returns the control’s text as an RFC 3339 time with the
 * visitor’s UTC offset (for `time` that of today), or undefined for an empty text. `write` returns the value
 * without seconds and offset, as it is: it does not convert between offsets.
 */
export function createClockFormat(type: 'time' | 'datetime-local'): ClockFormat {
  const length = (type === 'time' ? 'HH:MM' : 'YYYY-MM-DDTHH:MM').length;
  /** Returns the value as text, cut after the minutes; empty for undefined or null. */
  const truncateToControl = (value: unknown) => String(value ?? '').slice(0, length);
  return {
    write: truncateToControl,
    read: (text) =>
      text === ''
        ? undefined
        : `${text}:00${formatClockOffset(-(type === 'time' ? new Date() : new Date(text)).getTimezoneOffset())}`,
    formatLimit: (limit) =>
      typeof limit === 'string' && !hasOffset(limit) ? truncateToControl(limit) : undefined,
  };
}
