import type { Form, Values } from '#engine';
import { lazy } from '#widgets/lazy.ts';
import { useLoaded } from '#widgets/use-loaded.ts';
import type { StepCounter } from '../figures/step-counter.tsx';
import type { SendOutcome } from './outcome.ts';

/** Carries the two operations (docs/contract.md, "GraphQL"), and has counted what is done with the form. */
export interface Transport {
  /** Never rejects: whatever goes wrong is an outcome. */
  readonly send: (request: SendRequest) => Promise<SendOutcome>;
  /** Rejects where no list of titles comes back. */
  readonly futureEventTitles: (request: EventTitlesRequest) => Promise<readonly string[]>;
  readonly StepCounter: typeof StepCounter;
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

const part = lazy<Transport>(async () => {
  const { apolloTransport } = await import('./apollo-transport.ts');
  return apolloTransport;
});

/** Apollo Client, loaded when it is first asked for; a load that failed is tried again by the next call. */
export const { load: loadTransport } = part;

/** What counts steps, once it has come with what sends. */
export function useStepCounter(): typeof StepCounter | undefined {
  return useLoaded(part, false, '')?.StepCounter;
}
