import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BlockListView, SpamBlockKind, SpamBlockView } from '../../../../api/inbox.ts';
import { toInertLine } from '../../../delivery/mail/inert-text.ts';
import { foldBlock } from '../../../enquiries/judge/block-list.ts';
import type { BlockRecord } from '../../../store/records/spam-block.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getActor } from '../account/auth.ts';
import { refuseLimitedPerson } from '../admin/privacy-routes.ts';
import { defineBody, textShape } from '../bodies.ts';
import { getBody } from '../body-fields.ts';
import { sendInboxRefusal } from './inbox-context.ts';

/**
 * Adds the routes of the block list. It has effect on the enquiries of all types and sites, so people with limits
 * can neither see nor change it.
 */
export function addBlockRoutes(
  scope: FastifyInstance,
  { store, settings, studio, blockList, now }: HttpDependencies,
): void {
  const { audit } = studio.people;
  const { most, longestValue, longestReason } = settings.blocks;
  const handler = {
    config: { role: 'viewer', enquiries: 'handle' },
    preHandler: refuseLimitedPerson,
  } as const;

  /** Returns the whole list with its limits. */
  async function createView(): Promise<BlockListView> {
    return { blocks: (await store.blocks()).map(toBlockView), most, longestValue, longestReason };
  }

  scope.get('/api/enquiries/blocks', handler, createView);

  scope.post(
    '/api/enquiries/blocks',
    { ...handler, ...defineBody({ kind: textShape, value: textShape, reason: textShape }) },
    async (request, reply) => {
      const body = getBody(request);
      const kind = blockKinds.find((one) => one === body.kind);
      if (kind === undefined)
        return sendBadText(reply, 'kind', 'The kind must be "address", "domain" or "phrase".');
      const [value, reason] = [toLine(body.value), toLine(body.reason)];
      if (value.length > longestValue)
        return sendBadText(reply, 'value', `At most ${longestValue} characters.`, longestValue);
      if (reason.length > longestReason)
        return sendBadText(
          reply,
          'reason',
          `A reason has at most ${longestReason} characters.`,
          longestReason,
        );
      const folded = foldBlock(kind, value, settings.blocks);
      if (folded === undefined) return sendInboxRefusal(reply, 400, { error: 'bad-block', wanted: kind });
      const who = getActor(request);
      const outcome = await store.addBlock({
        block: {
          id: randomUUID(),
          kind,
          folded,
          value,
          ...(reason !== '' && { reason }),
          by: { id: who.id, name: who.name },
          addedAt: now(),
        },
        most,
        note: audit.createEntry({ who, action: 'block-added', about: value, details: { kind } }),
      });
      if (outcome !== 'done')
        return sendInboxRefusal(reply, 409, { error: outcome === 'known' ? 'block-known' : 'blocks-full' });
      blockList.renew();
      return createView();
    },
  );

  scope.delete<{ Params: { readonly id: string } }>(
    '/api/enquiries/blocks/:id',
    handler,
    async (request, reply) => {
      const { id } = request.params;
      const block = (await store.blocks()).find((one) => one.id === id);
      const entry = { who: getActor(request), action: 'block-removed', about: block?.value ?? id } as const;
      const isRemoved = block && (await store.removeBlock({ id, note: audit.createEntry(entry) }));
      if (!isRemoved) return sendInboxRefusal(reply, 404, { error: 'not-found' });
      blockList.renew();
      return createView();
    },
  );
}

const blockKinds: readonly SpamBlockKind[] = ['address', 'domain', 'phrase'];

function toLine(value: unknown): string {
  return toInertLine(typeof value === 'string' ? value : '').trim();
}

function toBlockView({ id, kind, value, reason, by, addedAt, caught, caughtAt }: BlockRecord): SpamBlockView {
  return {
    id,
    kind,
    value,
    ...(reason !== undefined && { reason }),
    by,
    at: addedAt,
    caught,
    ...(caughtAt !== undefined && { caughtAt }),
  };
}

/**
 * Sends 400 with the name of the invalid field.
 * @param most The maximum length of the field in characters.
 */
function sendBadText(reply: FastifyReply, field: string, message: string, most?: number): FastifyReply {
  return sendInboxRefusal(reply, 400, {
    error: 'bad-request',
    field,
    message,
    ...(most !== undefined && { most }),
  });
}
