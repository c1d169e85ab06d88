import type { FastifyReply } from 'fastify';
import type { OutsideScope } from '../../studio/change-documents.ts';
import { refuse } from './door.ts';

/** More are not told: whoever reads them knows by then. */
const mostTold = 20;

/** Answers that something lies outside of the scope of whoever asks, with what of it does. */
export function refuseOutside(reply: FastifyReply, { outside }: OutsideScope): FastifyReply {
  return refuse(reply, 403, {
    ...{ error: 'outside-reach', outside: outside.slice(0, mostTold) },
    message: 'This lies outside the enquiry types or sites that you may change.',
  });
}
