import { officeField, type Plan } from '#engine';

/** Returns the label of the chosen office; undefined if the plan has no office, or none is chosen. */
export function findOfficeLabel({ fields }: Plan): string | undefined {
  const office = fields.find(({ name }) => name === officeField);
  return office?.options?.find(({ value }) => value === office.value)?.label;
}
