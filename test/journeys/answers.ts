import type { ExpectedForm } from '../scenarios/oracle.ts';
import type { Answers } from '../support/visitor.ts';

/**
 * Returns answers to all questions of a form, as a visitor would type them. `marker` identifies the enquiry.
 */
export function createAnswers(expected: ExpectedForm, marker: string): Answers {
  const { fields, interests = [], offered, isOfficeSelectShown } = expected;
  const office = offered.at(Math.floor(offered.length / 2));
  const known = fields.filter((field) => field !== 'upload' && field !== 'interested_in');
  return {
    ...(isOfficeSelectShown && office && { office_location: office.id }),
    ...(fields.includes('interested_in') && { interested_in: interests.at(-1) ?? '' }),
    ...Object.fromEntries(known.map((field) => [field, answers[field] ?? ''])),
    email: `${marker}@example.com`,
  };
}

const answers: Answers = {
  name: 'Ada Marsh',
  phone: '+44 (0)1632 960 017',
  message: 'She leaks a little.\nOnly on the starboard tack, “hard pressed”.',
  address: '4 Quay Street\nLymington',
  year: '2015',
  hin_number: 'GB-SLW38021H515',
  boat_make: 'Slipway',
  boat_model: 'Kestrel 38',
  boat_location: 'Åland, västra hamnen',
  tax_paid_status: 'tax-not-paid',
  engine_hours: '412,5',
  generator_hours: '88',
  condition_of_boat: 8,
  additional_information: 'New standing rigging in 2023 ⛵',
  accept_term: true,
};
