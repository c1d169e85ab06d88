import { createLazy } from '#widgets/lazy.ts';
import { useLazyModule } from '#widgets/use-lazy-module.ts';
import type { StepCounter } from './step-counter.tsx';
import type { Transport } from './transport.ts';

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
