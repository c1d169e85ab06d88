import type { DryRunView, PreviewQuery } from '../../../api/studio.ts';
import { createGraphql } from '../../enquiries/graphql/create-graphql.ts';
import { readGraphqlCall } from '../../enquiries/graphql/graphql-call.ts';
import type { AcceptOutcome } from '../../enquiries/judge/accept-enquiry.ts';
import { addProblemMessage } from '../../enquiries/judge/add-problem-message.ts';
import { createEnquiry } from '../../enquiries/judge/enquiry.ts';
import type { EnquiryRequest } from '../../enquiries/judge/judge-submission.ts';
import { judgeByPage, type SubmissionJudgement } from '../../enquiries/judge/judgement.ts';
import type { Content } from '../../forms/content/content.ts';
import type { PageVisit } from '../../forms/content/visit.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import type { LoadedDraft } from './loaded-draft.ts';
import { openPreview } from './preview.ts';

/**
 * Answers a GraphQL operation with the draft `shown`, as a server would. Returns also a view of the enquiry
 * if the operation sent a valid one.
 */
type DryRun = (
  shown: LoadedDraft,
  asked: Omit<Parameters<DraftCalls['graphql']>[0], 'documents'>,
) => ReturnType<DraftCalls['graphql']>;

/**
 * Creates the function that answers a GraphQL operation as a dry run. It stores nothing. Its status is 503 if
 * the draft does not compile or has no content, and 400 if the body is no GraphQL call. It rejects if the
 * body is not JSON.
 * @param draft Returns the loaded draft. Queries read its content.
 */
export function createDryRun(draft: () => LoadedDraft): DryRun {
  const results = new WeakMap<object, DryRunView>();
  const draftByTicket = new WeakMap<object, LoadedDraft>();

  /**
   * Judges an enquiry in the situation of its preview, and returns the outcome as a server would. If it is
   * valid, its view is stored in `results` by its ticket. Without a preview the outcome is `unavailable`.
   */
  async function judgeEnquiry(request: EnquiryRequest): Promise<AcceptOutcome> {
    const query = JSON.parse(request.ticket?.path ?? '{}') as PreviewQuery;
    const shown = (request.ticket && draftByTicket.get(request.ticket)) ?? draft();
    const { visited } = openPreview(shown, query, Date.now());
    if (visited === undefined) return { isAccepted: false, refusal: { code: 'unavailable' } };
    const { outcome, view } = judgeDryRun(request, visited.visit);
    if (view && request.ticket) results.set(request.ticket, view);
    return outcome;
  }

  const graphql = createGraphql({
    acceptEnquiry: judgeEnquiry,
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

/**
 * Judges an enquiry on a page as a server would, and stores nothing. Returns the outcome, and a view of the
 * enquiry if it is valid.
 */
export function judgeDryRun(
  request: EnquiryRequest,
  visit: PageVisit,
): { readonly outcome: AcceptOutcome; readonly view?: DryRunView } {
  const judgement = judgeByPage(request.ready, visit, request.values);
  const { problems, plan } = judgement;
  if (problems.length === 0)
    return {
      outcome: { isAccepted: true, reference: dryRunReference },
      view: toDryRunView(request, judgement),
    };
  const { form } = request.ready;
  const withMessages = problems.map((problem) =>
    addProblemMessage(problem, { form, locale: request.locale, plan }),
  );
  return {
    outcome: { isAccepted: false, refusal: { code: 'bad-user-input', problems: withMessages } },
  };
}

/** A placeholder: no server is involved. */
const placeholderOrigin = 'http://studio.invalid';

/** Returns the mail that the enquiry would send, with its notes, for display. Links of photos are rows. */
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
  const { to, content: mailContent } = mail;
  return {
    to,
    notes,
    replyTo: mailContent.replyTo?.address ?? null,
    subject: mailContent.words.subject,
    locale: mailContent.locale,
    rows: [
      ...mailContent.rows,
      ...(mailContent.photos?.links ?? []).map((value) => ({
        label: mailContent.photos?.heading ?? '',
        value,
      })),
    ],
  };
}

/** The reference of every enquiry of a dry run. */
const dryRunReference = 'SW-0000-0000';
