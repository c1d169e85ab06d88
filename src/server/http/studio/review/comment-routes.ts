import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CommentsView, ReviewRefusal } from '../../../../api/review.ts';
import { parseCommentTarget } from '../../../studio/review/comment-target.ts';
import { cleanCommentText } from '../../../studio/review/comment-text.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getActor, sendPeopleRefusal } from '../account/auth.ts';
import { defineBody, flagShape, textShape } from '../bodies.ts';
import { getBody, parseBoundedText, sendBadField } from '../body-fields.ts';

interface CommentRoute {
  readonly Params: { readonly id: string };
}

/** Adds the routes that list, add, resolve and delete comments. Everybody who sees the draft may use them. */
export function addCommentRoutes(scope: FastifyInstance, { studio, settings }: HttpDependencies): void {
  const { comments } = studio;
  const viewer = { config: { role: 'viewer' } } as const;
  const { longestComment, mostComments } = settings.review;

  scope.get(
    '/api/comments',
    viewer,
    async (request): Promise<CommentsView> => comments.list(getActor(request)),
  );

  scope.post(
    '/api/comments',
    { ...viewer, ...defineBody({ target: textShape, thread: textShape, text: textShape }) },
    async (request, reply): Promise<CommentsView | FastifyReply> => {
      const { target: about, thread: of, text: written } = getBody(request);
      const text = typeof written === 'string' ? cleanCommentText(written) : '';
      if (text === '' || text.length > longestComment)
        return sendBadField(reply, 'text', `A comment has 1 to ${longestComment} characters.`);
      const [target = '', thread] = [parseBoundedText(about), parseBoundedText(of, 100)];
      if (parseCommentTarget(target) === undefined)
        return sendBadField(reply, 'target', 'Name a form, a field or a rule.');
      const asked = { target, text, ...(thread !== undefined && { thread }) };
      const added = await comments.add(asked, getActor(request));
      if (added === 'added') return comments.list(getActor(request));
      if (added !== 'too-many') return sendPeopleRefusal(reply, 404, { error: 'not-found' });
      const refusal: ReviewRefusal = { error: 'too-many', most: mostComments };
      return reply.code(429).send(refusal);
    },
  );

  scope.post<CommentRoute>(
    '/api/comments/:id/resolve',
    { ...viewer, ...defineBody({ isResolved: flagShape }, 'isResolved') },
    async (request, reply) =>
      answerOutcome(
        request,
        reply,
        await comments.resolve(request.params.id, getBody(request).isResolved === true, getActor(request)),
      ),
  );

  scope.delete<CommentRoute>('/api/comments/:id', viewer, async (request, reply) =>
    answerOutcome(request, reply, await comments.remove(request.params.id, getActor(request))),
  );

  /** Answers with all comments if a change is done, else with the reason. */
  async function answerOutcome(
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Awaited<ReturnType<typeof comments.remove>>,
  ): Promise<CommentsView | FastifyReply> {
    if (outcome === 'done') return comments.list(getActor(request));
    if (outcome === 'unknown') return sendPeopleRefusal(reply, 404, { error: 'not-found' });
    return sendPeopleRefusal(reply, 403, {
      error: 'not-allowed',
      needs: 'owner',
      message: 'This comment belongs to somebody else.',
    });
  }
}
