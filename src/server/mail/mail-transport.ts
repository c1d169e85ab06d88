/** A mail as it goes out: the same bytes at every attempt. */
export interface ComposedMail {
  /** The enquiry's id, of its receipt `receiptId` of it; a file's name is made from it. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** An RFC 5322 message. */
  readonly raw: Buffer;
}

/** What the receipt of an enquiry is known by beside its mail: `receiptId('1111…') // '1111….receipt'` */
export function receiptId(enquiryId: string): string {
  return `${enquiryId}.receipt`;
}

/** Takes mails out of the house. */
export interface MailTransport {
  /** Resolves with what came of the attempt; never rejects. */
  deliver(mail: ComposedMail): Promise<Delivery>;
  /** Takes back what was left in the house of an enquiry's mail and receipt, by its id: it was erased. */
  forget(id: string): Promise<void>;
  /** Ends idle connections, and breaks off what is under way, whose promise then resolves. */
  close(): void;
}

/** What came of one attempt. */
export type Delivery =
  | { readonly kind: 'accepted' }
  /** Worth another attempt. */
  | ({ readonly kind: 'deferred' } & DeliveryReason)
  /** This address will never take it. */
  | ({ readonly kind: 'rejected' } & DeliveryReason)
  /** No address could take it: it is no message. */
  | ({ readonly kind: 'unsendable' } & DeliveryReason);

/** Why a mail was not accepted. */
export interface DeliveryReason {
  /** The mail server's words or the system's, for the operator; they may name an address. */
  readonly reason: string;
  /** The SMTP reply code or the system's error code: `550`, `ECONNREFUSED`. */
  readonly code?: string;
}
