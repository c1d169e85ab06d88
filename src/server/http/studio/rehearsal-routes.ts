import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { RehearsalView } from '../../../studio/protocol.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { readToTheEnd } from '../refusals.ts';
import { sendJson } from '../send-text.ts';
import { takes, takesAnything, takesPlainJson, text } from './bodies.ts';
import { admittedBy } from './door.ts';
import { queryOf } from './preview-query.ts';

/**
 * Adds the dry run of a preview: submissions are judged by the draft, shown to their sender, and not stored.
 */
export async function rehearsalRoutes(
  scope: FastifyInstance,
  { now, studio: { workshop } }: HttpDependencies,
): Promise<void> {
  const rehearsals = new Map<string, RehearsalView>();
  scope.get('/api/rehearsal', { config: { role: 'editor' } }, async (request, reply) =>
    sendJson(request, reply, rehearsals.get(admittedBy(request).standing.id)),
  );

  scope.post(
    '/preview/graphql',
    { config: { role: 'editor' }, ...takesPlainJson },
    async (request, reply) => {
      const query = queryOf(request);
      const body = JSON.stringify(request.body);
      const documents = await workshop.versions.previewed(query);
      const { status, text, rehearsal } = await workshop.thread.graphql({
        ...{ query, body, locale: query.locale, now: now() },
        ...(documents && { documents }),
      });
      const session = admittedBy(request).standing.id;
      rehearsals.delete(session);
      if (rehearsal) rehearsals.set(session, rehearsal);
      for (const old of [...rehearsals.keys()].slice(0, -mostRehearsals)) rehearsals.delete(old);
      return reply.code(status).type('application/json').send(text);
    },
  );
  await rehearsedUploads(scope);
}

const mostRehearsals = 50;

/** Adds upload targets for dry runs. They read photos to the end and store nothing. */
async function rehearsedUploads(scope: FastifyInstance): Promise<void> {
  scope.post(
    '/preview/upload',
    { config: { role: 'editor' }, ...takes({ filename: text }) },
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
    bytes.put(
      '/preview/upload/:file',
      { config: { role: 'editor' }, ...takesAnything },
      async (request, reply) => {
        await readToTheEnd(request.raw);
        return reply.send();
      },
    );
  });
}
