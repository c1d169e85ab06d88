import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GoingLive } from '../../../studio/protocol-versions.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendJson } from '../send-text.ts';
import { count, flag, takes, text } from './bodies.ts';
import { personOf, rightKeeper } from './door.ts';
import { refuseOutside } from './refuse-outside.ts';

const goingLive = { note: text, isWarned: flag, at: text, timeZone: text };

interface ByNumber {
  readonly Params: { readonly number: string };
}

export function versionRoutes(scope: FastifyInstance, { studio }: HttpDependencies): void {
  const { publishing } = studio;
  scope.get('/api/versions', { config: { role: 'viewer' } }, async (request, reply) => {
    const { before } = Object(request.query) as { readonly before?: unknown };
    return sendJson(request, reply, await publishing.list(numberOf(before)));
  });

  scope.get<ByNumber>('/api/versions/:number', { config: { role: 'viewer' } }, async (request, reply) => {
    const { number } = request.params;
    const asked = number === 'live' ? number : numberOf(number);
    const version = asked && (await publishing.version(asked));
    if (version) return sendJson(request, reply, version);
    return reply.code(404).send({ kind: 'no-version' });
  });

  scope.post(
    '/api/publish',
    {
      config: { role: 'publisher' },
      ...takes({ ...goingLive, draft: text, version: count, page: text }, 'draft', 'version'),
    },
    async (request, reply) => {
      const { draft, version, page } = bodyOf(request);
      const made = { draft: String(draft), version: Number(version) };
      const asked = { ...made, page: textOf(page)?.slice(0, 100) ?? '', ...askedOf(request) };
      const answer = await publishing.publish(asked, personOf(request), rightKeeper(request, { studio }));
      return answer.kind === 'outside-reach' ? refuseOutside(reply, answer) : answer;
    },
  );

  scope.post(
    '/api/restore',
    { config: { role: 'publisher' }, ...takes({ ...goingLive, number: count, after: count }, 'number') },
    async (request, reply) => {
      const { number: of, after } = bodyOf(request);
      const [number = 0, upon] = [numberOf(of), numberOf(after)];
      const asked = { number, ...askedOf(request), ...(upon && { after: upon }) };
      const answer = await publishing.restore(asked, personOf(request), rightKeeper(request, { studio }));
      if (answer.kind === 'outside-reach') return refuseOutside(reply, answer);
      return reply.code(answer.kind === 'no-version' ? 404 : 200).send(answer);
    },
  );

  scope.delete<ByNumber>(
    '/api/versions/:number',
    { config: { role: 'publisher' } },
    async (request, reply) => {
      const answer = await publishing.cancel(numberOf(request.params.number) ?? 0, personOf(request));
      if (answer.kind === 'outside-reach') return refuseOutside(reply, answer);
      const status = { cancelled: 200, 'not-scheduled': 409, 'no-version': 404 }[answer.kind];
      return reply.code(status).send(answer);
    },
  );
}

/** Reads the options of a request to publish: comment, time, and whether the warnings were seen. */
function askedOf(request: FastifyRequest) {
  const { note, isWarned, at, timeZone } = bodyOf(request);
  const when: Partial<GoingLive> =
    at === undefined ? {} : { at: textOf(at) ?? '', timeZone: textOf(timeZone) ?? '' };
  return { note: textOf(note)?.trim() ?? '', isWarned: isWarned === true, ...when };
}

function bodyOf({ body }: FastifyRequest): Readonly<Record<string, unknown>> {
  return Object(body);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : undefined;
}
