/**
 * Formats the offset of a clock from UTC as in RFC 3339: `formatClockOffset(-150) // '-02:30'`.
 * @param minutes Minutes ahead of UTC.
 */
export function formatClockOffset(minutes: number): string {
  /** Formats a number without its sign and its fraction, with at least two digits. */
  const padToTwo = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${padToTwo(minutes / 60)}:${padToTwo(minutes % 60)}`;
}
