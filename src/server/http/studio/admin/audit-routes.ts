import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditAction, AuditEntry, AuditListView } from '../../../../api/people.ts';
import { csvByteOrderMark, toCsvLine } from '../../../platform/csv.ts';
import type { AuditQuery } from '../../../store/records/people-entry.ts';
import type { Store } from '../../../store/store.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { createRightCheck, getActor } from '../account/auth.ts';
import { isPositiveInteger } from '../body-fields.ts';
import { createFileRequests } from '../file-requests.ts';
import { createFileStream } from '../file-stream.ts';

const pageSize = 50;
const exportBatchSize = 500;

/**
 * Adds the routes that list and export the audit log, for owners. Nobody can change it; an export is recorded
 * in it.
 */
export function addAuditRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, now, studio } = dependencies;
  const findFirstFault = createFaultFinder(store, now);
  const fileRequests = createFileRequests(now);
  const owner = { config: { role: 'owner' } } as const;
  const events = { ended: 'audit-export-ended', failed: 'audit-not-exported' } as const;

  /**
   * Returns a store that checks the person's right again before each read, and throws `RightEnded` if it
   * ended.
   */
  function createCheckedStore(request: FastifyRequest): Pick<Store, 'audit'> {
    const requireRight = createRightCheck(request, dependencies);
    return {
      async audit(query) {
        await requireRight();
        return store.audit(query);
      },
    };
  }

  scope.get('/api/audit', owner, async (request): Promise<AuditListView> => {
    const { before } = Object(request.query) as { readonly before?: unknown };
    const asked = {
      ...parseAuditFilter(request),
      ...(isPositiveInteger(Number(before)) && { before: Number(before) }),
    };
    const [found, brokenAt] = await Promise.all([
      store.audit({ ...asked, limit: pageSize + 1 }),
      findFirstFault(),
    ]);
    const entries = found.slice(0, pageSize);
    const last = entries.at(-1);
    return {
      entries,
      ...(found.length > pageSize && last && { next: last.number }),
      ...(brokenAt !== undefined && { brokenAt }),
    };
  });

  scope.get('/api/audit/export', { ...owner, exposeHeadRoute: false }, async (request, reply) => {
    const { format } = Object(request.query) as { readonly format?: unknown };
    const isCsv = format === 'csv';
    if (!fileRequests.consumeRequest(request))
      await studio.people.audit.record({
        who: getActor(request),
        action: 'audit-exported',
        details: { format: isCsv ? 'csv' : 'jsonl' },
      });
    if (fileRequests.isRequest(request)) return fileRequests.createAnswer(request);
    const writeLines = isCsv ? writeCsvLines : writeJsonLines;
    return reply
      .type(isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/jsonl; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="slipway-audit.${isCsv ? 'csv' : 'jsonl'}"`)
      .send(
        createFileStream(
          writeLines(readAllEntries(createCheckedStore(request), parseAuditFilter(request))),
          events,
          dependencies,
        ),
      );
  });
}

type Filter = Pick<AuditQuery, 'action' | 'person' | 'from' | 'until' | 'search'>;

/**
 * Returns the filter in the query; invalid and empty parameters are left out. Texts are cut to 200
 * characters, and an unknown action is passed, which finds nothing.
 */
function parseAuditFilter({ query }: FastifyRequest): Filter {
  const given = Object(query) as Readonly<Record<string, unknown>>;
  /** Returns a parameter, cut; undefined if it is absent, empty or given twice. */
  const readText = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? given[name].slice(0, 200) : undefined;
  const [action, person, search] = [readText('action'), readText('person'), readText('search')];
  const [from, until] = [Number(readText('from')), Number(readText('until'))];
  return {
    // An unknown action finds no entries.
    ...(action !== undefined && { action: action as AuditAction }),
    ...(person !== undefined && { person }),
    ...(isPositiveInteger(from) && { from }),
    ...(isPositiveInteger(until) && { until }),
    ...(search !== undefined && { search }),
  };
}

/** Yields all entries that match the filter, oldest first, including those added meanwhile. */
async function* readAllEntries(store: Pick<Store, 'audit'>, filter: Filter): AsyncGenerator<AuditEntry> {
  for (let after = 0; ; ) {
    const entries = await store.audit({ ...filter, after, limit: exportBatchSize });
    yield* entries;
    const last = entries.at(-1);
    if (entries.length < exportBatchSize || last === undefined) return;
    after = last.number;
  }
}

/** Interval at which the whole log is verified. In between, only new entries are. */
const fullCheckEveryMs = 600_000;

/**
 * Creates the function that verifies the hashes of the audit log, and returns the number of the first entry
 * with a wrong one; undefined if all are right. Entries that were verified in the last ten minutes are not
 * verified again.
 */
function createFaultFinder(store: Pick<Store, 'auditFault'>, now: () => number) {
  let verified = { to: 0, since: 0 };
  return async (): Promise<number | undefined> => {
    if (now() - verified.since > fullCheckEveryMs) verified = { to: 0, since: now() };
    for (let after = verified.to; ; ) {
      const { brokenAt, next } = await store.auditFault({ after, limit: exportBatchSize });
      if (brokenAt !== undefined) return brokenAt;
      if (next === undefined) return undefined;
      after = next;
      verified = { ...verified, to: Math.max(verified.to, after) };
    }
  };
}

/** Yields each entry as a line of JSON. */
async function* writeJsonLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

/** Yields a byte order mark with the header of a CSV, then each entry as a line. */
async function* writeCsvLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  const head = ['number', 'time', 'action', 'name', 'id', 'via', 'from', 'about', 'details', 'hash'];
  yield csvByteOrderMark + toCsvLine(head);
  for await (const { number, at, action, who, from = '', about = '', details, hash } of entries) {
    const time = new Date(at).toISOString();
    const detailsText = details === undefined ? '' : JSON.stringify(details);
    yield toCsvLine([
      number,
      time,
      action,
      who.name,
      who.id ?? '',
      who.via ?? '',
      from,
      about,
      detailsText,
      hash,
    ]);
  }
}
