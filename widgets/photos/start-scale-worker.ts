import type { ScaleWorker } from './scale-down.ts';
import workerUrl from './scale-down-worker.ts?worker&url';
import type { ScaleAnswer } from './scale-photo.ts';

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

/** The policy, which a page may create only once; undefined until it is needed and without Trusted Types. */
let policy: ScriptUrlPolicy | undefined;

/**
 * Starts the worker that scales photos, from its own file, as `worker-src 'self'` requires. If that file has
 * another origin than the page, the page itself scales: browsers start no worker from such a file. Throws
 * without `OffscreenCanvas`.
 */
export function startScaleWorker(): ScaleWorker {
  if (typeof OffscreenCanvas === 'undefined') throw new Error('Cannot scale photos: no OffscreenCanvas here');
  if (new URL(workerUrl, location.href).origin !== location.origin) return createInPageWorker();
  return new Worker(toTrustedUrl(workerUrl), { type: 'module', name: 'photos' });
}

/**
 * Returns an object that answers like the worker, without one: one message per request, without a photo if
 * scaling fails, and none after `terminate`. Browsers decode and encode outside the main thread anyway; the
 * page itself only draws the smaller picture.
 */
function createInPageWorker(): ScaleWorker {
  let isEnded = false;
  const worker: ScaleWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request) =>
      void import('./scale-photo.ts')
        .then(({ answerScaleRequest }) => answerScaleRequest(request))
        .catch((): ScaleAnswer => ({ number: request.number }))
        .then((data) => isEnded || worker.onmessage?.(new MessageEvent('message', { data }))),
    terminate: () => {
      isEnded = true;
    },
  };
  return worker;
}

/**
 * Returns the URL as a `TrustedScriptURL` if the browser has Trusted Types, which `require-trusted-types-for
 * 'script'` demands; else unchanged. The policy accepts only the file of the worker.
 */
function toTrustedUrl(url: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('slipway-photos', {
    /** Returns the URL of the worker’s file unchanged, and an empty text for any other. */
    createScriptURL: (candidate) => (candidate === workerUrl ? candidate : ''),
  });
  return policy ? policy.createScriptURL(url) : url;
}
