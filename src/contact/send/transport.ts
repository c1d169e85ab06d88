import type { Form, Values } from '#engine';
import type { PresetQueries } from '../preset/queries.ts';
import type { SendOutcome } from './outcome.ts';
import type { StepCounter } from './step-counter.tsx';

/** Sends the operations (docs/contract.md, "GraphQL") and contains the component that counts steps. */
export interface Transport extends PresetQueries {
  /** Never rejects: every failure is an outcome. */
  readonly send: (request: SendRequest) => Promise<SendOutcome>;
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
