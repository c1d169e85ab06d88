/** The ids of the enquiry types that the form compares with. */
export const careers = 5;
export const sales = 6;
export const service = 7;
export const valuation = 8;
export const event = 9;

/** Entered values, by the names of the controls. */
export type Values = Readonly<Record<string, string>>;

/** Messages by the names of the controls. */
export type Problems = Readonly<Record<string, string>>;

/** The service that an office needs to be offered for a type. */
export const serviceOfType: Readonly<Record<number, string>> = {
  3: 'general',
  [sales]: 'sales',
  [service]: 'service',
};
