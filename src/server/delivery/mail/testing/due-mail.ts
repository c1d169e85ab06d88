import type { DueMail } from '../../../store/records/mail-queue.ts';
import { type MailInput, prepareEnquiryMail } from '../prepare-mail.ts';

/** Texts as in the English documents. */
const words: Readonly<Record<string, string>> = {
  'mail.subject': '{type}, {domain} ({reference})',
  'mail.heading': '{type}',
  'mail.intro': 'A visitor of {domain} has written to you, says {name}.',
  'mail.fallback': 'The address {address} did not take this enquiry.',
  'mail.reply': 'Reply to this mail to answer the visitor.',
  'mail.labels.reference': 'Reference',
  'mail.labels.office': 'Office',
  'mail.labels.page': 'Page',
  'mail.page.foreign': '{address} (not one of our pages)',
  'mail.labels.received': 'Received',
};

/**
 * Creates the mail of an example enquiry to `poole@example.com`, due for its first attempt. `parts` replace
 * parts of the input; `parts.enquiry` is merged.
 */
export function createDueMail(parts: Partial<MailInput> & { readonly id?: string } = {}): DueMail {
  const enquiry = {
    reference: 'K7Q-M4X-HP9',
    receivedAt: Date.UTC(2026, 10, 21, 7, 0, 0),
    domain: 'www.example.com',
    submissionUrl: 'https://www.example.com/contact?from=mail',
    ...parts.enquiry,
  };
  return {
    enquiryId: parts.id ?? '11111111-2222-4333-8444-555555555555',
    reference: enquiry.reference,
    receivedAt: enquiry.receivedAt,
    tries: 0,
    refusedBy: null,
    ...prepareEnquiryMail({
      addresses: { to: 'poole@example.com', fallback: null },
      isOwnPage: true,
      locale: 'en',
      /** Returns the text of a key with its values; the key itself if there is no such text. */
      text: (key, values) =>
        Object.entries(values ?? {}).reduce(
          (text, [name, value]) => text.replaceAll(`{${name}}`, value),
          words[key] ?? key,
        ),
      type: 'Sales enquiry',
      facts: { office: 'Poole - Sales' },
      visitor: { name: 'Ada Lovelace', email: 'ada@example.org' },
      rows: [
        { label: 'Name', value: 'Ada Lovelace' },
        { label: 'Message', value: 'First line\nSecond line' },
      ],
      ...parts,
      enquiry,
    }),
    to: parts.addresses?.to ?? 'poole@example.com',
  };
}
