import type { FastifyInstance } from 'fastify';
import type { CapacityView } from '../../../../api/studio.ts';
import { toStoredCapacity } from '../../../forms/content/full-types.ts';
import { unsuspectedStates } from '../../../store/records/inbox-entry.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { createInboxAccess } from './inbox-context.ts';

interface CapacityRequest {
  readonly Querystring: {
    /** The id of an enquiry type. */
    readonly type?: string;
    /** The first day that counts, in UTC. Absent, or no day: all count. */
    readonly since?: string;
  };
}

/**
 * Adds the route `/api/capacity`, which counts the enquiries of a type since a day, by site and within the scope
 * of the person, without suspected ones. It returns no answers.
 */
export function addCapacityRoute(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, content } = dependencies;
  const inbox = createInboxAccess(dependencies);
  scope.get<CapacityRequest>('/api/capacity', { config: { role: 'viewer' } }, async (request) => {
    const { type = '', since = '' } = request.query;
    const within = inbox.getScope(request);
    const isDay = !Number.isNaN(Date.parse(`${since}T00:00:00Z`));
    const from = toStoredCapacity({ count: 1, ...(isDay && { since }) }, '').since;
    const isMine = within.types === undefined || within.types.includes(type);
    const sites = content().sites.filter(({ domain }) => isMine && (within.sites?.includes(domain) ?? true));
    const counts = await Promise.all(
      sites.map(async ({ id, domain }) => {
        const filter = { type: String(type), site: domain, mail: unsuspectedStates, from };
        return [String(id), await store.countEnquiries({ filter, most: Number.MAX_SAFE_INTEGER })] as const;
      }),
    );
    const view: CapacityView = {
      count: counts.reduce((sum, [, count]) => sum + count, 0),
      bySite: Object.fromEntries(counts),
    };
    return view;
  });
}
