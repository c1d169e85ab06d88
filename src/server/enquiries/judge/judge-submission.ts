import {
  type Form,
  isSameId,
  listUploadFields,
  type Plan,
  type Problem,
  toUploadPaths,
  typeField,
  type Values,
} from '#engine';
import type { Placement } from '../../../contact/section-data.ts';
import { createBarePage, pagePlacements } from '../../forms/content/bare-page.ts';
import {
  type Content,
  type ContentSite,
  findPage,
  findSiteByDomain,
  type Page,
} from '../../forms/content/content.ts';
import { findTicketPage } from '../../forms/content/hosted-page.ts';
import { getAllTypes, type PageVisit, toUtcDay } from '../../forms/content/visit.ts';
import type { CompiledForm } from '../../forms/documents/compiled-form.ts';
import { withinTime } from '../../forms/documents/time-limit.ts';
import type { PhotoService } from '../../photos/open-photo-service.ts';
import type { TicketContent } from '../../platform/secret/ticket.ts';
import { differsFromSite, preselectSubmitted } from '../../preset/pages.ts';
import { judgeByPage, type SubmissionJudgement, toId } from './judgement.ts';

export interface EnquiryRequest {
  readonly domain: string;
  /** `submission_url`, as sent. */
  readonly submissionUrl: string;
  /** By field, as sent; empty ones are absent. */
  readonly values: Values;
  /** The whole body as one text, by which a repeated request is recognised. */
  readonly body: string;
  /** The form that the visitor saw, else the current one. */
  readonly ready: CompiledForm;
  /** The content of the page's ticket; absent without a valid ticket. */
  readonly ticket?: Pick<TicketContent, 'path' | 'issuedAt'>;
  /**
   * The time of the earlier rendering of the page on which the visitor began, in milliseconds since 1970;
   * absent: the visitor began on this one.
   */
  readonly begunAt?: number;
  readonly locale: string;
  /** The server's own origins, from which its pages may have been opened. */
  readonly origins: readonly string[];
  /** The public origin of this server, for the links in mails and payloads. */
  readonly outsideOrigin: string;
  /** The visitor's network address, for the limits; never logged. */
  readonly address: string;
  readonly idempotencyKey?: string;
  /** Present if the page can prove an effort: the proof, or any other text if no proof was asked for yet. */
  readonly proof?: string;
  readonly isHoneypotFilled?: boolean;
  /**
   * The transport by which the result is counted; absent if it is not counted: the page is not ours, or the
   * visitor opted out.
   */
  readonly counted?: 'by-scripts' | 'without-scripts';
}

export interface SubmissionToJudge
  extends Pick<
    EnquiryRequest,
    'domain' | 'submissionUrl' | 'values' | 'ready' | 'ticket' | 'locale' | 'origins'
  > {
  readonly content: Content;
  readonly photos: Pick<PhotoService, 'findUnusable'>;
  readonly now: number;
}

export type SubmissionVerdict =
  | { readonly isGood: true; readonly judgement: SubmissionJudgement }
  | {
      readonly isGood: false;
      readonly problems: readonly Problem[];
      /** For the messages; absent if no form was involved. */
      readonly plan?: Plan;
    };

/**
 * Judges a submission by the page on which it was rendered: that of its ticket, else that of its
 * `submission_url`. Without a page it is judged by the site of its `domain`, and is valid if any placement
 * would accept it (docs/behaviour.md, "Judging a submission"). An unknown domain is a problem of the field
 * `domain`.
 * @throws CheckTimeoutError if a check takes too long.
 */
export async function judgeSubmission(submission: SubmissionToJudge): Promise<SubmissionVerdict> {
  const site = findSiteByDomain(submission.content, submission.domain);
  if (site === undefined) return { isGood: false, problems: [{ field: 'domain', code: 'unknown-domain' }] };
  const page = findSubmissionPage(submission, site);
  const pages = page ? [page] : listPossiblePages(submission, site, submission.values);
  const judgement = withinTime(() => chooseBestJudgement(judgeByPages(submission, pages)));
  const problems = [...judgement.problems, ...(await findUnusablePhotos(submission, judgement))];
  return problems.length === 0
    ? { isGood: true, judgement }
    : { isGood: false, problems, plan: judgement.plan };
}

/**
 * Returns the page of the ticket, else that of `submission_url`. A page of another site than the one that the
 * submission names is ignored. Undefined if none is left.
 */
function findSubmissionPage(
  { content, ticket, submissionUrl, origins }: SubmissionToJudge,
  site: ContentSite,
): Page | undefined {
  const url = URL.parse(submissionUrl);
  const isOurs = url !== null && origins.includes(url.origin);
  const candidates = [
    ticket && findTicketPage(content, ticket.path),
    isOurs ? findPage(content, url.pathname) : undefined,
  ];
  return candidates.find((page) => page?.site === site);
}

const dayMs = 86_400_000;

/**
 * Yields the judgement of each page by the day of the submission's ticket. Without a ticket the page may have
 * been rendered before midnight, so it is judged twice: by today and by yesterday.
 */
function* judgeByPages(submission: SubmissionToJudge, pages: Iterable<Page>): Generator<SubmissionJudgement> {
  const { ticket, now, content, ready, values } = submission;
  const times = ticket ? [ticket.issuedAt] : [now, now - dayMs];
  for (const page of pages) {
    for (const time of times) {
      const visit: PageVisit = { page, content, locale: submission.locale, today: toUtcDay(time) };
      yield judgeByPage(ready, visit, values);
    }
  }
}

/**
 * Returns the first judgement without problems and dropped fields. If there is none, returns the one with the
 * fewest problems, but none that drops a field which the first one does not drop: otherwise a placement
 * without a field would hide that its value is invalid. Throws if there are no judgements.
 */
function chooseBestJudgement(judgements: Generator<SubmissionJudgement>): SubmissionJudgement {
  const first = judgements.next();
  if (first.done) throw new Error('Cannot validate a submission: there is no situation for it');
  const firstJudgement = first.value;
  let best = firstJudgement;
  if (isAcceptedUnchanged(best)) return best;
  for (const judgement of judgements) {
    if (isAcceptedUnchanged(judgement)) return judgement;
    const dropsNoMore = judgement.dropped.every((name) => firstJudgement.dropped.includes(name));
    if (dropsNoMore && judgement.problems.length < best.problems.length) best = judgement;
  }
  return best;
}

function isAcceptedUnchanged({ problems, dropped }: SubmissionJudgement): boolean {
  return problems.length === 0 && dropped.length === 0;
}

/**
 * Returns a problem for each field with a photo that was not uploaded here, is too old or exceeds the limits,
 * unless the field has a problem already.
 */
async function findUnusablePhotos(
  { photos, now }: SubmissionToJudge,
  { plan, problems }: SubmissionJudgement,
): Promise<readonly Problem[]> {
  const found: Problem[] = [];
  for (const { name, limits } of listUploadFields(plan)) {
    const paths = toUploadPaths(plan.values[name]);
    if (paths.length === 0 || problems.some(({ field }) => field === name)) continue;
    const unusable = await photos.findUnusable({ paths, now, limits });
    if (unusable.length > 0) found.push({ field: name, code: 'not-issued' });
  }
  return found;
}

/**
 * Yields the pages on which a site could have shown the form, the simplest first: each placement, with and
 * without the preselection that was submitted, then the pages that differ from their site (docs/behaviour.md, "Judging a submission").
 */
function* listPossiblePages(
  { content, ready: { form } }: PageSources,
  site: ContentSite,
  submitted: Values,
): Generator<Page> {
  for (const placement of pagePlacements) {
    const page = createPlacedPage({ form, content }, { site, placement, submitted });
    yield page;
    const preselected = preselectSubmitted(page, { content, submitted });
    if (preselected) yield preselected;
  }
  for (const page of content.pages) {
    if (page.site === site && differsFromSite(page)) yield page;
  }
}

interface PageSources {
  readonly content: Content;
  readonly ready: { readonly form: Form };
}

/**
 * Returns a page without path and texts that shows the site's form in a placement. A modal page offers only
 * the submitted type, if there is one, because in some forms it cannot be chosen there.
 */
function createPlacedPage(
  { form, content }: { readonly form: Form; readonly content: Content },
  {
    site,
    placement,
    submitted,
  }: { readonly site: ContentSite; readonly placement: Placement; readonly submitted: Values },
): Page {
  const type = toId(submitted[typeField]);
  const isPicked = placement === 'modal' && type !== undefined;
  const page = createBarePage(content, { site, placement });
  return isPicked
    ? { ...page, enquiryTypes: getAllTypes(form, content).filter(({ id }) => isSameId(id, type)) }
    : page;
}
