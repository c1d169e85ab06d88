import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type CommonState,
  type ImportAnswer,
  type ImportRequest,
  mostExchangedBytes,
  type PushAnswer,
  type PushRequest,
  type TrialAnswer,
} from '#engine/exchange/index.ts';
import { isTooDeep } from '#engine/json-schema/depth.ts';
import { isObject } from '#engine/json-schema/values.ts';
import type { ConsequencesAnswer } from '../../../studio/protocol-consequences.ts';
import type { PeopleRefusal } from '../../../studio/protocol-people.ts';
import type { OutsideScope } from '../../studio/change-documents.ts';
import { patchList } from '../../studio/change-shapes.ts';
import type { Offering } from '../../studio/exchange/exchange.ts';
import type { Studio } from '../../studio/open-studio.ts';
import { sendJson } from '../send-text.ts';
import { flag, takes, takesAnything, text } from './bodies.ts';
import { personOf, rightKeeper } from './door.ts';
import { refuseOutside } from './refuse-outside.ts';
import { localeOf } from './studio-locale.ts';

const importing = {
  config: { role: 'editor' },
  bodyLimit: mostExchangedBytes,
  ...takes({ archive: text, prefer: text, trust: text, isOlderMeant: flag }),
} as const;

/**
 * Adds the routes that export and import form sets: files for folders, and archives for other installations.
 */
export function exchangeRoutes(scope: FastifyInstance, studio: Studio): void {
  const {
    exchange,
    workshop: { comparisons },
    people: { audit },
  } = studio;
  function offeringOf(request: FastifyRequest): Offering {
    const actor = personOf(request);
    return { name: actor.name, scope: actor, requireRight: rightKeeper(request, { studio }) };
  }

  scope.get<{ readonly Querystring: { readonly of?: unknown } }>(
    '/api/files',
    { config: { role: 'viewer' } },
    async (request, reply) => {
      const of = askedVersion(request.query.of ?? 'live');
      const files = of === undefined ? undefined : await exchange.files(of);
      return files === undefined ? reply.code(404).send(notFound) : sendJson(request, reply, files);
    },
  );

  scope.post(
    '/api/push',
    { config: { role: 'editor' }, bodyLimit: mostExchangedBytes, ...takesAnything },
    async (request, reply) => {
      const asked = pushOf(request.body);
      if (asked === undefined) return reply.code(400).send(noPush);
      const answer = await exchange.push(asked, offeringOf(request));
      if (answer.kind === 'pushed')
        await audit.note({
          ...{ who: personOf(request), action: 'draft-pushed', about: answer.files.join(', ') },
          details: { from: asked.base.number, ...(asked.note && { note: asked.note }) },
        });
      return answered(reply, answer);
    },
  );

  scope.get<{ readonly Params: { readonly number: string } }>(
    '/api/versions/:number/archive',
    { config: { role: 'publisher' } },
    async (request, reply) => {
      const number = askedVersion(request.params.number);
      const archive = typeof number === 'number' ? await exchange.archive(number) : undefined;
      if (archive === undefined) return reply.code(404).send(notFound);
      await audit.note({ who: personOf(request), action: 'exported', about: String(number) });
      return reply
        .type('application/octet-stream')
        .header('Content-Disposition', `attachment; filename="version-${number}.slipway"`)
        .header(signedBy, archive.installation)
        .send(archive.text);
    },
  );

  scope.post('/api/import', importing, async (request, reply) => {
    const asked = askedImport(request, reply);
    if (asked === undefined) return reply;
    const answer = await exchange.take(asked, offeringOf(request));
    if ('from' in answer && answer.kind !== 'older')
      await audit.note({
        ...{ who: personOf(request), action: 'imported', about: answer.from.installation },
        details: {
          version: answer.from.number,
          isTrustedFromNow: asked.trust === answer.from.installation,
        },
      });
    return answered(reply, answer);
  });

  scope.post('/api/import/trial', importing, async (request, reply) => {
    const asked = askedImport(request, reply);
    if (asked === undefined) return reply;
    const { answer } = await exchange.look(asked, offeringOf(request));
    return answered(reply, answer);
  });

  scope.post('/api/import/consequences', importing, async (request, reply) => {
    const asked = askedImport(request, reply);
    if (asked === undefined) return reply;
    const { answer, becomes } = await exchange.look(asked, offeringOf(request));
    if (becomes === undefined) return answered(reply, answer);
    const consequences = await comparisons.told({ ...becomes, locale: localeOf(request) });
    const told: ConsequencesAnswer =
      consequences === undefined ? { kind: 'no-form' } : { kind: 'consequences', consequences };
    return reply.send(told);
  });
}

/** The header with the fingerprint of the key that signed an archive. */
const signedBy = 'Slipway-Installation';

/** Reads an import request. Undefined if it is invalid or not allowed; then the answer was sent. */
function askedImport(request: FastifyRequest, reply: FastifyReply): ImportRequest | undefined {
  const asked = importOf(request.body);
  if (asked === undefined) reply.code(400).send(noImport);
  else if (asked.trust === undefined || personOf(request).role === 'owner') return asked;
  else reply.code(403).send(onlyOwner);
  return undefined;
}

const notFound: PeopleRefusal = { error: 'not-found' };
const noPush: PeopleRefusal = {
  error: 'bad-request',
  message: 'Send the documents, and what they were made of, as "slipway push" does.',
};
const noImport: PeopleRefusal = {
  error: 'bad-request',
  message: 'Send an archive, as "slipway import" does.',
};
const onlyOwner: PeopleRefusal = {
  error: 'not-allowed',
  needs: 'owner',
  message: 'Only an owner can say that another installation is to be trusted.',
};

const statuses: Readonly<Partial<Record<(PushAnswer | ImportAnswer | TrialAnswer)['kind'], number>>> = {
  conflict: 409,
  'unknown-base': 409,
  older: 409,
  busy: 409,
  'draft-full': 409,
  untrusted: 403,
  'no-documents': 400,
  'no-archive': 400,
  damaged: 400,
  'other-format': 400,
};

function answered(
  reply: FastifyReply,
  answer: PushAnswer | ImportAnswer | TrialAnswer | OutsideScope,
): FastifyReply {
  if (answer.kind === 'outside-reach') return refuseOutside(reply, answer);
  return reply.code(statuses[answer.kind] ?? 200).send(answer);
}

function askedVersion(of: unknown): number | 'live' | 'draft' | undefined {
  if (of === 'live' || of === 'draft') return of;
  return typeof of === 'string' && /^[1-9]\d{0,9}$/.test(of) ? Number(of) : undefined;
}

function pushOf(body: unknown): PushRequest | undefined {
  const { format, documents, base, prefer, note } = Object(body) as Readonly<Record<string, unknown>>;
  // The answer to another format says so, whatever else the body contains.
  if (typeof format !== 'number' || !isObject(documents) || !isBase(base)) return undefined;
  return {
    format: format as PushRequest['format'],
    ...{ documents, base },
    ...preferenceOf(prefer),
    ...(typeof note === 'string' && { note: note.trim().slice(0, 500) }),
  };
}

function isBase(base: unknown): base is CommonState {
  if (!isObject(base) || isTooDeep(base)) return false;
  const { number, since } = base;
  return (
    Number.isSafeInteger(number) && Array.isArray(since) && (since.length === 0 || patchList.accepts(since))
  );
}

function importOf(body: unknown): ImportRequest | undefined {
  const { archive, prefer, trust, isOlderMeant } = Object(body) as Readonly<Record<string, unknown>>;
  if (typeof archive !== 'string') return undefined;
  return {
    archive,
    ...preferenceOf(prefer),
    ...(typeof trust === 'string' && { trust }),
    ...(isOlderMeant === true && { isOlderMeant }),
  };
}

function preferenceOf(prefer: unknown): Pick<PushRequest, 'prefer'> {
  return prefer === 'ours' || prefer === 'theirs' ? { prefer } : {};
}
