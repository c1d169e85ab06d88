import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditAction, AuditEntry, AuditPage } from '../../../studio/protocol-people.ts';
import { csvLine, csvStart } from '../../csv.ts';
import type { AuditQuery } from '../../store/people-entry.ts';
import type { Store } from '../../store/store.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { personOf, rightKeeper } from './door.ts';
import { createFileAsks } from './file-asks.ts';
import { fileStream } from './kept-right.ts';

const pageSize = 50;
const batch = 500;

/** Adds the routes that read the audit log, for owners. Nobody can change it. */
export function auditRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, now, studio } = dependencies;
  const firstFault = createFaultFinder(store, now);
  const asks = createFileAsks(now);
  const owner = { config: { role: 'owner' } } as const;
  const events = { ended: 'audit-export-ended', failed: 'audit-not-exported' } as const;

  /** Checks the right again before each read. */
  function storeFor(request: FastifyRequest): Pick<Store, 'audit'> {
    const requireRight = rightKeeper(request, dependencies);
    return {
      async audit(query) {
        await requireRight();
        return store.audit(query);
      },
    };
  }

  scope.get('/api/audit', owner, async (request): Promise<AuditPage> => {
    const { before } = Object(request.query) as { readonly before?: unknown };
    const asked = { ...filterOf(request), ...(Number(before) > 0 && { before: Number(before) }) };
    const [found, brokenAt] = await Promise.all([
      store.audit({ ...asked, limit: pageSize + 1 }),
      firstFault(),
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
    if (!asks.wasAsked(request))
      await studio.people.audit.note({
        ...{ who: personOf(request), action: 'audit-exported', details: { format: isCsv ? 'csv' : 'jsonl' } },
      });
    if (asks.isAsking(request)) return asks.answer(request);
    const lines = isCsv ? csvLines : jsonLines;
    return reply
      .type(isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/jsonl; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="slipway-audit.${isCsv ? 'csv' : 'jsonl'}"`)
      .send(fileStream(lines(allOf(storeFor(request), filterOf(request))), events, dependencies));
  });
}

type Filter = Pick<AuditQuery, 'action' | 'person' | 'from' | 'until' | 'search'>;

function filterOf({ query }: FastifyRequest): Filter {
  const given = Object(query) as Readonly<Record<string, unknown>>;
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? given[name].slice(0, 200) : undefined;
  const [action, person, search] = [text('action'), text('person'), text('search')];
  const [from, until] = [Number(text('from')), Number(text('until'))];
  return {
    // An unknown action finds no entries.
    ...(action !== undefined && { action: action as AuditAction }),
    ...(person !== undefined && { person }),
    ...(from > 0 && { from }),
    ...(until > 0 && { until }),
    ...(search !== undefined && { search }),
  };
}

/** Yields all entries, oldest first, including those added meanwhile. */
async function* allOf(store: Pick<Store, 'audit'>, filter: Filter): AsyncGenerator<AuditEntry> {
  for (let after = 0; ; ) {
    const entries = await store.audit({ ...filter, after, limit: batch });
    yield* entries;
    const last = entries.at(-1);
    if (entries.length < batch || last === undefined) return;
    after = last.number;
  }
}

/** Interval at which the whole log is verified. In between, only new entries are. */
const wholeEveryMs = 600_000;

/** Creates the function that finds the first entry whose hash is wrong. */
function createFaultFinder(store: Pick<Store, 'auditFault'>, now: () => number) {
  let looked = { to: 0, since: 0 };
  return async (): Promise<number | undefined> => {
    if (now() - looked.since > wholeEveryMs) looked = { to: 0, since: now() };
    for (let after = looked.to; ; ) {
      const { brokenAt, next } = await store.auditFault({ after, limit: batch });
      if (brokenAt !== undefined) return brokenAt;
      if (next === undefined) return undefined;
      after = next;
      looked = { ...looked, to: Math.max(looked.to, after) };
    }
  };
}

async function* jsonLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

async function* csvLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  const head = ['number', 'time', 'action', 'name', 'id', 'via', 'from', 'about', 'details', 'hash'];
  yield csvStart + csvLine(head);
  for await (const { number, at, action, who, from = '', about = '', details, hash } of entries) {
    const time = new Date(at).toISOString();
    const said = details === undefined ? '' : JSON.stringify(details);
    yield csvLine([number, time, action, who.name, who.id ?? '', who.via ?? '', from, about, said, hash]);
  }
}
