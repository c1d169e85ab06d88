import type { Form, Values } from '#engine';
import type { SendOutcome } from './outcome.ts';
import type { StepCounter } from './step-counter.tsx';

/** Sends the two operations (docs/contract.md, "GraphQL") and contains the component that counts steps. */
export interface Transport {
  /** Never rejects: every failure is an outcome. */
  readonly send: (request: SendRequest) => Promise<SendOutcome>;
  /** Rejects if the answer contains no list of titles. */
  readonly fetchFutureEventTitles: (request: EventTitlesRequest) => Promise<readonly string[]>;
  readonly StepCounter: typeof StepCounter;
}

export interface SendRequest {
  readonly endpoint: string;
  /** The form whose fields are the arguments of the mutation. */
  readonly form: Form;
  readonly variables: Values;
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts the request; the enquiry may have arrived all the same. */
  readonly signal?: AbortSignal;
}

export interface EventTitlesRequest {
  readonly endpoint: string;
  readonly domain: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}
