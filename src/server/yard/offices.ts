import { type Id, isSameId, type Office } from '#engine';
import type { YardContent } from './content.ts';

/** Finds an office by its id; `119` and `'119'` are the same id. Undefined if there is none. */
export function findOffice({ offices }: Pick<YardContent, 'offices'>, id: Id): Office | undefined {
  return offices.find((office) => isSameId(office.id, id));
}
