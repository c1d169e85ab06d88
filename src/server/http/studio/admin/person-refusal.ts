import type { FastifyReply } from 'fastify';
import type { PersonFault } from '../../../store/records/people-entry.ts';
import { sendPeopleRefusal } from '../account/auth.ts';

/** Sends the refusal for a change of people, with the status of its reason: 403, 404, 409 or 410. */
export function sendPersonRefusal(reply: FastifyReply, fault: PersonFault): FastifyReply {
  switch (fault) {
    case 'unknown':
      return sendPeopleRefusal(reply, 404, { error: 'not-found' });
    case 'word-ended':
      return sendPeopleRefusal(reply, 410, { error: 'link-ended' });
    case 'not-owner':
      return sendPeopleRefusal(reply, 403, {
        error: 'not-allowed',
        needs: 'owner',
        message: 'Only an owner can do this, and you are no longer one.',
      });
    case 'name-taken':
    case 'mail-taken':
    case 'last-owner':
      return sendPeopleRefusal(reply, 409, { error: fault });
  }
}
