import { type DatePart, dateParts } from '#engine/date-parts.ts';
import { joinDateParts } from '#engine/join-date-parts.ts';

/** Joins the posted parts of a day, as a script would; undefined if none was filled in. */
export function joinPostedDay(getPart: (part: DatePart) => string | undefined): string | undefined {
  const typed = dateParts.map((part) => [part, getPart(part) ?? '']);
  return joinDateParts(Object.fromEntries(typed), new Date().getFullYear());
}
