import type { FastifyReply } from 'fastify';
import type { OutsideScope } from '../../studio/change-documents.ts';
import { refuse } from './door.ts';

/** The maximum number of names in a refusal. More do not help the reader. */
const mostTold = 20;

/** Sends the refusal of a change outside the person's scope, with the names of what is outside. */
export function refuseOutside(reply: FastifyReply, { outside }: OutsideScope): FastifyReply {
  return refuse(reply, 403, {
    ...{ error: 'outside-reach', outside: outside.slice(0, mostTold) },
    message: 'This lies outside the enquiry types or sites that you may change.',
  });
}
