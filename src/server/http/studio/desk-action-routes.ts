import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#engine';
import type { HandlingState } from '../../../studio/protocol-desk.ts';
import { officeOfId } from '../../content/content.ts';
import { enquiryReach, isWithin } from '../../desk/desk-reach.ts';
import { addressesOf, forwardNotice } from '../../desk/queueing.ts';
import { mayWithEnquiries, reachOf } from '../../people/actor.ts';
import { removeErasedFiles } from '../../privacy/remove-files.ts';
import type { DeskEnquiry, DeskFile, DeskPerson } from '../../store/desk-entry.ts';
import type { ReleaseOutcome, ResendOutcome } from '../../store/store.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { noEnquiry, type OfEnquiry, openDesk, refuseDesk } from './desk-context.ts';
import { personOf } from './door.ts';
import { bodyOf } from './given-fields.ts';

type EnquiryRequest = FastifyRequest<OfEnquiry>;

/** What is done with an enquiry by those who look after some: each answered with the enquiry as it is then. */
export function deskActionRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, config, forms, content, photos, privacy, settings, studio, now } = dependencies;
  const { audit } = studio.people;
  const desk = openDesk(dependencies);
  const handler = { config: { role: 'viewer', enquiries: 'handle' } } as const;
  const eraser = { config: { role: 'viewer', enquiries: 'erase' } } as const;

  /** A route of one enquiry, which whoever asks may see. */
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

  async function queued(
    request: EnquiryRequest,
    reply: FastifyReply,
    { kind }: ResendOutcome | ReleaseOutcome,
  ) {
    if (kind === 'queued') return asItIs(request, reply);
    return kind === 'unknown' ? noEnquiry(reply) : refuseDesk(reply, 409, { error: kind });
  }

  /** Whom an enquiry is given to; undefined: nobody who may look after it. */
  async function assigneeOf(id: string, enquiry: DeskEnquiry): Promise<DeskPerson | undefined> {
    const person = await store.person({ id });
    if (person === undefined) return undefined;
    const reach = reachOf(person);
    const within = enquiryReach(reach, { form: forms.current().form, content: content() });
    const isTheirs = mayWithEnquiries(reach, 'handle') && isWithin(within, enquiry);
    return isTheirs ? { id: person.id, name: person.name } : undefined;
  }

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/handling',
    handler,
    onEnquiry(async (request, reply, { enquiry }) => {
      const { seen, state, assignee: id } = bodyOf(request);
      const saw = seenOf(seen);
      if (saw === undefined) return badBody(reply, 'seen', 'Say the state that was seen, and the assignee.');
      if (state !== undefined && !isState(state))
        return badBody(reply, 'state', 'A state is "new", "in-hand" or "answered".');
      const assignee = typeof id === 'string' ? await assigneeOf(id, enquiry) : null;
      if (assignee === undefined || !(id === undefined || id === null || typeof id === 'string'))
        return badBody(reply, 'assignee', 'Nobody of this id may look after this enquiry.');
      const outcome = await store.handleEnquiry({
        ...{ id: enquiry.id, by: byOf(request), now: now(), seen: saw },
        ...(state !== undefined && { handling: state }),
        ...(id !== undefined && { assignee }),
      });
      if (outcome.kind !== 'changed') return asItIs(request, reply);
      const file = await desk.find(request);
      if (file === undefined) return noEnquiry(reply);
      return refuseDesk(reply, 409, { error: 'changed', enquiry: await desk.view(request, file) });
    }),
  );

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/notes',
    handler,
    onEnquiry(async (request, reply, { enquiry: { id } }) => {
      const { longestNote } = settings.desk;
      const { text: given } = bodyOf(request);
      const text = typeof given === 'string' ? given.trim() : '';
      if (text === '') return badBody(reply, 'text', 'A note says something.');
      if (text.length > longestNote)
        return badBody(reply, 'text', `A note has at most ${longestNote} characters.`, longestNote);
      await store.noteOnEnquiry({ id, by: byOf(request), now: now(), text });
      return asItIs(request, reply);
    }),
  );

  /** As somebody asks for the mail of an enquiry; what the content knows nobody for any more goes where it went before. */
  function queueing(request: EnquiryRequest, enquiry: DeskEnquiry) {
    const addresses = addressesOf(content(), enquiry);
    return {
      ...{ id: enquiry.id, by: byOf(request), now: now() },
      ...(addresses.to !== null && { addresses }),
    };
  }

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/resend',
    handler,
    onEnquiry(async (request, reply, { enquiry }) =>
      queued(request, reply, await store.resend(queueing(request, enquiry))),
    ),
  );

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/release',
    handler,
    onEnquiry(async (request, reply, { enquiry }) => {
      const outcome = await store.release(queueing(request, enquiry));
      if (outcome.kind === 'queued' || outcome.kind === 'no-recipient') {
        photos.makeNamed();
        await audit.note({ who: personOf(request), action: 'enquiry-released', about: enquiry.reference });
      }
      return queued(request, reply, outcome);
    }),
  );

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/forward',
    handler,
    onEnquiry(async (request, reply, { enquiry }) => {
      const { office: id } = bodyOf(request);
      const office = isId(id) ? officeOfId(content(), id) : undefined;
      if (office === undefined) return badBody(reply, 'office', 'There is no office of this id.');
      const today = { form: forms.current().form, content: content() };
      const addresses = addressesOf(today.content, { ...enquiry, forwardedTo: String(office.id) });
      if (!office.email?.trim()) return refuseDesk(reply, 409, { error: 'no-recipient' });
      const who = personOf(request);
      const outcome = await store.forwardEnquiry({
        ...{ id: enquiry.id, by: byOf(request), now: now(), office: office.id, addresses },
        notice: forwardNotice(enquiry, { office, person: who.name }, today),
      });
      if (outcome.kind === 'queued')
        await audit.note({
          ...{ who, action: 'enquiry-forwarded', about: enquiry.reference },
          details: { office: String(office.id), to: outcome.to },
        });
      return queued(request, reply, outcome);
    }),
  );

  scope.post<OfEnquiry>(
    '/api/enquiries/:id/erase',
    eraser,
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
      const note = audit.entry({ who: personOf(request), action: 'suspected-erased', about: reference });
      const outcome = await store.eraseSuspected({ id, note });
      if (outcome === 'done') {
        await removeErasedFiles({ dataFolder: config.dataFolder, store, photos });
        return { ok: true };
      }
      return outcome === 'unknown' ? noEnquiry(reply) : refuseDesk(reply, 409, { error: outcome });
    }),
  );
}

/** Who is written down as having done it. */
function byOf(request: FastifyRequest): DeskPerson {
  const { id, name } = personOf(request);
  return { id, name };
}

const states: Readonly<Record<HandlingState, true>> = { new: true, 'in-hand': true, answered: true };

function isState(value: unknown): value is HandlingState {
  return typeof value === 'string' && Object.hasOwn(states, value);
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}

/** What somebody saw when they changed it; undefined: they do not say it. */
function seenOf(seen: unknown): { readonly handling: HandlingState; readonly assignee?: string } | undefined {
  const { state, assignee } = Object(seen) as Readonly<Record<string, unknown>>;
  if (!isState(state)) return undefined;
  return { handling: state, ...(typeof assignee === 'string' && { assignee }) };
}

function badBody(reply: FastifyReply, field: string, message: string, most?: number): FastifyReply {
  return refuseDesk(reply, 400, {
    ...{ error: 'bad-request', field, message },
    ...(most !== undefined && { most }),
  });
}
