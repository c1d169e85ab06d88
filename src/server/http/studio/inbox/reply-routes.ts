import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findTextLocale } from '#engine/texts/locale.ts';
import { toInertLine, toInertText } from '../../../delivery/mail/inert-text.ts';
import { toActionRequest } from '../../../inbox/enquiry-actions.ts';
import { isHandlingState } from '../../../inbox/handling.ts';
import {
  createReplyStart,
  findPlaceholder,
  findVisitorAddress,
  prepareReplyMail,
  type ReplySources,
} from '../../../inbox/replies.ts';
import type { InboxEnquiry } from '../../../store/records/inbox-entry.ts';
import type { NewReply } from '../../../store/records/reply-entry.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getActor } from '../account/auth.ts';
import { defineBody, flagShape, jsonShape, textShape } from '../bodies.ts';
import { getBody } from '../body-fields.ts';
import { createInboxAccess, type EnquiryRoute, sendInboxRefusal, sendNoEnquiry } from './inbox-context.ts';

/** Adds the routes that prepare a reply to a visitor and send it. Both need the right to handle the enquiry. */
export function addReplyRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, forms, content, settings, studio, now } = dependencies;
  const { desk } = settings;
  const inbox = createInboxAccess(dependencies);
  const handler = { config: { role: 'viewer', enquiries: 'handle' } } as const;

  /** Returns what texts and addresses of a reply are made from, as of now. */
  function getSources(request: FastifyRequest, enquiry: InboxEnquiry): ReplySources {
    const { form } = forms.current();
    return { enquiry, form, content: content(), person: getActor(request).name, desk };
  }

  scope.get<EnquiryRoute>('/api/enquiries/:id/reply', handler, async (request, reply) => {
    const file = await inbox.findEnquiry(request);
    if (!file) return sendNoEnquiry(reply);
    const start = createReplyStart(getSources(request, file.enquiry));
    return start ?? sendInboxRefusal(reply, 409, { error: 'no-recipient' });
  });

  scope.post<EnquiryRoute>(
    '/api/enquiries/:id/replies',
    {
      ...handler,
      ...defineBody({
        key: textShape,
        locale: textShape,
        subject: textShape,
        text: textShape,
        template: textShape,
        isQuoted: flagShape,
        seen: jsonShape,
      }),
    },
    async (request, reply) => {
      const file = await inbox.findEnquiry(request);
      if (!file) return sendNoEnquiry(reply);
      const { enquiry } = file;
      const asked = parseReply(getBody(request), desk);
      if (!asked.ok) return sendInboxRefusal(reply, 400, asked.refusal);
      const to = findVisitorAddress(enquiry);
      if (to === undefined) return sendInboxRefusal(reply, 409, { error: 'no-recipient' });
      const sources = getSources(request, enquiry);
      const { key, words, seen, isQuoted } = asked;
      const locale = findTextLocale(sources.form, asked.locale);
      const who = getActor(request);
      const { kind } = await store.addReply({
        ...toActionRequest(enquiry, who, now()),
        key,
        to,
        words: { by: { id: who.id, name: who.name }, ...words },
        mail: prepareReplyMail({ locale, isQuoted, ...words }, sources),
        seen,
        limit: desk.replies,
      });
      if (kind === 'queued')
        await studio.people.audit.record({ who, action: 'enquiry-replied', about: enquiry.reference });
      return answerOutcome(request, reply, kind);
    },
  );

  /** Answers with the new state of the enquiry if the reply is stored; else with the reason. */
  async function answerOutcome(
    request: FastifyRequest<EnquiryRoute>,
    reply: FastifyReply,
    kind: Awaited<ReturnType<typeof store.addReply>>['kind'],
  ) {
    if (kind === 'suspected') return sendInboxRefusal(reply, 409, { error: kind });
    if (kind === 'too-many') return sendInboxRefusal(reply, 429, { error: 'too-many-replies' });
    const file = await inbox.findEnquiry(request);
    if (!file || kind === 'unknown') return sendNoEnquiry(reply);
    const enquiry = await inbox.toView(request, file);
    return kind === 'changed' ? sendInboxRefusal(reply, 409, { error: kind, enquiry }) : enquiry;
  }
}

type AskedReply = Pick<NewReply, 'key' | 'seen'> & {
  readonly locale: string;
  readonly isQuoted: boolean;
  readonly words: { readonly subject: string; readonly text: string; readonly template?: string };
};

type ReplyRefusal = Parameters<typeof sendInboxRefusal>[2];

/** Parses the body of a reply. The words are trimmed and safe in a mail. */
function parseReply(
  { key, locale, subject, text, template, isQuoted, seen }: Readonly<Record<string, unknown>>,
  { longestReply, longestReplySubject }: ReplySources['desk'],
): ({ readonly ok: true } & AskedReply) | { readonly ok: false; readonly refusal: ReplyRefusal } {
  /** Returns the refusal of a field. */
  const refuse = (field: string, message: string, most?: number) => ({
    ok: false as const,
    refusal: { error: 'bad-request' as const, field, message, ...(most !== undefined && { most }) },
  });
  if (typeof key !== 'string' || !/^[\w-]{16,64}$/.test(key)) return refuse('key', 'Send a UUID as the key.');
  if (typeof locale !== 'string') return refuse('locale', 'Send the language of the reply.');
  const { state, reply } = Object(seen) as Readonly<Record<string, unknown>>;
  if (!isHandlingState(state) || typeof reply !== 'number')
    return refuse('seen', 'Send the state that was seen, and the number of the last reply; 0 for none.');
  const line = toInertLine(typeof subject === 'string' ? subject : '');
  const body = toInertText(typeof text === 'string' ? text : '').trim();
  if (line === '') return refuse('subject', 'A reply needs a subject.');
  if (body === '') return refuse('text', 'A reply cannot be empty.');
  if (line.length > longestReplySubject)
    return refuse('subject', `A subject has at most ${longestReplySubject} characters.`, longestReplySubject);
  if (body.length > longestReply)
    return refuse('text', `A reply has at most ${longestReply} characters.`, longestReply);
  const placeholder = findPlaceholder(line) ?? findPlaceholder(body);
  if (placeholder !== undefined) return { ok: false, refusal: { error: 'unfilled', placeholder } };
  const words = { subject: line, text: body, ...(isTemplateName(template) && { template }) };
  return { ok: true, key, locale, isQuoted: isQuoted === true, words, seen: { state, reply } };
}

/** Returns true for the name of a template, as it can be in the key of a text. */
function isTemplateName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,100}$/.test(value);
}
