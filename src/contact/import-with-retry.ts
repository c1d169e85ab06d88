import type { Validators } from './props.ts';

/**
 * Creates the loader of a form's validators from a URL with `:type` in place of the type's key. The URL
 * contains the form's version, so the modules never change. `load` rejects if the import fails.
 */
export function createValidatorSource(address: string): Validators {
  return {
    load: (typeKey) => importRetryable(address.replace(':type', typeKey)) as ReturnType<Validators['load']>,
  };
}

/** The number of failed imports, by address. */
const failureCounts = new Map<string, number>();

/**
 * Imports a module that the server generates; its address must have a query. Rejects after a failure; the
 * next call uses another URL, because browsers cache failed imports.
 */
export async function importRetryable(address: string): Promise<unknown> {
  const failureCount = failureCounts.get(address);
  try {
    return await import(
      /* @vite-ignore */ failureCount === undefined ? address : `${address}&again=${failureCount}`
    );
  } catch (error) {
    failureCounts.set(address, (failureCount ?? 0) + 1);
    throw error;
  }
}
