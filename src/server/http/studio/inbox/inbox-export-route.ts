import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toUtcDay } from '../../../forms/content/visit.ts';
import { createAnswerLabels } from '../../../inbox/answers/answer-labels.ts';
import { generateLabelledCsvExport, type LabelledExport } from '../../../inbox/answers/labelled-export.ts';
import {
  type EnquiryExport,
  generateCsvExport,
  generateJsonExport,
  summarizeFilter,
} from '../../../inbox/export-enquiries.ts';
import { parseInboxFilter } from '../../../inbox/inbox-filter.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { createRightCheck, getActor } from '../account/auth.ts';
import { createFileRequests } from '../file-requests.ts';
import { createFileStream } from '../file-stream.ts';
import { negotiateStudioLocale } from '../studio-locale.ts';
import { createInboxAccess, sendInboxRefusal } from './inbox-context.ts';

interface ExportFormat {
  readonly type: string;
  readonly extension: string;
  readonly write: (asked: LabelledExport) => AsyncGenerator<string>;
}

const csvType = 'text/csv; charset=utf-8; header=present';

const exportFormats: Readonly<Record<string, ExportFormat>> = {
  csv: { type: csvType, extension: 'csv', write: generateCsvExport },
  'csv-labels': { type: csvType, extension: 'csv', write: generateLabelledCsvExport },
  json: { type: 'application/json; charset=utf-8', extension: 'json', write: generateJsonExport },
};

/**
 * Adds the export of enquiries as a file, CSV or JSON, with an audit entry. It is streamed in batches, at the
 * pace of the reader, and stops if the reader disconnects.
 */
export function addInboxExportRoute(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, forms, content, settings, studio, now } = dependencies;
  const fileRequests = createFileRequests(now);
  const inbox = createInboxAccess(dependencies);
  const handler = { exposeHeadRoute: false, config: { role: 'viewer', enquiries: 'handle' } } as const;

  /**
   * Returns a store that checks the person's right again before each batch, and throws `RightEnded` if it is
   * gone. So a slow download ends with that right.
   */
  function createCheckedStore(request: FastifyRequest): EnquiryExport['store'] {
    const requireRight = createRightCheck(request, dependencies);
    return {
      inboxPulse: store.inboxPulse,
      findReplies: store.findReplies,
      async findEnquiries(query) {
        await requireRight();
        return store.findEnquiries(query);
      },
    };
  }

  scope.get('/api/enquiries/export', handler, async (request, reply) => {
    const who = getActor(request);
    const query = Object(request.query) as Readonly<Record<string, unknown>>;
    const name = String(query.format);
    const format = Object.hasOwn(exportFormats, name) ? exportFormats[name] : undefined;
    if (format === undefined) {
      const message = 'The format must be "csv", "csv-labels" or "json".';
      return sendInboxRefusal(reply, 400, { error: 'bad-request', field: 'format', message });
    }
    const asked = parseInboxFilter(
      query,
      { me: who.id, within: inbox.getScope(request), now: now() },
      settings.desk,
    );
    if (!asked.ok) return sendInboxRefusal(reply, 400, asked.refusal);
    if (!fileRequests.consumeRequest(request))
      await studio.people.audit.record({
        who,
        action: 'enquiries-exported',
        about: format.extension.toUpperCase(),
        details: summarizeFilter(query),
      });
    if (fileRequests.isRequest(request)) return fileRequests.createAnswer(request);
    const { form } = forms.current();
    const locale = negotiateStudioLocale(request);
    const lines = format.write({
      filter: asked.filter,
      store: createCheckedStore(request),
      form,
      locale,
      findFields: createAnswerLabels({ form, content: content(), locale, today: toUtcDay(now()) }),
      batch: settings.desk.exportBatch,
      names: await inbox.loadNames(request),
    });
    const events = { ended: 'enquiries-export-ended', failed: 'enquiries-not-exported' } as const;
    return reply
      .type(format.type)
      .header('Content-Disposition', `attachment; filename="slipway-enquiries.${format.extension}"`)
      .send(createFileStream(lines, events, dependencies));
  });
}
