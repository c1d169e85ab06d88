import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { memoizeByKey } from '#engine/model/memoize.ts';
import { type PageMark, pageHeader, workerPath } from '#engine/model/page-mark.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendCachedText } from '../send-text.ts';

/** The services that the route of the worker needs. */
export type WorkerDependencies = Pick<HttpDependencies, 'build' | 'config' | 'forms' | 'photos'>;

/**
 * Adds the script of the site's service worker at the root. Where the site has none (any more), because the
 * owner has switched it off or in development, the script removes itself: browsers ask for it at each visit.
 */
export function addWorkerRoute(app: FastifyInstance, dependencies: WorkerDependencies): void {
  app.get(workerPath, async (request, reply) => {
    const { build, config, photos } = dependencies;
    // It fetches the site's own files, and sends photos where pages send them.
    const connections = ["'self'", photos.uploadOrigin ?? config.publicOrigin ?? ''].join(' ').trim();
    const policy = `default-src 'none'; connect-src ${connections}; frame-ancestors 'none'`;
    const text = build.worker && servesWorker(dependencies) ? build.worker.text : removingScript;
    // A worker has the policy with which it was installed, and browsers install it again only if its text changes.
    const script = toScript(`${text}\n// ${policy}\n`);
    reply.headers({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy,
      ETag: script.tag,
      [pageHeader]: 'other' satisfies PageMark,
    });
    if (request.headers['if-none-match'] === script.tag) return reply.code(304).send();
    return sendCachedText(request, reply, { type: 'text/javascript; charset=utf-8', kept: script });
  });
}

/** Returns true if the pages of the site have a service worker. */
export function servesWorker({ build, forms }: Pick<HttpDependencies, 'build' | 'forms'>): boolean {
  return build.worker !== undefined && forms.current().form.settings.sendLater !== undefined;
}

/** Returns a script with its tag; the same object for the same text, because its compressed form is cached. */
const toScript = memoizeByKey((text: string) => ({
  text,
  tag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
}));

/** Removes the caches of the worker that it replaces, and itself. Open pages stay as they are. */
const removingScript = `
addEventListener('install', (event) => event.waitUntil(skipWaiting()));
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('slipway-')) await caches.delete(name);
  await registration.unregister();
})()));
`;
