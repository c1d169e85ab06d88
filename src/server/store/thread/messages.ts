import type { ServerSettings } from '../../config/settings.ts';
import type { PhotoRecords } from '../../photos/port.ts';
import type { EnquiryStore, StoreErrorCode } from '../port.ts';

/** What the store's thread is started with. */
export interface StoreThreadOptions {
  readonly dataFolder: string;
  /** Absent: mails become files in `<dataFolder>/outbox`. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly settings: Pick<ServerSettings, 'store' | 'idempotency' | 'mail'>;
}

/** What is kept in the database: enquiries and the records of photos. */
export type Kept = EnquiryStore & PhotoRecords;

/** The calls of the store that cross over to its thread. */
export type StoreCall = Exclude<keyof Kept, 'close'>;

/** What a call takes. */
export type RequestOf<Call extends StoreCall> = Parameters<Kept[Call]>[0];

/** What a call resolves with. */
export type ResultOf<Call extends StoreCall> = Awaited<ReturnType<Kept[Call]>>;

/** One call of a kind. */
export type Request = {
  readonly [Call in StoreCall]: { readonly call: Call; readonly request: RequestOf<Call> };
}[StoreCall];

/** To the thread. `number` comes back with the answer. */
export type ToThread = { readonly number: number; readonly ask: Request } | 'close';

/** From the thread. */
export type FromThread =
  | { readonly kind: 'open' }
  | { readonly kind: 'not-open'; readonly error: SentError }
  | { readonly kind: 'done'; readonly number: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly number: number; readonly error: SentError }
  | { readonly kind: 'log'; readonly line: string };

/** A `StoreError` on its way: an error's class does not cross over by itself. */
export interface SentError {
  readonly code: StoreErrorCode;
  readonly message: string;
}
