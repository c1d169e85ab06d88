import type { Form, Values } from '#engine';
import { createLazy } from '#widgets/lazy.ts';
import { useLazyModule } from '#widgets/use-lazy-module.ts';
import type { StepCounter } from '../figures/step-counter.tsx';
import type { SendOutcome } from './outcome.ts';

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

const lazyTransport = createLazy<Transport>(async () => {
  const { apolloTransport } = await import('./apollo-transport.ts');
  return apolloTransport;
});

/** Loads Apollo Client once; after a failure the next call tries again. */
export const { load: loadTransport } = lazyTransport;

/** Returns the component that counts steps; undefined until another caller has loaded the transport. */
export function useStepCounter(): typeof StepCounter | undefined {
  return useLazyModule(lazyTransport, false, '')?.StepCounter;
}
