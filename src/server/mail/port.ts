/** The mail of one enquiry as it is stored until it is sent: worded, but not yet composed. Made by `prepareMail`. */
export interface NewMail {
  /** One address: the office's, else the site's. */
  readonly to: string;
  readonly content: MailContent;
}

/** Everything that the mail says, in the words of the office's language. Plain JSON. */
export interface MailContent {
  /** BCP 47 tag of the words' language. */
  readonly locale: string;
  /** The site's domain: the sender's address and the Message-ID are made from it. */
  readonly domain: string;
  /** The visitor, to whom a reply goes; null where the enquiry has no usable address. */
  readonly replyTo: { readonly name: string; readonly address: string } | null;
  readonly words: MailWords;
  /** Every value with its label, in the form's order. */
  readonly rows: readonly MailRow[];
  /** Absent where the enquiry has none. */
  readonly photos?: MailPhotos;
  /** What stands below the rows: the reference, the office, the page, the time. */
  readonly details: readonly MailRow[];
}

/** The photos of an enquiry, before it is known which of them can be shown. */
export interface MailPhotos {
  /** `3 photos` */
  readonly heading: string;
  /** What is said of one, of two ... photos that are withheld. */
  readonly withheld: readonly string[];
  /** Signed addresses of the full photos, in the enquiry's order. */
  readonly links: readonly string[];
}

/** The sentences of a mail. */
export interface MailWords {
  readonly subject: string;
  readonly heading: string;
  readonly intro: string;
  /** How to answer the visitor; absent where there is no address to answer to. */
  readonly reply?: string;
}

/** One value with its label, both as a person reads them; `value` may have several lines. */
export interface MailRow {
  readonly label: string;
  readonly value: string;
}

/** Words in one language: `text('mail.subject', {type: 'Sales', ...})`. */
export type MailText = (key: MailTextKey, values?: Readonly<Record<string, string>>) => string;

/** A text of the mails. */
export type MailTextKey = (typeof mailTextKeys)[number];

/**
 * The texts that mails are made of. Each may use the arguments `{type}`, `{reference}`, `{office}`, `{domain}` and
 * `{name}` (the visitor's); `office` and `name` are empty where there is none. Those about photos use `{count}`.
 */
export const mailTextKeys = [
  'mail.subject',
  'mail.heading',
  'mail.intro',
  'mail.reply',
  'mail.labels.reference',
  'mail.labels.office',
  'mail.labels.page',
  'mail.labels.received',
  'mail.photos',
  'mail.photos.withheld',
] as const;

/** A mail as it goes out: the same bytes at every attempt. */
export interface ComposedMail {
  /** The enquiry's id; a file's name is made from it. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** An RFC 5322 message. */
  readonly raw: Buffer;
}

/** Takes mails out of the house. */
export interface MailTransport {
  /** Resolves when the mail was taken or not; never rejects. */
  deliver(mail: ComposedMail): Promise<Delivery>;
  /** Ends idle connections, and breaks off what is under way, whose promise then resolves. */
  close(): void;
}

/** What came of one attempt. */
export type Delivery =
  | { readonly kind: 'taken' }
  /** Worth another attempt. */
  | ({ readonly kind: 'delayed' } & DeliveryReason)
  /** Refused for good. */
  | ({ readonly kind: 'refused' } & DeliveryReason);

/** Why a mail was not taken. */
export interface DeliveryReason {
  /** The mail server's words or the system's, for the operator; they may name an address. */
  readonly reason: string;
  /** The SMTP reply code or the system's error code: `550`, `ECONNREFUSED`. */
  readonly code?: string;
}
