import type { Form, Values } from '#engine';
import type { SendOutcome } from './outcome.ts';

/** Carries the two operations (specification, sections 7.2 and 7.3). */
export interface Transport {
  /** Never rejects: whatever goes wrong is an outcome. */
  readonly send: (request: SendRequest) => Promise<SendOutcome>;
  /** Rejects where no list of titles comes back. */
  readonly futureEventTitles: (request: EventTitlesRequest) => Promise<readonly string[]>;
}

/** One enquiry on its way. */
export interface SendRequest {
  readonly endpoint: string;
  /** The form whose fields make the mutation. */
  readonly form: Form;
  readonly variables: Values;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the waiting; the enquiry may have arrived all the same. */
  readonly signal?: AbortSignal;
}

/** A question for a site's future events. */
export interface EventTitlesRequest {
  readonly endpoint: string;
  readonly domain: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

let loading: Promise<Transport> | undefined;

/** Apollo Client, loaded when it is first asked for; a load that failed is tried again by the next call. */
export function loadTransport(): Promise<Transport> {
  loading ??= import('./apollo-transport.ts').then(
    (module) => module.apolloTransport,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
