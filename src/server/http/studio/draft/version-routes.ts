import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GoLiveTime } from '../../../../api/versions.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { sendJson } from '../../send-text.ts';
import { createRightCheck, getActor } from '../account/auth.ts';
import { countShape, defineBody, flagShape, textShape } from '../bodies.ts';
import { sendScopeRefusal } from '../send-scope-refusal.ts';

const publishMembers = { note: textShape, isWarned: flagShape, at: textShape, timeZone: textShape };

interface VersionRoute {
  readonly Params: { readonly number: string };
}

/** Adds the routes that list, show, publish and restore versions, and cancel scheduled ones. */
export function addVersionRoutes(scope: FastifyInstance, { studio }: HttpDependencies): void {
  const { publishing } = studio;
  scope.get('/api/versions', { config: { role: 'viewer' } }, async (request, reply) => {
    const { before } = Object(request.query) as { readonly before?: unknown };
    return sendJson(request, reply, await publishing.list(parseVersionNumber(before)));
  });

  scope.get<VersionRoute>('/api/versions/:number', { config: { role: 'viewer' } }, async (request, reply) => {
    const { number } = request.params;
    const asked = number === 'live' ? number : parseVersionNumber(number);
    const version = asked && (await publishing.version(asked));
    if (version) return sendJson(request, reply, version);
    return reply.code(404).send({ kind: 'no-version' });
  });

  scope.post(
    '/api/publish',
    {
      config: { role: 'publisher' },
      ...defineBody(
        { ...publishMembers, draft: textShape, version: countShape, page: textShape },
        'draft',
        'version',
      ),
    },
    async (request, reply) => {
      const { draft, version, page } = getBodyMembers(request);
      const made = { draft: String(draft), version: Number(version) };
      const asked = {
        ...made,
        page: toTextOrUndefined(page)?.slice(0, 100) ?? '',
        ...parsePublishOptions(request),
      };
      const answer = await publishing.publish(
        asked,
        getActor(request),
        createRightCheck(request, { studio }),
      );
      return answer.kind === 'outside-reach' ? sendScopeRefusal(reply, answer) : answer;
    },
  );

  scope.post(
    '/api/restore',
    {
      config: { role: 'publisher' },
      ...defineBody({ ...publishMembers, number: countShape, after: countShape }, 'number'),
    },
    async (request, reply) => {
      const { number: of, after } = getBodyMembers(request);
      const [number = 0, upon] = [parseVersionNumber(of), parseVersionNumber(after)];
      const asked = { number, ...parsePublishOptions(request), ...(upon && { after: upon }) };
      const answer = await publishing.restore(
        asked,
        getActor(request),
        createRightCheck(request, { studio }),
      );
      if (answer.kind === 'outside-reach') return sendScopeRefusal(reply, answer);
      return reply.code(answer.kind === 'no-version' ? 404 : 200).send(answer);
    },
  );

  scope.delete<VersionRoute>(
    '/api/versions/:number',
    { config: { role: 'publisher' } },
    async (request, reply) => {
      const answer = await publishing.cancel(
        parseVersionNumber(request.params.number) ?? 0,
        getActor(request),
      );
      if (answer.kind === 'outside-reach') return sendScopeRefusal(reply, answer);
      const status = { cancelled: 200, 'not-scheduled': 409, 'no-version': 404 }[answer.kind];
      return reply.code(status).send(answer);
    },
  );
}

/**
 * Parses the options of publishing and restoring. An absent or invalid note is empty, and `isWarned` is false
 * unless it is `true`. Without `at` the result has no time; an invalid time or zone becomes an empty text.
 */
function parsePublishOptions(request: FastifyRequest) {
  const { note, isWarned, at, timeZone } = getBodyMembers(request);
  const when: Partial<GoLiveTime> =
    at === undefined ? {} : { at: toTextOrUndefined(at) ?? '', timeZone: toTextOrUndefined(timeZone) ?? '' };
  return { note: toTextOrUndefined(note)?.trim() ?? '', isWarned: isWarned === true, ...when };
}

/** Returns the body of a request as an object; empty without a body. */
function getBodyMembers({ body }: FastifyRequest): Readonly<Record<string, unknown>> {
  return Object(body);
}

function toTextOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Parses the number of a version; undefined unless it is a positive integer of at most ten digits. */
function parseVersionNumber(value: unknown): number | undefined {
  return /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : undefined;
}
