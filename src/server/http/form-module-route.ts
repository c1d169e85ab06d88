import type { FastifyInstance } from 'fastify';
import { moduleAddress } from '../documents/module-address.ts';
import { forAnyOrigin } from './cors.ts';
import type { HttpDependencies } from './dependencies.ts';
import { immutable, sendText } from './send-text.ts';
import { sendFound } from './shared-file-route.ts';

interface ModuleRequest {
  readonly Params: { readonly hash: string; readonly module: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}

/**
 * Adds `/forms/<hash>/<key>.js`: the compiled schema of an enquiry type, for the versions that visitors may
 * have. The query names the runtime of the build, so that each build's modules have their own addresses.
 * Modules of other builds come from shared files.
 */
export function formModuleRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  const { build, forms, sharedFiles } = dependencies;
  app.get<ModuleRequest>('/forms/:hash/:module', async (request, reply) => {
    const { hash, module } = request.params;
    const { runtime = build.validatorRuntime } = request.query;
    const key = /^(.+)\.js$/.exec(module)?.[1];
    if (key === undefined || typeof runtime !== 'string') return reply.callNotFound();
    const isOwn = runtime === build.validatorRuntime;
    const made = async () => (await forms.find(hash))?.moduleOf(key, build.validatorRuntime);
    const own = isOwn ? await made() : undefined;
    // Also if the runtime is the same: another release may compile another form from the documents.
    const found = own ? undefined : await sharedFiles.find(moduleAddress({ hash, key, runtime }));
    if (found) return sendFound(request, reply, found);
    // A page of another build can use our module, if nobody caches it under that build's address.
    const text = isOwn ? own : await made();
    if (!text) return reply.callNotFound();
    forAnyOrigin(reply).header('Cache-Control', isOwn ? immutable : 'no-store');
    return sendText(request, reply, { type: 'text/javascript; charset=utf-8', text });
  });
}
