import type { FastifyInstance } from 'fastify';
import { forAnyOrigin } from './cors.ts';
import type { HttpDependencies } from './dependencies.ts';
import { immutable, sendText } from './send-text.ts';

interface ModuleRequest {
  readonly Params: { readonly hash: string; readonly module: string };
}

/**
 * `/forms/<hash>/<key>.js`: the compiled schema of an enquiry type, for the versions that visitors may have. Pages name the
 * build's runtime in the query, so that a new build's modules have addresses of their own.
 */
export function formModuleRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.get<ModuleRequest>('/forms/:hash/:module', async (request, reply) => {
    const { hash, module } = request.params;
    const key = /^(.+)\.js$/.exec(module)?.[1];
    const ready = await dependencies.forms.find(hash);
    const text = key && ready?.moduleOf(key, dependencies.build.validatorRuntime);
    if (!text) return reply.callNotFound();
    forAnyOrigin(reply).header('Cache-Control', immutable);
    return sendText(request, reply, { type: 'text/javascript; charset=utf-8', text });
  });
}
