import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#engine';
import type { HandlingState, PersonName } from '../../../studio/protocol-desk.ts';
import { doneBy, openActs } from '../../desk/desk-acts.ts';
import { isHandlingState, noteGiven } from '../../desk/handling.ts';
import type { DeskEnquiry, DeskFile, DeskPerson } from '../../store/desk-entry.ts';
import type { ReleaseOutcome, ResendOutcome } from '../../store/store.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { json, takes, takesAnything, text } from './bodies.ts';
import { noEnquiry, type OfEnquiry, openDesk, refuseDesk } from './desk-context.ts';
import { personOf } from './door.ts';
import { bodyOf } from './given-fields.ts';

type EnquiryRequest = FastifyRequest<OfEnquiry>;

/** Adds the actions on enquiries. Each answers with the new state of the enquiry. */
export function deskActionRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, forms, content, photos, privacy, settings, studio, now } = dependencies;
  const { audit } = studio.people;
  const acts = openActs({ store, audit, form: () => forms.current().form, content, now });
  const desk = openDesk(dependencies);
  const handler = { config: { role: 'viewer', enquiries: 'handle' } } as const;
  const eraser = { config: { role: 'viewer', enquiries: 'erase' } } as const;

  /** Wraps a handler for one enquiry that the person may see. */
  function onEnquiry(
    act: (request: EnquiryRequest, reply: FastifyReply, file: DeskFile) => Promise<unknown>,
  ): (request: EnquiryRequest, reply: FastifyReply) => Promise<unknown> {
    return async (request, reply) => {
      const file = await desk.find(request);
      return file ? act(request, reply, file) : noEnquiry(reply);
    };
  }

  async function asItIs(request: EnquiryRequest, reply: FastifyReply) {
    const file = await desk.find(request);
    return file ? desk.view(request, file) : noEnquiry(reply);
  }

  /** Answers that somebody else changed the enquiry, with its current state. */
  async function changed(request: EnquiryRequest, reply: FastifyReply) {
    const file = await desk.find(request);
    if (file === undefined) return noEnquiry(reply);
    return refuseDesk(reply, 409, { error: 'changed', enquiry: await desk.view(request, file) });
  }

  async function queued(
    request: EnquiryRequest,
    reply: FastifyReply,
    { kind }: ResendOutcome | ReleaseOutcome,
  ) {
    if (kind === 'queued') return asItIs(request, reply);
    if (kind === 'changed') return changed(request, reply);
    return kind === 'unknown' ? noEnquiry(reply) : refuseDesk(reply, 409, { error: kind });
  }

  /** Returns the person to whom an enquiry is assigned. Undefined if they may not handle it. */
  async function assigneeOf(id: string, enquiry: DeskEnquiry): Promise<DeskPerson | undefined> {
    const person = await store.person({ id });
    const isTheirs = person !== undefined && (await acts.mayHold(person, enquiry));
    return isTheirs ? { id: person.id, name: person.name } : undefined;
  }

  scope.get<OfEnquiry>(
    '/api/enquiries/:id/holders',
    handler,
    onEnquiry(async (_request, _reply, { enquiry }): Promise<readonly PersonName[]> => {
      const people = await store.people();
      const may = await Promise.all(people.map((person) => acts.mayHold(person, enquiry)));
      return people
        .filter(({ isDamaged }, index) => may[index] && !isDamaged)
        .map(({ id, name }) => ({ id, name }));
    }),
  );

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/handling',
    { ...handler, ...takes({ seen: json, state: text, assignee: { type: ['string', 'null'] } }) },
    onEnquiry(async (request, reply, { enquiry }) => {
      const { seen, state, assignee: id } = bodyOf(request);
      const saw = seenOf(seen);
      if (saw === undefined) return badBody(reply, 'seen', 'Say the state that was seen, and the assignee.');
      if (state !== undefined && !isHandlingState(state))
        return badBody(reply, 'state', 'A state is "new", "in-hand" or "answered".');
      const assignee = typeof id === 'string' ? await assigneeOf(id, enquiry) : null;
      if (assignee === undefined || !(id === undefined || id === null || typeof id === 'string'))
        return badBody(reply, 'assignee', 'Nobody of this id may look after this enquiry.');
      const outcome = await store.handleEnquiry({
        ...{ ...doneBy(enquiry, personOf(request), now()), seen: saw },
        ...(state !== undefined && { handling: state }),
        ...(id !== undefined && { assignee }),
      });
      return outcome.kind === 'changed' ? changed(request, reply) : asItIs(request, reply);
    }),
  );

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/notes',
    { ...handler, ...takes({ text }) },
    onEnquiry(async (request, reply, { enquiry }) => {
      const note = noteGiven(bodyOf(request).text, settings.desk.longestNote);
      if (!note.ok) return badBody(reply, 'text', note.message, note.most);
      await store.noteOnEnquiry({ ...doneBy(enquiry, personOf(request), now()), text: note.text });
      return asItIs(request, reply);
    }),
  );

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/resend',
    { ...handler, ...takes({ seen: json }) },
    onEnquiry(async (request, reply, { enquiry }) => {
      const seen = queuedSeen(bodyOf(request).seen);
      if (!seen.ok) return badBody(reply, 'seen', noQueuedSeen);
      return queued(request, reply, await acts.resend(enquiry, personOf(request), undefined, seen.queued));
    }),
  );

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/redeliver',
    { ...handler, ...takes({ destination: text }) },
    onEnquiry(async (request, reply, { enquiry: { id, reference } }) => {
      const { destination } = bodyOf(request);
      if (typeof destination !== 'string')
        return badBody(reply, 'destination', 'Name a destination by its id.');
      const { kind } = await store.redeliver({ id, destination, now: now() });
      if (kind === 'unknown') return noEnquiry(reply);
      if (kind !== 'queued') return refuseDesk(reply, 409, { error: kind });
      await audit.note({
        ...{ who: personOf(request), action: 'enquiry-redelivered', about: reference },
        details: { destination },
      });
      return asItIs(request, reply);
    }),
  );

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/release',
    { ...handler, ...takesAnything },
    onEnquiry(async (request, reply, { enquiry }) => {
      const outcome = await acts.release(enquiry, personOf(request));
      if (outcome.kind === 'queued' || outcome.kind === 'no-recipient') photos.makeNamed();
      return queued(request, reply, outcome);
    }),
  );

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/forward',
    { ...handler, ...takes({ office: { type: ['string', 'number'] }, seen: json }) },
    onEnquiry(async (request, reply, { enquiry }) => {
      const { office: id, seen: given } = bodyOf(request);
      const seen = queuedSeen(given);
      if (!seen.ok) return badBody(reply, 'seen', noQueuedSeen);
      const outcome = isId(id) ? await acts.forward(enquiry, id, personOf(request), seen.queued) : noOffice;
      if (outcome.kind === 'no-office') return badBody(reply, 'office', 'There is no office of this id.');
      return queued(request, reply, outcome);
    }),
  );

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/erase',
    { ...eraser, ...takes({ confirm: text }) },
    onEnquiry(async (request, reply, { enquiry: { id, reference } }) => {
      if (bodyOf(request).confirm !== reference)
        return badBody(
          reply,
          'confirm',
          'This is another reference: type the one of the enquiry that is to be erased.',
        );
      return (await privacy.eraseEnquiry({ id, reference }, personOf(request))) ?? noEnquiry(reply);
    }),
  );

  scope.delete<OfEnquiry>(
    '/api/enquiries/:id',
    eraser,
    onEnquiry(async (request, reply, { enquiry: { id, reference } }) => {
      const outcome = await privacy.eraseSuspected({ id, reference }, personOf(request));
      if (outcome === 'done') return { ok: true };
      return outcome === 'unknown' ? noEnquiry(reply) : refuseDesk(reply, 409, { error: outcome });
    }),
  );
}

const noOffice = { kind: 'no-office' } as const;

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}

/** Reads the state that the client had seen. Undefined if the body has none. */
function seenOf(seen: unknown): { readonly handling: HandlingState; readonly assignee?: string } | undefined {
  const { state, assignee } = Object(seen) as Readonly<Record<string, unknown>>;
  if (!isHandlingState(state)) return undefined;
  return { handling: state, ...(typeof assignee === 'string' && { assignee }) };
}

const noQueuedSeen = 'Say the number of the last event that queued the mail, as "queued"; 0 for none.';

function queuedSeen(
  seen: unknown,
): { readonly ok: true; readonly queued: number | undefined } | { readonly ok: false } {
  if (seen === undefined) return { ok: true, queued: undefined };
  const { queued } = Object(seen) as Readonly<Record<string, unknown>>;
  return typeof queued === 'number' ? { ok: true, queued } : { ok: false };
}

function badBody(reply: FastifyReply, field: string, message: string, most?: number): FastifyReply {
  return refuseDesk(reply, 400, {
    ...{ error: 'bad-request', field, message },
    ...(most !== undefined && { most }),
  });
}
