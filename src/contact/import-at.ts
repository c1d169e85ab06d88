import type { Validators } from './props.ts';

/** The modules of a form's types. The form's own server writes them; the address names the form's version, so that they never change. */
export function validatorsAt(address: string): Validators {
  return { load: (typeKey) => importAt(address.replace(':type', typeKey)) as ReturnType<Validators['load']> };
}

const failed = new Map<string, number>();

/** Imports what the server writes. What could not be loaded is asked for by another address (`retriedImports` in `vite.config.ts` says why). */
export async function importAt(address: string): Promise<unknown> {
  const times = failed.get(address);
  try {
    return await import(/* @vite-ignore */ times === undefined ? address : `${address}&again=${times}`);
  } catch (error) {
    failed.set(address, (times ?? 0) + 1);
    throw error;
  }
}
