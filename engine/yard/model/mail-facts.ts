/**
 * The facts of an enquiry that texts of mails can name, as its type and its reference: `{office}`. Each has a
 * label, `mail.labels.‹name›`.
 */
export const mailFacts = ['office'] as const;

/** The facts of one enquiry as texts. Unknown ones are empty. */
export type MailFacts = Readonly<Record<(typeof mailFacts)[number], string>>;
