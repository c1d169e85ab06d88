export interface ComposedMail {
  /** The enquiry's id, or that of its receipt (`toReceiptId`); also the name of a file. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** An RFC 5322 message. */
  readonly raw: Buffer;
}

/**
 * Returns the id of an enquiry's receipt, to distinguish it from the mail: `toReceiptId('1111…') //
 * '1111….receipt'`
 */
export function toReceiptId(enquiryId: string): string {
  return `${enquiryId}.receipt`;
}

export interface MailTransport {
  /** Resolves to the result of an attempt; never rejects. */
  deliver(mail: ComposedMail): Promise<MailDelivery>;
  /** Removes the local copies of an erased enquiry's mail and receipt, by its id. */
  forget(id: string): Promise<void>;
  /** Closes idle connections and aborts running attempts, whose promises then resolve. */
  close(): void;
}

export type MailDelivery =
  | { readonly kind: 'accepted' }
  /** A later attempt may succeed. */
  | ({ readonly kind: 'deferred' } & DeliveryReason)
  /** This address will never accept the mail. */
  | ({ readonly kind: 'rejected' } & DeliveryReason)
  /** No address can accept it: the message is not valid. */
  | ({ readonly kind: 'unsendable' } & DeliveryReason);

export interface DeliveryReason {
  /** The message of the mail server or the system, for the operator; it may contain an address. */
  readonly reason: string;
  /** The SMTP reply code or the system's error code: `550`, `ECONNREFUSED`. */
  readonly code?: string;
}
