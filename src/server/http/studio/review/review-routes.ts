import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReviewRefusal, ReviewView } from '../../../../api/review.ts';
import { cleanCommentText } from '../../../studio/review/comment-text.ts';
import type { ReviewSender } from '../../../studio/review/reviews.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getPublicOrigin } from '../../origins.ts';
import { sendJson } from '../../send-text.ts';
import { getActor } from '../account/auth.ts';
import { countShape, defineBody, textShape } from '../bodies.ts';
import { getBody, sendBadField } from '../body-fields.ts';
import { negotiateStudioLocale } from '../studio-locale.ts';

/** Adds the routes by which editors say that the draft is ready, and publishers send it back. */
export function addReviewRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { studio, settings } = dependencies;
  const { reviews } = studio;
  const { longestMessage } = settings.review;

  scope.get('/api/review', { config: { role: 'viewer' } }, async (request, reply) => {
    reviews.recordLocale(getActor(request), negotiateStudioLocale(request));
    return sendJson(request, reply, await reviews.latest());
  });

  scope.post(
    '/api/review',
    {
      config: { role: 'editor' },
      ...defineBody({ draft: textShape, version: countShape, message: textShape }, 'draft', 'version'),
    },
    async (request, reply) => {
      const { draft, version, message: given } = getBody(request);
      const message = parseMessage(given);
      if (message === undefined) return sendTooLong(reply, 'message');
      const asked = { draft: String(draft), version: Number(version), message };
      const review = await reviews.request(asked, getSender(request));
      return review ?? sendReviewRefusal(reply, { error: 'other-draft' });
    },
  );

  scope.post(
    '/api/review/return',
    { config: { role: 'publisher' }, ...defineBody({ number: countShape, reason: textShape }, 'number') },
    async (request, reply) => {
      const { number, reason: given } = getBody(request);
      const reason = parseMessage(given);
      if (reason === undefined) return sendTooLong(reply, 'reason');
      if (reason === '') return sendBadField(reply, 'reason', 'Enter why it is not ready.');
      return answer(reply, await reviews.sendBack(Number(number), reason, getSender(request)));
    },
  );

  scope.post(
    '/api/review/withdraw',
    { config: { role: 'editor' }, ...defineBody({ number: countShape }, 'number') },
    async (request, reply) =>
      answer(reply, await reviews.withdraw(Number(getBody(request).number), getActor(request))),
  );

  /** Returns the sender of a request, for mails. */
  function getSender(request: FastifyRequest): ReviewSender {
    return {
      who: getActor(request),
      origin: getPublicOrigin(request, dependencies),
      locale: negotiateStudioLocale(request),
    };
  }

  /** Returns a trimmed text, empty if it is absent; undefined if it is too long. */
  function parseMessage(given: unknown): string | undefined {
    const text = cleanCommentText(typeof given === 'string' ? given : '');
    return text.length > longestMessage ? undefined : text;
  }

  function sendTooLong(reply: FastifyReply, field: string): FastifyReply {
    return sendBadField(reply, field, `At most ${longestMessage} characters.`);
  }
}

/** Answers with a closed request, or that it is not open. */
function answer(reply: FastifyReply, review: ReviewView | undefined): ReviewView | FastifyReply {
  return review ?? sendReviewRefusal(reply, { error: 'not-open' });
}

/** Sends 409 with the reason. */
function sendReviewRefusal(reply: FastifyReply, refusal: ReviewRefusal): FastifyReply {
  return reply.code(409).send(refusal);
}
