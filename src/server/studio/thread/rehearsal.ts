import type { PreviewQuery, RehearsalView } from '../../../studio/protocol.ts';
import type { Content } from '../../content/content.ts';
import { createGraphql } from '../../graphql/create-graphql.ts';
import { readCall } from '../../graphql/graphql-call.ts';
import { newEnquiry } from '../../judge/enquiry.ts';
import type { EnquiryRequest } from '../../judge/judge-submission.ts';
import { type Judgement, judgeBy } from '../../judge/judgement.ts';
import type { Taken } from '../../judge/take-enquiry.ts';
import { wordProblem } from '../../judge/word-problem.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import type { LoadedDraft } from './loaded-draft.ts';
import { openPreview } from './preview.ts';

type Rehearse = (
  shown: LoadedDraft,
  asked: Omit<Parameters<DraftCalls['graphql']>[0], 'documents'>,
) => ReturnType<DraftCalls['graphql']>;

/** Creates dry runs. They store nothing. */
export function createRehearsals(draft: () => LoadedDraft): Rehearse {
  const arrived = new WeakMap<object, RehearsalView>();
  const shownBy = new WeakMap<object, LoadedDraft>();

  async function rehearse(request: EnquiryRequest): Promise<Taken> {
    const query = JSON.parse(request.ticket?.path ?? '{}') as PreviewQuery;
    const shown = (request.ticket && shownBy.get(request.ticket)) ?? draft();
    const { visited } = openPreview(shown, query, Date.now());
    if (visited === undefined) return { isTaken: false, refusal: { code: 'unavailable' } };
    const judgement = judgeBy(request.ready, visited.visit, request.values);
    const { problems, plan } = judgement;
    if (problems.length === 0) {
      if (request.ticket) arrived.set(request.ticket, arriving(request, judgement));
      return { isTaken: true, reference: rehearsalReference };
    }
    const { form } = request.ready;
    const worded = problems.map((problem) => wordProblem(problem, { form, locale: request.locale, plan }));
    return { isTaken: false, refusal: { code: 'bad-user-input', problems: worded } };
  }

  const graphql = createGraphql({
    takeEnquiry: rehearse,
    content: () => draft().content as Content,
    now: Date.now,
    log: { info() {}, warn() {}, error() {} },
    isDev: false,
  });

  return async (shown, { query, body, locale, now }) => {
    const { ready, content } = shown;
    if (ready === undefined || content === undefined) return { status: 503, text: '{}' };
    const ticket = { path: JSON.stringify(query), issuedAt: now };
    shownBy.set(ticket, shown);
    const call = readCall(JSON.parse(body));
    if (call === undefined) return { status: 400, text: '{}' };
    const { status, text } = await graphql(call, {
      ...{ address: '', locale, origins: [origin], outsideOrigin: origin, ready },
      isHoneypotFilled: false,
      answer: {},
      ticket,
    });
    const rehearsal = arrived.get(ticket);
    return { status, text, ...(rehearsal && { rehearsal }) };
  };
}

/** A placeholder: no server is involved. */
const origin = 'http://studio.invalid';

/** Returns the enquiry that would be stored, for display. */
function arriving(request: EnquiryRequest, judgement: Judgement): RehearsalView {
  const { mail, notes } = newEnquiry({
    ...{ request, judgement, content: judgement.visit.content, reference: rehearsalReference },
    id: '00000000-0000-0000-0000-000000000000',
    receivedAt: Date.now(),
    photos: { link: ({ path }) => path },
  });
  const { to, content: said } = mail;
  return {
    ...{ to, notes },
    replyTo: said.replyTo?.address ?? null,
    subject: said.words.subject,
    locale: said.locale,
    rows: [
      ...said.rows,
      ...(said.photos?.links ?? []).map((value) => ({ label: said.photos?.heading ?? '', value })),
    ],
  };
}

const rehearsalReference = 'SW-0000-0000';
