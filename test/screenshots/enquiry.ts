import type { Answers, Visitor } from '../support/visitor.ts';

/** The answers of a general enquiry. */
export const enquiry: Answers = {
  name: 'Ada Marsh',
  email: 'ada.marsh@example.com',
  phone: '+44 1632 960017',
  message: 'We sail a Kerensa 46 and would like to see the new Steren before she goes in the water.',
};

/** Fills in a general enquiry, to the first office. */
export async function fillsEnquiry(visitor: Visitor): Promise<void> {
  await visitor.fills(enquiry);
  const office = visitor.control('office_location');
  if ((await office.count()) === 0) return;
  const first = await office.locator('option').nth(1).getAttribute('value');
  await visitor.fills({ office_location: first ?? '' });
}
