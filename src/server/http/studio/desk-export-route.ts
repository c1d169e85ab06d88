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
import { personOf, rightKeeper } from './door.ts';
import { createFileAsks } from './file-asks.ts';
import { fileStream } from './kept-right.ts';

const formats: Readonly<Record<string, { readonly type: string; readonly write: ExportFormat }>> = {
  csv: { type: 'text/csv; charset=utf-8; header=present', write: csvExport },
  json: { type: 'application/json; charset=utf-8', write: jsonExport },
};

/**
 * Adds the export of enquiries as a file. It is streamed in batches, at the pace of the reader, and stops if
 * the reader disconnects.
 */
export function deskExportRoute(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, forms, settings, studio, now } = dependencies;
  const asks = createFileAsks(now);
  const desk = openDesk(dependencies);
  const handler = { exposeHeadRoute: false, config: { role: 'viewer', enquiries: 'handle' } } as const;

  /** Checks the right again before each batch, so that a slow download does not exceed it. */
  function storeFor(request: FastifyRequest): DeskExport['store'] {
    const requireRight = rightKeeper(request, dependencies);
    return {
      deskPulse: store.deskPulse,
      async findEnquiries(query) {
        await requireRight();
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
    const events = { ended: 'enquiries-export-ended', failed: 'enquiries-not-exported' } as const;
    return reply
      .type(format.type)
      .header('Content-Disposition', `attachment; filename="slipway-enquiries.${name}"`)
      .send(fileStream(lines, events, dependencies));
  });
}
