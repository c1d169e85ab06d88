import { type DatePart, dateParts } from '#engine/date-parts.ts';
import { joinDateParts } from '#engine/join-date-parts.ts';

/** A day that was posted in parts, as a script would have put it together; undefined where none was filled in. */
export function postedDay(partOf: (part: DatePart) => string | undefined): string | undefined {
  const typed = dateParts.map((part) => [part, partOf(part) ?? '']);
  return joinDateParts(Object.fromEntries(typed), new Date().getFullYear());
}
