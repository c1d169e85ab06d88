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
  /** Resolves with what came of the attempt; never rejects. */
  deliver(mail: ComposedMail): Promise<Delivery>;
  /** Takes back what was left in the house of a mail, by its id: its enquiry was erased. */
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
