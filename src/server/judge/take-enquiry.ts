import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { formatText, type Problem, typeField } from '#engine';
import type { Content } from '../content/content.ts';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../log/log.ts';
import { newReference } from '../store/reference.ts';
import type { Acceptance, NewEnquiry, Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import { type GoodSubmission, newEnquiry } from './enquiry.ts';
import type { EnquiryRequest } from './enquiry-request.ts';
import { judgeSubmission, type Verdict } from './judge-submission.ts';
import { toldProblem } from './messages.ts';
import type { PhotoLedger, PhotoLinks } from './photo-ledger.ts';
import { RefusedEnquiry } from './refused-enquiry.ts';
import { createRepeats, type Repeats } from './repeats.ts';

/** What enquiries are taken with. */
export interface TakingParts {
  readonly content: () => Content;
  readonly store: Store;
  readonly limits: Limits;
  readonly photos: PhotoLedger & PhotoLinks;
  readonly log: Log;
  readonly now: () => number;
}

/** Takes enquiries: judges each, stores it with its mail, and answers once that is on the disk. */
export type TakeEnquiry = (request: EnquiryRequest) => Promise<{ readonly reference: string }>;

/**
 * The way of an enquiry from its arrival to its answer (design, "A submission's way"). A repeat under the same idempotency key
 * waits for the first and gets its answer. The promise rejects with a `RefusedEnquiry` where the request is not granted.
 */
export function createTakeEnquiry(parts: TakingParts): TakeEnquiry {
  const repeats = createRepeats<{ readonly reference: string }>();
  return async (request) => {
    grantOrRefuse(request, parts);
    const { idempotencyKey: key, isTrapped } = request;
    if (isTrapped) return trapped(parts);
    if (key === undefined) return judgeAndStore(request, parts);
    return takeOnce({ key, bodyHash: hashOf(request.said) }, request, parts, repeats);
  };
}

function grantOrRefuse(
  { address, ticket, ready, locale }: EnquiryRequest,
  { limits, now }: TakingParts,
): void {
  const grant = limits.takeSend({ address, hasTicket: ticket !== undefined, now: now() });
  if (grant.isGranted) return;
  const { retryAfterS } = grant;
  const message = formatText(ready.form, locale, 'server.too-many-requests', {
    minutes: Math.ceil(retryAfterS / 60),
  });
  throw new RefusedEnquiry('TOO_MANY_REQUESTS', message, { status: 429, retryAfterS });
}

/** A robot is answered like everybody, so that it learns nothing; nothing is stored (issue "Usable before any script arrives"). */
function trapped({ log }: TakingParts): { readonly reference: string } {
  log.info('robot-trapped');
  return { reference: newReference(randomBytes) };
}

type GoodVerdict = Extract<Verdict, { readonly isGood: true }>;
type BadVerdict = Exclude<Verdict, GoodVerdict>;

interface Key {
  readonly key: string;
  readonly bodyHash: string;
}

async function takeOnce(
  key: Key,
  request: EnquiryRequest,
  parts: TakingParts,
  repeats: Repeats<{ readonly reference: string }>,
): Promise<{ readonly reference: string }> {
  const underWay = repeats.find(key);
  if (underWay === 'other-body') throw keyReused(request);
  if (underWay !== undefined) return underWay;
  return repeats.run(key, () => judgeAndStore(request, parts, key));
}

async function judgeAndStore(
  request: EnquiryRequest,
  parts: TakingParts,
  idempotency?: Key,
): Promise<{ readonly reference: string }> {
  const { ticket } = request;
  const now = parts.now();
  const content = parts.content();
  const verdict = await judgeSubmission({
    ...request,
    content,
    photos: parts.photos,
    now,
    ...(ticket && { drawn: { path: ticket.path, at: ticket.issuedAt } }),
  });
  if (!verdict.isGood) return earlierAnswer(request, parts, verdict, idempotency);
  const good = {
    ...{ request, judgement: verdict.judgement, content, photoLinks: parts.photos, receivedAt: now },
    id: randomUUID(),
    ...(idempotency && { idempotency }),
  };
  const { entry, acceptance } = await stored(request, accept(good, parts.store));
  return answerOf(request, acceptance, () => told(entry, verdict, parts.log));
}

/** What was taken once is answered as it was, even if it would not be taken today; anything else is refused. */
async function earlierAnswer(
  request: EnquiryRequest,
  { store, now }: TakingParts,
  verdict: BadVerdict,
  key: Key | undefined,
): Promise<{ readonly reference: string }> {
  const known = key && (await stored(request, store.recall({ ...key, now: now() })));
  if (known === undefined) throw refusal(request, verdict);
  return answerOf(request, known);
}

interface Accepted {
  readonly entry: NewEnquiry;
  readonly acceptance: Acceptance;
}

/** A reference is drawn by chance: taken once in a great while, never twice in a row. The mail names it, so it is worded anew. */
async function accept(good: Omit<GoodSubmission, 'reference'>, store: Store): Promise<Accepted> {
  const accepted = async (): Promise<Accepted> => {
    const entry = newEnquiry({ ...good, reference: newReference(randomBytes) });
    return { entry, acceptance: await store.accept(entry) };
  };
  try {
    return await accepted();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'reference-taken') throw error;
    return accepted();
  }
}

function answerOf(
  request: EnquiryRequest,
  acceptance: Acceptance,
  onAccepted?: () => void,
): { readonly reference: string } {
  switch (acceptance.kind) {
    case 'accepted':
      onAccepted?.();
      return { reference: acceptance.reference };
    case 'repeated':
      return { reference: acceptance.reference };
    case 'key-reused':
      throw keyReused(request);
  }
}

/** A store that does not do its work is the operator's concern; the visitor is asked to send again. */
async function stored<Result>({ ready, locale }: EnquiryRequest, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const refused = new RefusedEnquiry('UNAVAILABLE', formatText(ready.form, locale, 'server.unavailable'), {
      status: 503,
    });
    refused.cause = error;
    throw refused;
  }
}

function keyReused({ ready, locale }: EnquiryRequest): RefusedEnquiry {
  return new RefusedEnquiry(
    'IDEMPOTENCY_KEY_REUSED',
    formatText(ready.form, locale, 'server.idempotency-key-reused'),
  );
}

function refusal({ ready, locale }: EnquiryRequest, verdict: BadVerdict): RefusedEnquiry {
  const { problems, plan } = verdict;
  const message = formatText(ready.form, locale, 'server.problems', { count: problems.length });
  const fields = problems.map((problem: Problem) => toldProblem(ready.form, locale, plan, problem));
  return new RefusedEnquiry('BAD_USER_INPUT', message, { fields });
}

function told(entry: NewEnquiry, { judgement }: GoodVerdict, log: Log): void {
  log.info('enquiry-accepted', {
    id: entry.id,
    reference: entry.reference,
    site: judgement.visit.page.site.id,
    enquiryType: String(judgement.plan.values[typeField]),
    office: entry.office,
    ...(judgement.dropped.length > 0 && { fields: judgement.dropped, reason: 'dropped, not shown' }),
  });
}

function hashOf(said: string): string {
  return createHash('sha256').update(said).digest('base64url');
}
