import { type DatePart, dateParts } from '#engine/model/moments/date-parts.ts';
import { joinDateParts } from '#engine/model/moments/join-date-parts.ts';

/**
 * Returns the posted parts of a day as `joinDateParts` joins them: an ISO date if they are complete, a text
 * that is no valid date if some are missing or wrong, undefined if none was filled in.
 * @param getPart Returns the posted text of a part.
 */
export function joinPostedDay(getPart: (part: DatePart) => string | undefined): string | undefined {
  const typed = dateParts.map((part) => [part, getPart(part) ?? '']);
  return joinDateParts(Object.fromEntries(typed), new Date().getFullYear());
}
