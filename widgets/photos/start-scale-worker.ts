import type { ScaleWorker } from './scale-down.ts';
import workerUrl from './scale-down-worker.ts?worker&url';

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

let policy: ScriptUrlPolicy | undefined;

/** Starts the worker from a file of its own, as `worker-src 'self'` demands. Throws where there are no workers. */
export function startScaleWorker(): ScaleWorker {
  if (typeof OffscreenCanvas === 'undefined') throw new Error('Cannot scale photos: no OffscreenCanvas here');
  return new Worker(trusted(workerUrl), { type: 'module', name: 'photos' });
}

/** Under `require-trusted-types-for 'script'` a worker's address needs a policy; this one vouches for our file alone. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('slipway-photos', {
    createScriptURL: (candidate) => (candidate === workerUrl ? candidate : ''),
  });
  return policy ? policy.createScriptURL(url) : url;
}
