import type { DryRunView, PreviewQuery } from '../../../studio/protocol.ts';
import type { Content } from '../../content/content.ts';
import { createGraphql } from '../../graphql/create-graphql.ts';
import { readGraphqlCall } from '../../graphql/graphql-call.ts';
import type { AcceptOutcome } from '../../judge/accept-enquiry.ts';
import { addProblemMessage } from '../../judge/add-problem-message.ts';
import { createEnquiry } from '../../judge/enquiry.ts';
import type { EnquiryRequest } from '../../judge/judge-submission.ts';
import { judgeByPage, type SubmissionJudgement } from '../../judge/judgement.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import type { LoadedDraft } from './loaded-draft.ts';
import { openPreview } from './preview.ts';

type DryRun = (
  shown: LoadedDraft,
  asked: Omit<Parameters<DraftCalls['graphql']>[0], 'documents'>,
) => ReturnType<DraftCalls['graphql']>;

/** Creates dry runs. They store nothing. */
export function createDryRun(draft: () => LoadedDraft): DryRun {
  const results = new WeakMap<object, DryRunView>();
  const draftByTicket = new WeakMap<object, LoadedDraft>();

  async function receiveEnquiry(request: EnquiryRequest): Promise<AcceptOutcome> {
    const query = JSON.parse(request.ticket?.path ?? '{}') as PreviewQuery;
    const shown = (request.ticket && draftByTicket.get(request.ticket)) ?? draft();
    const { visited } = openPreview(shown, query, Date.now());
    if (visited === undefined) return { isTaken: false, refusal: { code: 'unavailable' } };
    const judgement = judgeByPage(request.ready, visited.visit, request.values);
    const { problems, plan } = judgement;
    if (problems.length === 0) {
      if (request.ticket) results.set(request.ticket, toDryRunView(request, judgement));
      return { isTaken: true, reference: dryRunReference };
    }
    const { form } = request.ready;
    const worded = problems.map((problem) =>
      addProblemMessage(problem, { form, locale: request.locale, plan }),
    );
    return { isTaken: false, refusal: { code: 'bad-user-input', problems: worded } };
  }

  const graphql = createGraphql({
    acceptEnquiry: receiveEnquiry,
    content: () => draft().content as Content,
    now: Date.now,
    log: { info() {}, warn() {}, error() {} },
    isDev: false,
  });

  return async (shown, { query, body, locale, now }) => {
    const { ready, content } = shown;
    if (ready === undefined || content === undefined) return { status: 503, text: '{}' };
    const ticket = { path: JSON.stringify(query), issuedAt: now };
    draftByTicket.set(ticket, shown);
    const call = readGraphqlCall(JSON.parse(body));
    if (call === undefined) return { status: 400, text: '{}' };
    const { status, text } = await graphql(call, {
      address: '',
      locale,
      origins: [placeholderOrigin],
      outsideOrigin: placeholderOrigin,
      ready,
      isHoneypotFilled: false,
      answer: {},
      ticket,
    });
    const result = results.get(ticket);
    return { status, text, ...(result && { rehearsal: result }) };
  };
}

/** A placeholder: no server is involved. */
const placeholderOrigin = 'http://studio.invalid';

/** Returns the enquiry that would be stored, for display. */
function toDryRunView(request: EnquiryRequest, judgement: SubmissionJudgement): DryRunView {
  const { mail, notes } = createEnquiry({
    request,
    judgement,
    content: judgement.visit.content,
    reference: dryRunReference,
    id: '00000000-0000-0000-0000-000000000000',
    receivedAt: Date.now(),
    photos: { createLink: ({ path }) => path },
  });
  const { to, content: said } = mail;
  return {
    to,
    notes,
    replyTo: said.replyTo?.address ?? null,
    subject: said.words.subject,
    locale: said.locale,
    rows: [
      ...said.rows,
      ...(said.photos?.links ?? []).map((value) => ({ label: said.photos?.heading ?? '', value })),
    ],
  };
}

const dryRunReference = 'SW-0000-0000';
