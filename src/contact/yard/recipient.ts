import { officeField, type Plan } from '#engine';
import type { YardSectionData } from './section-data.ts';

/** Returns the name of the chosen office: `Falmouth`. Undefined if the plan has no office, or none is chosen. */
export function findOfficeName(
  { fields }: Plan,
  { offices, allOffices, selectedOffice }: YardSectionData,
): string | undefined {
  const chosen = fields.find(({ name }) => name === officeField)?.value;
  const known = [...(offices ?? []), ...(allOffices ?? []), ...(selectedOffice ? [selectedOffice] : [])];
  return chosen === undefined ? undefined : known.find(({ id }) => String(id) === String(chosen))?.name;
}
