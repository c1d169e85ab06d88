/** The ids of the enquiry types that the form itself compares with. */
export const careers = 5;
export const sales = 6;
export const service = 7;
export const valuation = 8;
export const event = 9;

/** What was entered, by the names of the controls. */
export type Values = Readonly<Record<string, string>>;

/** Messages by the names of the controls. */
export type Problems = Readonly<Record<string, string>>;

/** The service that an office must have to be offered for a type. */
export const serviceOfType: Readonly<Record<number, string>> = {
  3: 'general',
  [sales]: 'sales',
  [service]: 'service',
};
