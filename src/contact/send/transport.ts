import type { PresetQueries } from '../preset/queries.ts';
import type { SendOutcome } from './outcome.ts';
import type { SendRequest } from './send-request.ts';
import type { StepCounter } from './step-counter.tsx';

/** Sends the operations (docs/contract.md, "GraphQL") and contains the component that counts steps. */
export interface Transport extends PresetQueries {
  /** Never rejects: every failure is an outcome. */
  readonly send: (request: SendRequest) => Promise<SendOutcome>;
  readonly StepCounter: typeof StepCounter;
}
