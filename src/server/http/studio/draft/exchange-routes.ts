import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTooDeep } from '#engine/json-schema/depth.ts';
import { isObject } from '#engine/json-schema/values.ts';
import type { ConsequencesAnswer } from '../../../../api/consequences.ts';
import {
  type CommonState,
  type ImportAnswer,
  type ImportRequest,
  maxExchangedBytes,
  type PushAnswer,
  type PushRequest,
  type TrialAnswer,
} from '../../../../api/exchange.ts';
import type { FormImportRequest } from '../../../../api/form-import.ts';
import type { PeopleRefusal } from '../../../../api/people.ts';
import type { ScopeRefusal } from '../../../studio/draft/change-documents.ts';
import { patchListShape } from '../../../studio/draft/change-shapes.ts';
import type { Contributor } from '../../../studio/exchange/exchange.ts';
import type { StudioServices } from '../../../studio/open-studio.ts';
import { sendJson } from '../../send-text.ts';
import { createRightCheck, getActor } from '../account/auth.ts';
import { anyBody, defineBody, flagShape, textShape } from '../bodies.ts';
import { sendScopeRefusal } from '../send-scope-refusal.ts';
import { negotiateStudioLocale } from '../studio-locale.ts';

const importOptions = {
  config: { role: 'editor' },
  bodyLimit: maxExchangedBytes,
  ...defineBody({ archive: textShape, prefer: textShape, trust: textShape, isOlderMeant: flagShape }),
} as const;

/**
 * Adds the routes that export and import form sets: files for folders, archives for other installations, and
 * forms of other programs.
 */
export function addExchangeRoutes(scope: FastifyInstance, studio: StudioServices): void {
  const {
    exchange,
    formImports,
    draftService: { comparisons },
    people: { audit },
  } = studio;
  /**
   * Returns the name and the scope of the signed-in person, and the function that checks their rights again.
   */
  function getContributor(request: FastifyRequest): Contributor {
    const actor = getActor(request);
    return { name: actor.name, scope: actor, requireRight: createRightCheck(request, { studio }) };
  }

  scope.get<{ readonly Querystring: { readonly of?: unknown } }>(
    '/api/files',
    { config: { role: 'viewer' } },
    async (request, reply) => {
      const of = parseVersionName(request.query.of ?? 'live');
      const files = of === undefined ? undefined : await exchange.exportFiles(of);
      return files === undefined ? reply.code(404).send(notFound) : sendJson(request, reply, files);
    },
  );

  scope.post(
    '/api/push',
    { config: { role: 'editor' }, bodyLimit: maxExchangedBytes, ...anyBody },
    async (request, reply) => {
      const asked = parsePush(request.body);
      if (asked === undefined) return reply.code(400).send(noPush);
      const answer = await exchange.push(asked, getContributor(request));
      if (answer.kind === 'pushed')
        await audit.record({
          who: getActor(request),
          action: 'draft-pushed',
          about: answer.files.join(', '),
          details: { from: asked.base.number, ...(asked.note && { note: asked.note }) },
        });
      return sendExchangeAnswer(reply, answer);
    },
  );

  scope.get<{ readonly Params: { readonly number: string } }>(
    '/api/versions/:number/archive',
    { config: { role: 'publisher' } },
    async (request, reply) => {
      const number = parseVersionName(request.params.number);
      const archive = typeof number === 'number' ? await exchange.exportArchive(number) : undefined;
      if (archive === undefined) return reply.code(404).send(notFound);
      await audit.record({ who: getActor(request), action: 'exported', about: String(number) });
      return reply
        .type('application/octet-stream')
        .header('Content-Disposition', `attachment; filename="version-${number}.slipway"`)
        .header(signedByHeader, archive.installation)
        .send(archive.text);
    },
  );

  scope.post('/api/import', importOptions, async (request, reply) => {
    const asked = readImportRequest(request, reply);
    if (asked === undefined) return reply;
    const answer = await exchange.importArchive(asked, getContributor(request));
    if ('from' in answer && answer.kind !== 'older')
      await audit.record({
        who: getActor(request),
        action: 'imported',
        about: answer.from.installation,
        details: {
          version: answer.from.number,
          isTrustedFromNow: asked.trust === answer.from.installation,
        },
      });
    return sendExchangeAnswer(reply, answer);
  });

  scope.post<{ readonly Body: FormImportRequest }>(
    '/api/form-import',
    {
      config: { role: 'editor' },
      bodyLimit: maxExchangedBytes,
      ...defineBody({ name: textShape, text: textShape }, 'name', 'text'),
    },
    async ({ body: { name, text } }, reply) => reply.send(await formImports.convert({ name, text })),
  );

  scope.post('/api/import/trial', importOptions, async (request, reply) => {
    const asked = readImportRequest(request, reply);
    if (asked === undefined) return reply;
    const { answer } = await exchange.tryImport(asked, getContributor(request));
    return sendExchangeAnswer(reply, answer);
  });

  scope.post('/api/import/consequences', importOptions, async (request, reply) => {
    const asked = readImportRequest(request, reply);
    if (asked === undefined) return reply;
    const { answer, becomes } = await exchange.tryImport(asked, getContributor(request));
    if (becomes === undefined) return sendExchangeAnswer(reply, answer);
    const consequences = await comparisons.describeConsequences({
      ...becomes,
      locale: negotiateStudioLocale(request),
    });
    const consequencesAnswer: ConsequencesAnswer =
      consequences === undefined ? { kind: 'no-form' } : { kind: 'consequences', consequences };
    return reply.send(consequencesAnswer);
  });
}

/** The header with the fingerprint of the key that signed an archive. */
const signedByHeader = 'Slipway-Installation';

/**
 * Parses an import request. If it is invalid, or somebody else than an owner asks to trust an installation,
 * it sends the refusal and returns undefined.
 */
function readImportRequest(request: FastifyRequest, reply: FastifyReply): ImportRequest | undefined {
  const asked = parseImport(request.body);
  if (asked === undefined) reply.code(400).send(noImport);
  else if (asked.trust === undefined || getActor(request).role === 'owner') return asked;
  else reply.code(403).send(onlyOwner);
  return undefined;
}

const notFound: PeopleRefusal = { error: 'not-found' };
const noPush: PeopleRefusal = {
  error: 'bad-request',
  message: 'Send the documents and their base version, as "slipway push" does.',
};
const noImport: PeopleRefusal = {
  error: 'bad-request',
  message: 'Send an archive, as "slipway import" does.',
};
const onlyOwner: PeopleRefusal = {
  error: 'not-allowed',
  needs: 'owner',
  message: 'Only an owner can trust another installation.',
};

const statusByKind: Readonly<Partial<Record<(PushAnswer | ImportAnswer | TrialAnswer)['kind'], number>>> = {
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

/**
 * Sends an answer with the status of its kind in `statusByKind`, else 200. A refusal for the scope is sent as
 * 403.
 */
function sendExchangeAnswer(
  reply: FastifyReply,
  answer: PushAnswer | ImportAnswer | TrialAnswer | ScopeRefusal,
): FastifyReply {
  if (answer.kind === 'outside-reach') return sendScopeRefusal(reply, answer);
  return reply.code(statusByKind[answer.kind] ?? 200).send(answer);
}

/**
 * Parses the name of a version: its number, `live` or `draft`. Undefined for anything else, also if it is
 * absent.
 */
function parseVersionName(of: unknown): number | 'live' | 'draft' | undefined {
  if (of === 'live' || of === 'draft') return of;
  return typeof of === 'string' && /^[1-9]\d{0,9}$/.test(of) ? Number(of) : undefined;
}

/**
 * Parses the body of a push. Undefined without a numeric format, documents and a valid base; other invalid
 * members are left out. The comment is shortened to 500 characters.
 */
function parsePush(body: unknown): PushRequest | undefined {
  const { format, documents, base, prefer, note } = Object(body) as Readonly<Record<string, unknown>>;
  // The answer to another format says so, whatever else the body contains.
  if (typeof format !== 'number' || !isObject(documents) || !isCommonState(base)) return undefined;
  return {
    format: format as PushRequest['format'],
    documents,
    base,
    ...parsePreference(prefer),
    ...(typeof note === 'string' && { note: note.trim().slice(0, 500) }),
  };
}

function isCommonState(base: unknown): base is CommonState {
  if (!isObject(base) || isTooDeep(base)) return false;
  const { number, since } = base;
  return (
    Number.isSafeInteger(number) &&
    Array.isArray(since) &&
    (since.length === 0 || patchListShape.accepts(since))
  );
}

/** Parses the body of an import. Undefined if the archive is no text; other invalid members are left out. */
function parseImport(body: unknown): ImportRequest | undefined {
  const { archive, prefer, trust, isOlderMeant } = Object(body) as Readonly<Record<string, unknown>>;
  if (typeof archive !== 'string') return undefined;
  return {
    archive,
    ...parsePreference(prefer),
    ...(typeof trust === 'string' && { trust }),
    ...(isOlderMeant === true && { isOlderMeant }),
  };
}

/** Returns `prefer` in an object if it is `ours` or `theirs`, else an empty object. */
function parsePreference(prefer: unknown): Pick<PushRequest, 'prefer'> {
  return prefer === 'ours' || prefer === 'theirs' ? { prefer } : {};
}
