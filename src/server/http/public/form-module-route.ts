import type { FastifyInstance } from 'fastify';
import { toModuleAddress } from '../../forms/documents/module-address.ts';
import { allowAnyOrigin } from '../cors.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { immutableCacheControl, sendText } from '../send-text.ts';
import { sendSharedFile } from './shared-file-route.ts';

interface ModuleRequest {
  readonly Params: { readonly hash: string; readonly module: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}

/**
 * Adds `/forms/<hash>/<key>.js`: the compiled schema of an enquiry type, for the versions that visitors may
 * have. The query names the runtime of the build, so that each build's modules have their own addresses.
 * Modules of other builds come from shared files; if one is not there, this build's module is sent, and no
 * browser may cache it. An unknown form or type gets 404.
 */
export function addFormModuleRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  const { build, forms, sharedFiles } = dependencies;
  app.get<ModuleRequest>('/forms/:hash/:module', async (request, reply) => {
    const { hash, module } = request.params;
    const { runtime = build.validatorRuntime } = request.query;
    const key = /^(.+)\.js$/.exec(module)?.[1];
    if (key === undefined || typeof runtime !== 'string') return reply.callNotFound();
    const isOwn = runtime === build.validatorRuntime;
    /** Returns the module of this build; undefined if the form or the type is unknown. */
    const compileModule = async () => (await forms.find(hash))?.moduleOf(key, build.validatorRuntime);
    const own = isOwn ? await compileModule() : undefined;
    // Also if the runtime is the same: another release may compile another form from the documents.
    const found = own ? undefined : await sharedFiles.find(toModuleAddress({ hash, key, runtime }));
    if (found) return sendSharedFile(request, reply, found);
    // A page of another build can use our module, if nobody caches it under that build's address.
    const text = isOwn ? own : await compileModule();
    if (!text) return reply.callNotFound();
    allowAnyOrigin(reply).header('Cache-Control', isOwn ? immutableCacheControl : 'no-store');
    return sendText(request, reply, { type: 'text/javascript; charset=utf-8', text });
  });
}
