import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { DryRunView } from '../../../../api/studio.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { drainRequest } from '../../refusals.ts';
import { sendJson } from '../../send-text.ts';
import { getAdmission } from '../account/auth.ts';
import { anyBody, defineBody, plainJsonBody, textShape } from '../bodies.ts';
import { parsePreviewQuery } from './preview-query.ts';

/**
 * Adds the dry run of a preview: submissions are judged by the draft and not stored. The result of the latest
 * one of each session is in memory, for the sender to see.
 */
export async function addDryRunRoutes(
  scope: FastifyInstance,
  { now, studio: { draftService } }: HttpDependencies,
): Promise<void> {
  const dryRuns = new Map<string, DryRunView>();
  scope.get('/api/rehearsal', { config: { role: 'editor' } }, async (request, reply) =>
    sendJson(request, reply, dryRuns.get(getAdmission(request).status.id)),
  );

  scope.post('/preview/graphql', { config: { role: 'editor' }, ...plainJsonBody }, async (request, reply) => {
    const query = parsePreviewQuery(request);
    const body = JSON.stringify(request.body);
    const documents = await draftService.versions.findPreviewDocuments(query);
    const { status, text, rehearsal } = await draftService.thread.graphql({
      query,
      body,
      locale: query.locale,
      now: now(),
      ...(documents && { documents }),
    });
    const session = getAdmission(request).status.id;
    dryRuns.delete(session);
    if (rehearsal) dryRuns.set(session, rehearsal);
    for (const old of [...dryRuns.keys()].slice(0, -maxDryRuns)) dryRuns.delete(old);
    return reply.code(status).type('application/json').send(text);
  });
  await addDryRunUploads(scope);
}

/** Maximum number of results in memory. Beyond that, the oldest are removed. */
const maxDryRuns = 50;

/** Adds upload targets for dry runs. They read photos to the end and store nothing. */
async function addDryRunUploads(scope: FastifyInstance): Promise<void> {
  scope.post(
    '/preview/upload',
    { config: { role: 'editor' }, ...defineBody({ filename: textShape }) },
    async (request) => {
      const { filename } = Object(request.body) as { readonly filename?: unknown };
      const ending = /\.(?:jpe?g|png|pdf)$/i.exec(String(filename))?.[0].toLowerCase() ?? '.jpg';
      const file = `${randomBytes(16).toString('hex')}${ending.replace('jpeg', 'jpg')}`;
      return { path: `photos/${file}`, method: 'PUT', url: `/studio/preview/upload/${file}` };
    },
  );
  await scope.register(async (bytes) => {
    bytes.removeAllContentTypeParsers();
    bytes.addContentTypeParser('*', (_request, _payload, done) => done(null));
    bytes.put('/preview/upload/:file', { config: { role: 'editor' }, ...anyBody }, async (request, reply) => {
      await drainRequest(request.raw);
      return reply.send();
    });
  });
}
