import { type Plan, type Problem, pathsOf, uploadFields, type Values } from '#engine';
import { type Content, type ContentSite, type Page, pageAt, siteOfDomain } from '../content/content.ts';
import { pageOfTicket } from '../content/hosted-page.ts';
import { dayOf, type Visit } from '../content/visit.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';
import { withinTime } from '../documents/within-time.ts';
import type { Photos } from '../photos/open-photos.ts';
import type { TicketNote } from '../secret/ticket.ts';
import { type Judgement, judgeBy } from './judgement.ts';
import { placementsOf } from './placements.ts';

/** An enquiry as it arrived, by whatever way. */
export interface EnquiryRequest {
  readonly domain: string;
  /** `submission_url`, as sent. */
  readonly submissionUrl: string;
  /** By field, as they travelled; empty ones are absent. */
  readonly values: Values;
  /** The whole body as one text: tells whether a repeat is the same. */
  readonly body: string;
  /** The form that the visitor saw, else the current one. */
  readonly ready: CompiledForm;
  /** What the page noted when it was drawn; absent without a ticket that holds. */
  readonly ticket?: Pick<TicketNote, 'path' | 'issuedAt'>;
  /** The time of the earlier drawing of the page on which it was begun, in milliseconds since 1970 UTC; absent: it was begun on this one. */
  readonly begunAt?: number;
  /** The language of the messages. */
  readonly locale: string;
  /** The server's own, by which its pages may have been opened. */
  readonly origins: readonly string[];
  /** The one that links in mails begin with. */
  readonly outsideOrigin: string;
  /** The visitor's address, for the limits; in no log. */
  readonly address: string;
  readonly idempotencyKey?: string;
  /** From a page that can prove its effort: the proof, or anything else where it was not asked for one yet. */
  readonly proof?: string;
  /** Something stands in the field that no visitor meets. */
  readonly isHoneypotFilled?: boolean;
  /** What came of it is counted: of an enquiry that a page of ours has sent, of somebody who has not asked otherwise. */
  readonly counted?: 'by-scripts' | 'without-scripts';
}

/** What of it is judged, and with what. */
export interface Submission
  extends Pick<
    EnquiryRequest,
    'domain' | 'submissionUrl' | 'values' | 'ready' | 'ticket' | 'locale' | 'origins'
  > {
  readonly content: Content;
  readonly photos: Pick<Photos, 'unusable'>;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** Good as the judgement has it, or what has to be mended. */
export type Verdict =
  | { readonly isGood: true; readonly judgement: Judgement }
  | {
      readonly isGood: false;
      readonly problems: readonly Problem[];
      /** For the messages; absent where no form was asked. */
      readonly plan?: Plan;
    };

/**
 * Judges a submission by the page that it was drawn on: that of its ticket, else that of its `submission_url`, else by the
 * site of its `domain`, where it is good if some placement would have let it through (docs/behaviour.md, "Judging a submission").
 */
export async function judgeSubmission(submission: Submission): Promise<Verdict> {
  const site = siteOfDomain(submission.content, submission.domain);
  if (site === undefined) return { isGood: false, problems: [{ field: 'domain', code: 'unknown-domain' }] };
  const page = pageOf(submission, site);
  const pages = page ? [page] : placementsOf(submission, site, submission.values);
  const judgement = withinTime(() => bestOf(judgements(submission, pages)));
  const problems = [...judgement.problems, ...(await ledgerProblems(submission, judgement))];
  return problems.length === 0
    ? { isGood: true, judgement }
    : { isGood: false, problems, plan: judgement.plan };
}

/** A page speaks for a submission only if it is one of the site that the submission names. */
function pageOf(
  { content, ticket, submissionUrl, origins }: Submission,
  site: ContentSite,
): Page | undefined {
  const url = URL.parse(submissionUrl);
  const isOurs = url !== null && origins.includes(url.origin);
  const candidates = [
    ticket && pageOfTicket(content, ticket.path),
    isOurs ? pageAt(content, url.pathname) : undefined,
  ];
  return candidates.find((page) => page?.site === site);
}

const dayMs = 86_400_000;

/** Without a ticket nobody knows the day that the page was drawn: it may have been before midnight. */
function* judgements(submission: Submission, pages: Iterable<Page>): Generator<Judgement> {
  const { ticket, now, content, ready, values } = submission;
  const times = ticket ? [ticket.issuedAt] : [now, now - dayMs];
  for (const page of pages) {
    for (const time of times) {
      const visit: Visit = { page, content, locale: submission.locale, today: dayOf(time) };
      yield judgeBy(ready, visit, values);
    }
  }
}

/**
 * The first judgement that finds the submission good as it is; else a good one that drops no more than the plainest would,
 * so that a placement without a field never hides that its value is wrong; else the one with the fewest problems.
 */
function bestOf(judgements: Generator<Judgement>): Judgement {
  const first = judgements.next();
  if (first.done) throw new Error('Cannot judge a submission: there is no situation to judge it by');
  const plainest = first.value;
  let best = plainest;
  if (isGoodAsItIs(best)) return best;
  for (const judgement of judgements) {
    if (isGoodAsItIs(judgement)) return judgement;
    const dropsNoMore = judgement.dropped.every((name) => plainest.dropped.includes(name));
    if (dropsNoMore && judgement.problems.length < best.problems.length) best = judgement;
  }
  return best;
}

function isGoodAsItIs({ problems, dropped }: Judgement): boolean {
  return problems.length === 0 && dropped.length === 0;
}

async function ledgerProblems(
  { photos, now }: Submission,
  { plan, problems }: Judgement,
): Promise<readonly Problem[]> {
  const found: Problem[] = [];
  for (const { name, limits } of uploadFields(plan)) {
    const paths = pathsOf(plan.values[name]);
    if (paths.length === 0 || problems.some(({ field }) => field === name)) continue;
    const unusable = await photos.unusable({ paths, now, limits });
    if (unusable.length > 0) found.push({ field: name, code: 'not-issued' });
  }
  return found;
}
