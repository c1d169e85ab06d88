import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Documents } from '#engine';
import type { Consequence } from '#engine/compare/index.ts';
import type { ConsequencesAnswer } from '../../../../api/consequences.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { sendJson } from '../../send-text.ts';
import { negotiateStudioLocale } from '../studio-locale.ts';
import { parsePreviewQuery } from './preview-query.ts';

/** Adds the routes that compare two versions: their consequences, and their previews. */
export function addConsequenceRoutes(
  scope: FastifyInstance,
  { now, studio: { draftService, publishing } }: HttpDependencies,
): void {
  const { comparisons, versions } = draftService;

  scope.get('/api/consequences', { config: { role: 'viewer' } }, async (request, reply) => {
    /**
     * Returns the consequences, or the reason why there are none: a version is missing or does not compile,
     * or the page has another draft. `judgedForMs` is set only if visitors see a difference.
     */
    const createAnswer = async (): Promise<ConsequencesAnswer> => {
      const [from, to] = await findBothVersions(request);
      for (const [which, found] of [
        ['from', from],
        ['to', to],
      ] as const) {
        if (found === 'other-draft') return { kind: 'other-draft' };
        if (found === undefined) return { kind: 'no-version', which };
      }
      const both = { before: from as Documents, after: to as Documents };
      const known = await findStoredConsequences(request);
      const asked = { ...both, locale: negotiateStudioLocale(request), known };
      const described = isFirstAsked(request)
        ? await comparisons.describeFirstConsequences(asked)
        : { consequences: await comparisons.describeConsequences(asked), isPartial: false };
      if (described?.consequences === undefined) return { kind: 'no-form' };
      const { consequences, isPartial } = described;
      const isSeen = consequences.some(({ kind }) => kind !== 'documents-only');
      return {
        kind: 'consequences',
        consequences,
        ...(isSeen && { judgedForMs: versions.retainedMs }),
        ...(isPartial && { isPartial }),
      };
    };
    return sendJson(request, reply, await createAnswer());
  });

  scope.get('/api/compared', { config: { role: 'viewer' } }, async (request, reply) => {
    const [before, after] = await findBothVersions(request);
    if (before === undefined || after === undefined || before === 'other-draft' || after === 'other-draft')
      return sendJson(request, reply, { kind: 'not-compared' });
    const asked = {
      before,
      after,
      query: parsePreviewQuery(request),
      locale: negotiateStudioLocale(request),
      now: now(),
    };
    return sendJson(request, reply, await comparisons.compareInPreview(asked));
  });

  /** Returns true if the query asks for what is known within two seconds (`first=true`). */
  function isFirstAsked(request: FastifyRequest): boolean {
    return Object(request.query).first === 'true';
  }

  /**
   * Returns the consequences that were stored when the version `to` of the query was published after `from`;
   * undefined if there is no such version, or it was published after another one. The content may have
   * changed since.
   */
  async function findStoredConsequences(
    request: FastifyRequest,
  ): Promise<readonly Consequence[] | undefined> {
    const { from, to } = Object(request.query) as Readonly<Record<string, unknown>>;
    const number = /^[1-9]\d{0,8}$/.test(String(to)) ? Number(to) : undefined;
    const version = number === undefined ? undefined : await publishing.version(number);
    return String(version?.after) === from ? version?.consequences : undefined;
  }

  /**
   * Returns the documents of the versions `from` and `to` of the query: by default the live version and the
   * draft. Each is undefined if there is no such version, or `other-draft` if the page has another draft.
   */
  function findBothVersions(request: FastifyRequest) {
    const { from, to, draft, version } = Object(request.query) as Readonly<Record<string, unknown>>;
    const asked = {
      ...(typeof draft === 'string' && { draft }),
      ...(version !== undefined && { version: Number(version) }),
    };
    return Promise.all([
      versions.findDocuments(String(from ?? 'live'), asked),
      versions.findDocuments(String(to ?? 'draft'), asked),
    ]);
  }
}
