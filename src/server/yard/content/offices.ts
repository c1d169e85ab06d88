import { type Id, isSameId, type Office, officeField, type Values } from '#engine';
import type { YardContent } from './content.ts';

/** Finds an office by its id; `119` and `'119'` are the same id. Undefined if there is none. */
export function findOffice({ offices }: Pick<YardContent, 'offices'>, id: Id): Office | undefined {
  return offices.find((office) => isSameId(office.id, id));
}

/** Returns the office of an enquiry's values; undefined if there is none or it is unknown. */
export function findSubmittedOffice(
  content: Pick<YardContent, 'offices'>,
  values: Values,
): Office | undefined {
  const id = values[officeField];
  return typeof id === 'string' || typeof id === 'number' ? findOffice(content, id) : undefined;
}
