import type { ScaleWorker } from './scale-down.ts';
import workerUrl from './scale-down-worker.ts?worker&url';
import type { ScaleAnswer } from './scale-photo.ts';

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

let policy: ScriptUrlPolicy | undefined;

/**
 * Starts the worker that scales photos, from a separate file, as `worker-src 'self'` requires. If the file
 * has another origin than the page, no worker can start from it (HTML, "Worker"). A `blob:` worker that
 * imports the file needs further permissions of the page's policy, which a script cannot query. In that case
 * the page itself scales. Throws if neither is possible.
 */
export function startScaleWorker(): ScaleWorker {
  if (typeof OffscreenCanvas === 'undefined') throw new Error('Cannot scale photos: no OffscreenCanvas here');
  if (new URL(workerUrl, location.href).origin !== location.origin) return createInPageWorker();
  return new Worker(toTrustedUrl(workerUrl), { type: 'module', name: 'photos' });
}

/**
 * Returns an object that answers like the worker, without one. Browsers decode and encode outside the main
 * thread anyway; the page itself only draws the smaller picture.
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
 * Returns the URL in the form in which a worker can be started with it: `require-trusted-types-for 'script'`
 * requires a policy. This one accepts only our file.
 */
function toTrustedUrl(url: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('slipway-photos', {
    createScriptURL: (candidate) => (candidate === workerUrl ? candidate : ''),
  });
  return policy ? policy.createScriptURL(url) : url;
}
