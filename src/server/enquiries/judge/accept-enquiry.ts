import { createHash, randomInt, randomUUID } from 'node:crypto';
import { type Form, type FormType, findText, isSameId, type Problem, typeField } from '#engine';
import { closedTextKey, fullTextKey } from '#engine/model/names.ts';
import type { Content, ContentSite } from '../../forms/content/content.ts';
import { findFullTypes } from '../../forms/content/full-types.ts';
import { findTicketPage } from '../../forms/content/hosted-page.ts';
import type { CompiledForm } from '../../forms/documents/compiled-form.ts';
import { CheckTimeoutError } from '../../forms/documents/time-limit.ts';
import type { Limits } from '../../limits/limits.ts';
import type { PhotoService } from '../../photos/open-photo-service.ts';
import { BucketError } from '../../platform/bucket/bucket-error.ts';
import type { ReceiptSettings } from '../../platform/config/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import type { EnquiryRefusal } from '../../platform/refusal.ts';
import {
  type ChallengedEnquiry,
  type ChallengeSettings,
  issueChallenge,
  readProof,
} from '../../platform/secret/challenge.ts';
import type { SigningKeys } from '../../platform/secret/signed-token.ts';
import { getLoggedFacts } from '../../preset/enquiries.ts';
import { generateReference } from '../../store/records/enquiry-reference.ts';
import type { Acceptance, NewEnquiry } from '../../store/records/new-enquiry.ts';
import type { BlockRecord } from '../../store/records/spam-block.ts';
import type { Store } from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import type { CountedStep, FigureCounter } from '../figures/count-figures.ts';
import { addProblemMessage } from './add-problem-message.ts';
import type { BlockList } from './block-list.ts';
import { createEnquiry, type ValidSubmission } from './enquiry.ts';
import { type EnquiryRequest, judgeSubmission, type SubmissionVerdict } from './judge-submission.ts';
import type { SubmissionJudgement } from './judgement.ts';
import { assessEnquiry, getCountedKeys } from './suspicion.ts';
import { canSendHeldReceipt, decideReceipt } from './visitor-receipt.ts';

export interface AcceptDependencies {
  readonly content: () => Content;
  /** Returns the version number of a form that judges enquiries; undefined if it is not known. */
  readonly findVersionNumber: (form: CompiledForm) => number | undefined;
  readonly store: Store;
  readonly limits: Limits;
  readonly blockList: Pick<BlockList, 'find'>;
  readonly challenges: {
    readonly keys: SigningKeys;
    readonly settings: ChallengeSettings;
  };
  readonly photos: Pick<PhotoService, 'findUnusable' | 'createLink' | 'encodeNamed'>;
  readonly figures: Pick<FigureCounter, 'count'>;
  readonly receipts: Pick<ReceiptSettings, 'longestAnswer'>;
  readonly log: Log;
  readonly now: () => number;
}

/** Judges an enquiry, stores it with its mail, and answers once it is on the disk. */
export type AcceptEnquiry = (request: EnquiryRequest) => Promise<AcceptOutcome>;

export type AcceptOutcome =
  | { readonly isAccepted: true; readonly reference: string }
  | { readonly isAccepted: false; readonly refusal: EnquiryRefusal };

interface Idempotency {
  readonly key: string;
  readonly bodyHash: string;
}

/**
 * Creates the function that accepts enquiries (docs/architecture.md, "A submission's way"). A repeat under
 * the same idempotency key waits for the first request and gets the same answer. A different enquiry under
 * that key is refused. Without a key every request is a new enquiry.
 */
export function createAcceptEnquiry(dependencies: AcceptDependencies): AcceptEnquiry {
  const underWay = new Map<string, { readonly bodyHash: string; readonly answer: Promise<AcceptOutcome> }>();
  return async (request) => {
    const { idempotencyKey: key } = request;
    if (key === undefined) return acceptWithinLimits(request, dependencies);
    const bodyHash = createHash('sha256').update(request.body).digest('base64url');
    const first = underWay.get(key);
    if (first) return first.bodyHash === bodyHash ? first.answer : keyReused;
    const answer = acceptUnlessStored(request, dependencies, { key, bodyHash });
    underWay.set(key, { bodyHash, answer });
    return answer.finally(() => underWay.delete(key));
  };
}

/**
 * Returns the stored result of a repeated enquiry, even if it would be refused now. Otherwise accepts the
 * enquiry. A repeat can contain the proof of effort that releases the stored enquiry.
 */
async function acceptUnlessStored(
  request: EnquiryRequest,
  dependencies: AcceptDependencies,
  idempotency: Idempotency,
): Promise<AcceptOutcome> {
  const { store, now } = dependencies;
  try {
    const earlier = await store.recall({ ...idempotency, now: now() });
    if (earlier?.kind === 'repeated') {
      const isReleasable = await releaseIfProven(request, dependencies, { ...idempotency, ...earlier });
      if (!isReleasable) return refuseFull(request, dependencies);
    }
    if (earlier) return toOutcome(earlier);
  } catch (error) {
    return refuseUnavailable(error, dependencies.log);
  }
  return acceptWithinLimits(request, dependencies, idempotency);
}

/**
 * Counts the request for the rate limits and refuses it if there were too many; otherwise judges and stores
 * the enquiry.
 */
async function acceptWithinLimits(
  request: EnquiryRequest,
  dependencies: AcceptDependencies,
  idempotency?: Idempotency,
): Promise<AcceptOutcome> {
  const { limits, now } = dependencies;
  const { address, ticket } = request;
  const grant = await limits.consumeSend({ address, hasTicket: ticket !== undefined, now: now() });
  if (!grant.isGranted)
    return toRefusedOutcome({ code: 'too-many-requests', retryAfterS: grant.retryAfterS });
  return judgeAndStore(request, dependencies, idempotency);
}

/**
 * Judges an enquiry, and stores, logs and counts it if it is valid. If a proof of effort is due and the page
 * can make it, the stored enquiry is still answered by the refusal `proof-required`. Failures of the store or
 * the bucket are answered by `unavailable`.
 */
async function judgeAndStore(
  request: EnquiryRequest,
  dependencies: AcceptDependencies,
  idempotency?: Idempotency,
): Promise<AcceptOutcome> {
  const { store, limits, blockList, photos, now, log } = dependencies;
  const submission = { ...request, content: dependencies.content(), photos, now: now() };
  try {
    const verdict = await judgeSubmission(submission);
    if (!verdict.isGood) {
      countProblems(request, verdict, dependencies);
      return toRefusedOutcome(toInputRefusal(request, verdict));
    }
    const { judgement } = verdict;
    const { suspicion, isProofDue, blockedBy } = await assessEnquiry(request, {
      judgement,
      limits,
      blockList,
      now: submission.now,
    });
    const receipt = await decideReceipt(request, {
      ...dependencies,
      judgement,
      suspicion,
      now: submission.now,
    });
    const { entry, acceptance } = await storeSubmission(
      {
        request,
        judgement,
        content: submission.content,
        photos,
        receivedAt: submission.now,
        id: randomUUID(),
        version: dependencies.findVersionNumber(request.ready),
        ...(idempotency && { idempotency }),
        ...(suspicion && { suspicion }),
        ...(receipt && { receipt }),
      },
      store,
    );
    if (acceptance.kind === 'full') return refuseFull(request, dependencies);
    if (acceptance.kind === 'accepted') {
      logStoredEnquiry(entry, { form: request.ready.form, judgement, log });
      const { reference, eventFault } = acceptance;
      if (eventFault !== undefined)
        log.error('notification-not-recorded', undefined, { reference, reason: eventFault });
    }
    if (acceptance.kind === 'accepted') {
      const count = suspicion ? countSuspected : countSent;
      count(request, dependencies);
    }
    if (acceptance.kind === 'accepted' && blockedBy) await countBlocked(blockedBy, dependencies);
    if (entry.photos.length > 0) photos.encodeNamed();
    const challenged = idempotency && toChallengedEnquiry(request, idempotency);
    if (!isProofDue || !challenged || acceptance.kind !== 'accepted') return toOutcome(acceptance);
    const counted = getCountedKeys(judgement);
    const challenge = issueChallenge(challenged, { ...dependencies.challenges, counted, now: now() });
    return toRefusedOutcome({ code: 'proof-required', challenge });
  } catch (error) {
    return refuseUnavailable(error, log);
  }
}

/** Counts a stored enquiry for the entry of the block list that has caught it. A failure is only logged. */
async function countBlocked({ id }: BlockRecord, { store, log, now }: AcceptDependencies): Promise<void> {
  await store.countBlocked({ id, at: now() }).catch((error) => log.error('blocked-not-counted', error));
}

/**
 * Returns the enquiry for which a challenge is issued. Undefined if the page cannot prove an effort; such an
 * enquiry waits until a person releases it.
 */
function toChallengedEnquiry(
  { ticket, proof }: EnquiryRequest,
  idempotency: Idempotency,
): ChallengedEnquiry | undefined {
  return ticket && proof !== undefined ? { ...idempotency, ticket } : undefined;
}

/**
 * Releases a stored enquiry if the request contains a valid proof of effort, no ceiling is reached and the
 * enquiry is not suspected for another reason. It is then logged and counted as sent. Otherwise nothing
 * happens. Returns false if the type accepts no more enquiries meanwhile; the enquiry then waits until a person
 * releases it.
 */
async function releaseIfProven(
  request: EnquiryRequest,
  dependencies: AcceptDependencies,
  { id, reference, ...idempotency }: Idempotency & { readonly id: string; readonly reference: string },
): Promise<boolean> {
  const {
    store,
    limits,
    challenges: { keys },
    photos,
    log,
    now,
  } = dependencies;
  const challenged = toChallengedEnquiry(request, idempotency);
  const counted = challenged && request.proof && readProof(request.proof, { challenged, keys, now: now() });
  if (!counted || !(await limits.countProvenEnquiry({ ...counted, now: now() }))) return true;
  const sent = findSiteAndType(request, dependencies);
  if (sent && (await findFullTypes({ types: [sent.type] }, sent.site, store)).length > 0) return false;
  const withReceipt = await canSendHeldReceipt(request, { limits, now: now() });
  const { kind } = await store.release({ id, now: now(), only: 'unproven', withReceipt });
  if (kind === 'queued') photos.encodeNamed();
  if (kind === 'queued' || kind === 'no-recipient') {
    log.info('enquiry-proven', { id, reference });
    countSent(request, dependencies, { wasSuspected: true });
  }
  if (kind === 'no-recipient') log.error('enquiry-without-recipient', new NoRecipient(), { id, reference });
  return true;
}

/**
 * Adds an accepted enquiry to the figures as sent. It is also added as begun if its beginning does not count so
 * far: a page without scripts reports none, and `countSuspected` has subtracted it.
 */
function countSent(
  request: EnquiryRequest,
  dependencies: AcceptDependencies,
  { wasSuspected = false } = {},
): void {
  const counted = findCountedSiteAndType(request, dependencies);
  if (!counted) return;
  if (request.counted === 'without-scripts' || wasSuspected)
    dependencies.figures.count({ ...counted, step: 'began' });
  dependencies.figures.count({ ...counted, step: 'sent' });
}

/**
 * Subtracts the beginning that the page has reported: a suspected enquiry is not sent, but not abandoned
 * either.
 */
function countSuspected(request: EnquiryRequest, dependencies: AcceptDependencies): void {
  const counted =
    request.counted === 'by-scripts' ? findCountedSiteAndType(request, dependencies) : undefined;
  if (counted) dependencies.figures.count({ ...counted, step: 'changed' });
}

/**
 * Adds to the figures the problems that the page's own scripts did not find. Problems of pages without
 * scripts are added in `answer-post.ts`.
 */
function countProblems(
  request: EnquiryRequest,
  { problems }: Exclude<SubmissionVerdict, { readonly isGood: true }>,
  dependencies: AcceptDependencies,
): void {
  const counted =
    request.counted === 'by-scripts' ? findCountedSiteAndType(request, dependencies) : undefined;
  if (!counted) return;
  for (const { field, code } of problems)
    dependencies.figures.count({ ...counted, step: 'met', field, code });
}

/**
 * Returns the site and the type of an enquiry for the figures. Undefined if it is not counted, has no valid
 * ticket of a page, or its type is unknown.
 */
function findCountedSiteAndType(
  request: EnquiryRequest,
  dependencies: Pick<AcceptDependencies, 'content'>,
): Pick<CountedStep, 'site' | 'type'> | undefined {
  return request.counted && findSiteAndType(request, dependencies);
}

/** Returns the site of the ticket's page and the submitted type. Undefined without one of them. */
function findSiteAndType(
  { ticket, ready: { form }, values }: EnquiryRequest,
  { content }: Pick<AcceptDependencies, 'content'>,
): { readonly site: ContentSite; readonly type: FormType } | undefined {
  const site = ticket && findTicketPage(content(), ticket.path)?.site;
  const { [typeField]: id } = values;
  const isId = typeof id === 'string' || typeof id === 'number';
  const type = isId ? form.types.find((one) => isSameId(one.id, id)) : undefined;
  return site && type && { site, type };
}

/**
 * Logs a failure of the store or the bucket, or a check that took too long. Returns a refusal that asks the
 * visitor to send again.
 * @throws any other error.
 */
function refuseUnavailable(error: unknown, log: Log): AcceptOutcome {
  if (error instanceof BucketError) log.error('enquiry-not-judged', error, { reason: error.reason });
  else if (error instanceof StoreError) log.error('enquiry-not-stored', error, { code: error.code });
  else if (error instanceof CheckTimeoutError)
    log.error('enquiry-not-judged', error, { reason: error.message });
  else throw error;
  return toRefusedOutcome({ code: 'unavailable' });
}

interface StoredSubmission {
  readonly entry: NewEnquiry;
  readonly acceptance: Acceptance;
}

/**
 * Stores an enquiry under a random reference. If the reference exists already, tries once more with a new
 * one. The mail contains the reference, so it is created again.
 */
async function storeSubmission(
  submission: Omit<ValidSubmission, 'reference'>,
  store: Store,
): Promise<StoredSubmission> {
  /** Creates the enquiry with a new random reference, and stores it. */
  const createAndStore = async (): Promise<StoredSubmission> => {
    const entry = createEnquiry({ ...submission, reference: generateReference(randomInt) });
    return { entry, acceptance: await store.accept(entry) };
  };
  try {
    return await createAndStore();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'reference-taken') throw error;
    return createAndStore();
  }
}

/**
 * Returns the reference of an accepted or repeated enquiry; a refusal if its idempotency key belongs to
 * another enquiry.
 */
function toOutcome(outcome: Exclude<Acceptance, { readonly kind: 'full' }>): AcceptOutcome {
  return outcome.kind === 'key-reused' ? keyReused : { isAccepted: true, reference: outcome.reference };
}

/**
 * Counts, logs and returns the refusal of an enquiry whose type accepts no more. Its message is the text of the
 * full or closed form, if the type has one.
 */
function refuseFull(request: EnquiryRequest, dependencies: AcceptDependencies): AcceptOutcome {
  const problem: Problem = { field: typeField, code: 'full' };
  const { locale, values } = request;
  const { form } = request.ready;
  countProblems(request, { isGood: false, problems: [problem] }, dependencies);
  const type = form.types.find(({ id }) => String(id) === String(values[typeField]));
  dependencies.log.info('enquiry-beyond-capacity', { enquiryType: String(type?.id) });
  const keys = [fullTextKey, closedTextKey].map((text) => `forms.${type?.key}.${text}`);
  const closed = findText(form, locale, keys);
  const { message, ...named } = addProblemMessage(problem, { form, locale });
  return toRefusedOutcome({
    code: 'bad-user-input',
    problems: [{ ...named, message: closed ?? message }],
  });
}

/** Returns the refusal with a message for each problem, in the language of the request. */
function toInputRefusal(
  { ready: { form }, locale }: EnquiryRequest,
  { problems, plan }: Exclude<SubmissionVerdict, { readonly isGood: true }>,
): EnquiryRefusal {
  return {
    code: 'bad-user-input',
    problems: problems.map((problem) => addProblemMessage(problem, { form, locale, plan })),
  };
}

function toRefusedOutcome(refusal: EnquiryRefusal): AcceptOutcome {
  return { isAccepted: false, refusal };
}

const keyReused: AcceptOutcome = toRefusedOutcome({ code: 'idempotency-key-reused' });

/**
 * Logs an enquiry as accepted or suspected, without its answers. An accepted one without a recipient is also
 * logged as an error.
 */
function logStoredEnquiry(
  entry: NewEnquiry,
  {
    form,
    judgement: { visit, plan, dropped },
    log,
  }: { readonly form: Form; readonly judgement: SubmissionJudgement; readonly log: Log },
): void {
  const { id, reference, suspicion, mail } = entry;
  const logged = getLoggedFacts(form, visit.content, entry);
  const facts = {
    id,
    reference,
    ...logged,
    site: visit.page.site.id,
    enquiryType: String(plan.values[typeField]),
    ...(dropped.length > 0 && { fields: dropped, reason: 'dropped, not shown' }),
  };
  // Without the value of a blocked sender or phrase.
  if (suspicion) log.info('enquiry-suspected', { ...facts, code: suspicion.split(' ', 1)[0] ?? '' });
  else log.info('enquiry-accepted', facts);
  if (!suspicion && mail.to === null)
    log.error('enquiry-without-recipient', new NoRecipient(), { id, reference, ...logged });
}

/** Nobody who receives an enquiry has a mail address: somebody must add one. */
class NoRecipient extends Error {
  override readonly name = 'NoRecipient';
}
