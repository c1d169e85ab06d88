import type { Validators } from './props.ts';

/**
 * Creates the loader of a form's validators. The form's server generates the modules; the URL contains the
 * form's version, so they never change.
 */
export function createValidatorSource(address: string): Validators {
  return {
    load: (typeKey) => importWithRetry(address.replace(':type', typeKey)) as ReturnType<Validators['load']>,
  };
}

const failureCounts = new Map<string, number>();

/**
 * Imports a module that the server generates. After a failure the next import uses another URL
 * (`retriedImports` in `vite.config.ts` explains why).
 */
export async function importWithRetry(address: string): Promise<unknown> {
  const times = failureCounts.get(address);
  try {
    return await import(/* @vite-ignore */ times === undefined ? address : `${address}&again=${times}`);
  } catch (error) {
    failureCounts.set(address, (times ?? 0) + 1);
    throw error;
  }
}
