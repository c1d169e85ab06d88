import { randomInt, randomUUID } from 'node:crypto';
import { prepareEnquiryMail } from '../../delivery/mail/prepare-mail.ts';
import { generateReference } from '../records/enquiry-reference.ts';
import type { NewEnquiry } from '../records/new-enquiry.ts';

export const arrival = Date.UTC(2026, 10, 21, 7, 0, 0);

/**
 * Returns an enquiry with a new id and a random reference, for an office with an address. The members of
 * `differences` replace its own, so `mail` does not follow the others.
 */
export function createEntry(differences: Partial<NewEnquiry> = {}): NewEnquiry {
  const enquiry = {
    reference: generateReference(randomInt),
    receivedAt: arrival,
    domain: 'www.example.com',
    submissionUrl: 'https://www.example.com/contact',
  };
  return {
    id: randomUUID(),
    ...enquiry,
    enquiryType: 6,
    office: 17,
    visitor: { name: 'Ada', email: 'ada@example.org' },
    values: { enquiry_type: 6, name: 'Ada', email: 'ada@example.org', message: 'Hello', office_location: 17 },
    photos: [],
    notes: [],
    formHash: 'f00d',
    mail: prepareEnquiryMail({
      addresses: { to: 'poole@example.com', fallback: null },
      locale: 'en',
      /** Returns the key and the values instead of a text. */
      text: (key, values) => `${key} ${Object.values(values ?? {}).join(' ')}`,
      type: 'Sales',
      facts: { office: 'Poole' },
      visitor: { name: 'Ada', email: 'ada@example.org' },
      rows: [
        { label: 'Name', value: 'Ada' },
        { label: 'Message', value: 'Hello' },
      ],
      enquiry,
      isOwnPage: true,
    }),
    ...differences,
  };
}

/** Returns the enquiry of `createEntry`, but its mail has no address. */
export function createEntryWithoutRecipient(differences: Partial<NewEnquiry> = {}): NewEnquiry {
  const entry = createEntry(differences);
  return { ...entry, mail: { ...entry.mail, to: null, fallback: null } };
}
