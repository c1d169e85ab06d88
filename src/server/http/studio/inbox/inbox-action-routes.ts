import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#engine';
import type { HandlingState, PersonName } from '../../../../api/inbox.ts';
import { countReleased } from '../../../enquiries/figures/count-released.ts';
import { createEnquiryActions, toActionRequest } from '../../../inbox/enquiry-actions.ts';
import { isHandlingState, parseComment } from '../../../inbox/handling.ts';
import { forwardBody } from '../../../preset/enquiries.ts';
import type {
  EnquiryActor,
  EnquiryDetails,
  InboxEnquiry,
  ReleaseOutcome,
  ResendOutcome,
} from '../../../store/records/inbox-entry.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getActor } from '../account/auth.ts';
import { anyBody, defineBody, jsonShape, textShape } from '../bodies.ts';
import { getBody } from '../body-fields.ts';
import { createInboxAccess, type EnquiryRoute, sendInboxRefusal, sendNoEnquiry } from './inbox-context.ts';

type EnquiryRouteRequest = FastifyRequest<EnquiryRoute>;

/**
 * Adds the actions on enquiries, and the list of people to whom one can be assigned. Each action answers with
 * the new state of the enquiry, except those that erase it.
 */
export function addInboxActionRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, forms, content, photos, privacy, settings, studio, now } = dependencies;
  const { audit } = studio.people;
  const actions = createEnquiryActions({ store, audit, form: () => forms.current().form, content, now });
  const inbox = createInboxAccess(dependencies);
  const handler = { config: { role: 'viewer', enquiries: 'handle' } } as const;
  const eraser = { config: { role: 'viewer', enquiries: 'erase' } } as const;

  /**
   * Wraps a handler for one enquiry. It is called only if the enquiry exists and the person may see it, else
   * the answer is 404.
   */
  function withEnquiry(
    act: (request: EnquiryRouteRequest, reply: FastifyReply, file: EnquiryDetails) => Promise<unknown>,
  ): (request: EnquiryRouteRequest, reply: FastifyReply) => Promise<unknown> {
    return async (request, reply) => {
      const file = await inbox.findEnquiry(request);
      return file ? act(request, reply, file) : sendNoEnquiry(reply);
    };
  }

  /** Returns the view of the enquiry in its current state, or sends that there is none. */
  async function answerCurrentState(request: EnquiryRouteRequest, reply: FastifyReply) {
    const file = await inbox.findEnquiry(request);
    return file ? inbox.toView(request, file) : sendNoEnquiry(reply);
  }

  /** Answers that somebody else changed the enquiry, with its current state. */
  async function answerChanged(request: EnquiryRouteRequest, reply: FastifyReply) {
    const file = await inbox.findEnquiry(request);
    if (file === undefined) return sendNoEnquiry(reply);
    return sendInboxRefusal(reply, 409, { error: 'changed', enquiry: await inbox.toView(request, file) });
  }

  /** Answers with the new state of the enquiry if its mail was queued; else 404 or 409. */
  async function answerQueueOutcome(
    request: EnquiryRouteRequest,
    reply: FastifyReply,
    { kind }: ResendOutcome | ReleaseOutcome,
  ) {
    if (kind === 'queued') return answerCurrentState(request, reply);
    if (kind === 'changed') return answerChanged(request, reply);
    return kind === 'unknown' ? sendNoEnquiry(reply) : sendInboxRefusal(reply, 409, { error: kind });
  }

  /** Returns the person with an id if the enquiry can be assigned to them; else undefined. */
  async function findAssignee(id: string, enquiry: InboxEnquiry): Promise<EnquiryActor | undefined> {
    const person = await store.person({ id });
    const isTheirs = person !== undefined && (await actions.canHandle(person, enquiry));
    return isTheirs ? { id: person.id, name: person.name } : undefined;
  }

  scope.get<EnquiryRoute>(
    '/api/enquiries/:id/holders',
    handler,
    withEnquiry(async (_request, _reply, { enquiry }): Promise<readonly PersonName[]> => {
      const people = await store.people();
      const may = await Promise.all(people.map((person) => actions.canHandle(person, enquiry)));
      return people
        .filter(({ isDamaged }, index) => may[index] && !isDamaged)
        .map(({ id, name }) => ({ id, name }));
    }),
  );

  scope.post<EnquiryRoute>(
    '/api/enquiries/:id/handling',
    {
      ...handler,
      ...defineBody({ seen: jsonShape, state: textShape, assignee: { type: ['string', 'null'] } }),
    },
    withEnquiry(async (request, reply, { enquiry }) => {
      const { seen, state, assignee: id } = getBody(request);
      const saw = parseSeenState(seen);
      if (saw === undefined)
        return sendBadBody(reply, 'seen', 'Send the state that was seen, and the assignee.');
      if (state !== undefined && !isHandlingState(state))
        return sendBadBody(reply, 'state', 'The state must be "new", "in-hand" or "answered".');
      const assignee = typeof id === 'string' ? await findAssignee(id, enquiry) : null;
      if (assignee === undefined || !(id === undefined || id === null || typeof id === 'string'))
        return sendBadBody(reply, 'assignee', 'This person has no access to this enquiry.');
      const outcome = await store.handleEnquiry({
        ...toActionRequest(enquiry, getActor(request), now()),
        seen: saw,
        ...(state !== undefined && { handling: state }),
        ...(id !== undefined && { assignee }),
      });
      return outcome.kind === 'changed' ? answerChanged(request, reply) : answerCurrentState(request, reply);
    }),
  );

  scope.post<EnquiryRoute>(
    '/api/enquiries/:id/notes',
    { ...handler, ...defineBody({ text: textShape }) },
    withEnquiry(async (request, reply, { enquiry }) => {
      const note = parseComment(getBody(request).text, settings.desk.longestNote);
      if (!note.ok) return sendBadBody(reply, 'text', note.message, note.most);
      await store.commentOnEnquiry({
        ...toActionRequest(enquiry, getActor(request), now()),
        text: note.text,
      });
      return answerCurrentState(request, reply);
    }),
  );

  scope.post<EnquiryRoute>(
    '/api/enquiries/:id/resend',
    { ...handler, ...defineBody({ seen: jsonShape }) },
    withEnquiry(async (request, reply, { enquiry }) => {
      const seen = parseSeenEvent(getBody(request).seen);
      if (!seen.ok) return sendBadBody(reply, 'seen', noQueuedSeen);
      return answerQueueOutcome(
        request,
        reply,
        await actions.resend(enquiry, getActor(request), undefined, seen.queued),
      );
    }),
  );

  scope.post<EnquiryRoute>(
    '/api/enquiries/:id/redeliver',
    { ...handler, ...defineBody({ destination: textShape }) },
    withEnquiry(async (request, reply, { enquiry: { id, reference } }) => {
      const { destination } = getBody(request);
      if (typeof destination !== 'string')
        return sendBadBody(reply, 'destination', 'Name a destination by its id.');
      const { kind } = await store.redeliver({ id, destination, now: now() });
      if (kind === 'unknown') return sendNoEnquiry(reply);
      if (kind !== 'queued') return sendInboxRefusal(reply, 409, { error: kind });
      await audit.record({
        who: getActor(request),
        action: 'enquiry-redelivered',
        about: reference,
        details: { destination },
      });
      return answerCurrentState(request, reply);
    }),
  );

  scope.post<EnquiryRoute>(
    '/api/enquiries/:id/release',
    { ...handler, ...anyBody },
    withEnquiry(async (request, reply, file) => {
      const outcome = await actions.release(file.enquiry, getActor(request));
      if (outcome.kind === 'queued' || outcome.kind === 'no-recipient') {
        photos.encodeNamed();
        countReleased(file, dependencies);
      }
      return answerQueueOutcome(request, reply, outcome);
    }),
  );

  scope.post<EnquiryRoute>(
    '/api/enquiries/:id/forward',
    { ...handler, ...defineBody({ [forwardBody.field]: forwardBody.shape, seen: jsonShape }) },
    withEnquiry(async (request, reply, { enquiry }) => {
      const { [forwardBody.field]: id, seen: given } = getBody(request);
      const seen = parseSeenEvent(given);
      if (!seen.ok) return sendBadBody(reply, 'seen', noQueuedSeen);
      const outcome = isId(id)
        ? await actions.forward(enquiry, id, getActor(request), seen.queued)
        : unknownTarget;
      if (outcome.kind === 'unknown-target')
        return sendBadBody(reply, forwardBody.field, forwardBody.unknown);
      return answerQueueOutcome(request, reply, outcome);
    }),
  );

  scope.post<EnquiryRoute>(
    '/api/enquiries/:id/erase',
    { ...eraser, ...defineBody({ confirm: textShape }) },
    withEnquiry(async (request, reply, { enquiry: { id, reference } }) => {
      if (getBody(request).confirm !== reference)
        return sendBadBody(
          reply,
          'confirm',
          'The reference does not match: type that of the enquiry to erase.',
        );
      return (await privacy.eraseEnquiry({ id, reference }, getActor(request))) ?? sendNoEnquiry(reply);
    }),
  );

  scope.delete<EnquiryRoute>(
    '/api/enquiries/:id',
    eraser,
    withEnquiry(async (request, reply, { enquiry: { id, reference } }) => {
      const outcome = await privacy.eraseSuspected({ id, reference }, getActor(request));
      if (outcome === 'done') return { ok: true };
      return outcome === 'unknown' ? sendNoEnquiry(reply) : sendInboxRefusal(reply, 409, { error: outcome });
    }),
  );
}

const unknownTarget = { kind: 'unknown-target' } as const;

/** Returns true for each string and number. */
export function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * Parses the handling state and the assignee that the person saw. Undefined if the state is invalid; an
 * absent or invalid assignee is left out.
 */
export function parseSeenState(
  seen: unknown,
): { readonly handling: HandlingState; readonly assignee?: string } | undefined {
  const { state, assignee } = Object(seen) as Readonly<Record<string, unknown>>;
  if (!isHandlingState(state)) return undefined;
  return { handling: state, ...(typeof assignee === 'string' && { assignee }) };
}

const noQueuedSeen = 'Send the number of the last event that queued the mail, as "queued"; 0 for none.';

/**
 * Parses the number of the last queueing event that the person saw, from the member `queued` of `seen`.
 * `queued` is undefined if `seen` is absent; `ok` is false if `seen` has no number.
 */
function parseSeenEvent(
  seen: unknown,
): { readonly ok: true; readonly queued: number | undefined } | { readonly ok: false } {
  if (seen === undefined) return { ok: true, queued: undefined };
  const { queued } = Object(seen) as Readonly<Record<string, unknown>>;
  return typeof queued === 'number' ? { ok: true, queued } : { ok: false };
}

/**
 * Sends 400 with the name of the invalid field.
 * @param most The maximum length of the field in characters.
 */
export function sendBadBody(
  reply: FastifyReply,
  field: string,
  message: string,
  most?: number,
): FastifyReply {
  return sendInboxRefusal(reply, 400, {
    error: 'bad-request',
    field,
    message,
    ...(most !== undefined && { most }),
  });
}
