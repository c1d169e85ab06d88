import type { FastifyReply } from 'fastify';
import type { ScopeRefusal } from '../../studio/draft/change-documents.ts';
import { sendPeopleRefusal } from './account/auth.ts';

/** The maximum number of names in a refusal. More do not help the reader. */
const maxOutside = 20;

/** Sends 403 with the names of what is outside the person's scope, at most 20, and the role that is needed, if any. */
export function sendScopeRefusal(reply: FastifyReply, { outside, needs }: ScopeRefusal): FastifyReply {
  return sendPeopleRefusal(reply, 403, {
    error: 'outside-reach',
    outside: outside.slice(0, maxOutside),
    ...(needs && { needs }),
    message: needs
      ? `Only the role ${needs} may change this.`
      : 'You have no access to some of these enquiry types or sites.',
  });
}
