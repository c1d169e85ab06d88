import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clearDevicePath } from '../../forms/pages/page-views.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendMessagePage } from './page-routes.ts';

/**
 * Adds the page at which visitors delete what the site has stored in their browser: drafts, enquiries that wait to
 * be sent, pages for use without a connection. Opening it changes nothing, since other sites can load it; its button
 * sends the `POST`, whose answer makes the browser delete everything (Clear Site Data). Cookies stay.
 */
export async function addClearDeviceRoute(
  app: FastifyInstance,
  dependencies: HttpDependencies,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body says nothing, whatever its type.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, (_request, _body, done) =>
      done(null),
    );
    scope.get(clearDevicePath, (request, reply) =>
      sendMessagePage(request, reply, { dependencies, name: 'clear', hasButton: true }),
    );
    scope.post(clearDevicePath, (request, reply) => {
      if (isFromOtherSite(request))
        return sendMessagePage(request, reply.code(403), { dependencies, name: 'clear', hasButton: true });
      reply.header('Clear-Site-Data', '"cache", "storage"');
      return sendMessagePage(request, reply, { dependencies, name: 'cleared' });
    });
  });
}

/** Returns true if the browser says that a page of another site sent the request ("Sec-Fetch-Site"). */
function isFromOtherSite({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site';
}
