import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Documents } from '#engine';
import { outsideReach } from '../../people/outside-reach.ts';
import { personOf, refuse } from './door.ts';

/** More are not told: whoever reads them knows by then. */
const mostTold = 20;

/**
 * Whether documents become others only as far as whoever asks may change them; where they do not it is answered what of them lies outside.
 * Undefined documents are those that there are not: nothing is made of them.
 */
export function isWithinReach(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { before, after }: { readonly before: Documents | undefined; readonly after: Documents | undefined },
): boolean {
  if (before === undefined || after === undefined) return true;
  const outside = outsideReach(personOf(request), { before, after });
  if (outside.length === 0) return true;
  refuse(reply, 403, {
    ...{ error: 'outside-reach', outside: outside.slice(0, mostTold) },
    message: 'This lies outside the enquiry types or sites that you may change.',
  });
  return false;
}

/** Whether somebody is limited to anything. */
export function isLimited(request: FastifyRequest): boolean {
  const { types, sites } = personOf(request);
  return types !== undefined || sites !== undefined;
}
