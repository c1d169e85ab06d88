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
 * Starts what scales: a worker from a file of its own, as `worker-src 'self'` demands. On a page of another origin than that file's no
 * worker may start from it (HTML, "Worker"), and a `blob:` that imports it takes more of the page's policy than a page can be asked
 * whether it has; there the page itself scales. Throws where neither can.
 */
export function startScaleWorker(): ScaleWorker {
  if (typeof OffscreenCanvas === 'undefined') throw new Error('Cannot scale photos: no OffscreenCanvas here');
  if (new URL(workerUrl, location.href).origin !== location.origin) return scaleInPage();
  return new Worker(trusted(workerUrl), { type: 'module', name: 'photos' });
}

/** Answers as the worker does. Browsers decode and encode beside the page in any case; what it does itself is to draw the picture smaller. */
function scaleInPage(): ScaleWorker {
  let isEnded = false;
  const worker: ScaleWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request) =>
      void import('./scale-photo.ts')
        .then(({ answerOf }) => answerOf(request))
        .catch((): ScaleAnswer => ({ number: request.number }))
        .then((data) => isEnded || worker.onmessage?.(new MessageEvent('message', { data }))),
    terminate: () => {
      isEnded = true;
    },
  };
  return worker;
}

/** Under `require-trusted-types-for 'script'` a worker's address needs a policy; this one vouches for our file alone. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('slipway-photos', {
    createScriptURL: (candidate) => (candidate === workerUrl ? candidate : ''),
  });
  return policy ? policy.createScriptURL(url) : url;
}
