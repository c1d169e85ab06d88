import type { Form, Values } from '#engine';

export interface SendRequest {
  readonly endpoint: string;
  /** The form whose fields are the arguments of the mutation. */
  readonly form: Form;
  readonly variables: Values;
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts the request; the enquiry may have arrived all the same. */
  readonly signal?: AbortSignal;
}
