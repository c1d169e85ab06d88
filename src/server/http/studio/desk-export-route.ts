import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { askedFilter } from '../../desk/desk-filter.ts';
import {
  csvExport,
  type DeskExport,
  type ExportFormat,
  filtersNoted,
  jsonExport,
} from '../../desk/export.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { openDesk, refuseDesk } from './desk-context.ts';
import { admittedBy, personOf } from './door.ts';
import { createFileAsks } from './file-asks.ts';

const formats: Readonly<Record<string, { readonly type: string; readonly write: ExportFormat }>> = {
  csv: { type: 'text/csv; charset=utf-8; header=present', write: csvExport },
  json: { type: 'application/json; charset=utf-8', write: jsonExport },
};

/** Enquiries as a file: read and written a part at a time, as fast as it is taken, and no further once nobody takes it. */
export function deskExportRoute(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, forms, settings, studio, log, now } = dependencies;
  const asks = createFileAsks(now);
  const desk = openDesk(dependencies);
  const handler = { exposeHeadRoute: false, config: { role: 'viewer', enquiries: 'handle' } } as const;

  /** Each part is read by the right that there is by then: whoever takes a file slowly has no more of it than they may. */
  function storeFor(request: FastifyRequest): DeskExport['store'] {
    const { pass, standing } = admittedBy(request);
    return {
      deskPulse: store.deskPulse,
      async findEnquiries(query) {
        const now = await studio.people.passes.standing(pass);
        if (now.kind !== 'holds' || !isDeepStrictEqual(now.reach, standing.reach)) throw new RightEnded();
        return store.findEnquiries(query);
      },
    };
  }

  scope.get('/api/enquiries/export', handler, async (request, reply) => {
    const who = personOf(request);
    const query = Object(request.query) as Readonly<Record<string, unknown>>;
    const name = String(query.format);
    const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
    if (format === undefined) {
      const message = 'A format is "csv" or "json".';
      return refuseDesk(reply, 400, { error: 'bad-request', field: 'format', message });
    }
    const asked = askedFilter(query, { me: who.id, within: desk.reachOf(request) }, settings.desk);
    if (!asked.ok) return refuseDesk(reply, 400, asked.refusal);
    if (!asks.wasAsked(request))
      await studio.people.audit.note({
        ...{ who, action: 'enquiries-exported', about: name.toUpperCase(), details: filtersNoted(query) },
      });
    if (asks.isAsking(request)) return asks.answer(request);
    const lines = format.write({
      ...{ filter: asked.filter, store: storeFor(request), form: forms.current().form },
      batch: settings.desk.exportBatch,
      names: await desk.namesFor(request),
    });
    const stream = Readable.from(lines, { highWaterMark: 1 });
    stream.on('error', (error) =>
      error instanceof RightEnded
        ? log.warn('enquiries-export-ended', { code: error.code })
        : log.error('enquiries-not-exported', error),
    );
    return reply
      .type(format.type)
      .header('Content-Disposition', `attachment; filename="slipway-enquiries.${name}"`)
      .send(stream);
  });
}

/** A right, or a session, that a file was begun with is not there any more. */
class RightEnded extends Error {
  readonly code = 'right-ended';
}
