import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { typeField } from '#engine';
import type { Content } from '../content/content.ts';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../log/log.ts';
import type { Photos } from '../photos/open-photos.ts';
import type { EnquiryRefusal } from '../refusal.ts';
import { newReference } from '../store/reference.ts';
import type { Acceptance, NewEnquiry, Repetition, Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import { type GoodSubmission, newEnquiry } from './enquiry.ts';
import { type EnquiryRequest, judgeSubmission, type Verdict } from './judge-submission.ts';
import type { Judgement } from './judgement.ts';
import { wordProblem } from './word-problem.ts';

/** What enquiries are taken with. */
export interface TakingDependencies {
  readonly content: () => Content;
  readonly store: Store;
  readonly limits: Limits;
  readonly photos: Pick<Photos, 'unusable' | 'link'>;
  readonly log: Log;
  readonly now: () => number;
}

/** Takes enquiries: judges each, stores it with its mail, and answers once that is on the disk. */
export type TakeEnquiry = (request: EnquiryRequest) => Promise<Taken>;

/** What a visitor may quote, or why the enquiry was not taken. */
export type Taken =
  | { readonly isTaken: true; readonly reference: string }
  | { readonly isTaken: false; readonly refusal: EnquiryRefusal };

/** What repeats are known by. */
interface Idempotency {
  readonly key: string;
  readonly bodyHash: string;
}

/**
 * The way of an enquiry from its arrival to its answer (docs/architecture.md, "A submission's way"). A repeat under the same
 * idempotency key waits for the first and gets its answer.
 */
export function createTakeEnquiry(dependencies: TakingDependencies): TakeEnquiry {
  const underWay = new Map<string, { readonly bodyHash: string; readonly answer: Promise<Taken> }>();
  return async (request) => {
    const { limits, log, now } = dependencies;
    const { address, ticket, idempotencyKey: key, isHoneypotFilled } = request;
    const grant = limits.takeSend({ address, hasTicket: ticket !== undefined, now: now() });
    if (!grant.isGranted) return refused({ code: 'too-many-requests', retryAfterS: grant.retryAfterS });
    if (isHoneypotFilled) return answerRobot(log);
    if (key === undefined) return judgeAndStore(request, dependencies);
    const bodyHash = createHash('sha256').update(request.body).digest('base64url');
    const first = underWay.get(key);
    if (first) return first.bodyHash === bodyHash ? first.answer : keyReused;
    const answer = judgeAndStore(request, dependencies, { key, bodyHash });
    underWay.set(key, { bodyHash, answer });
    return answer.finally(() => underWay.delete(key));
  };
}

/** A robot is answered like everybody, so that it learns nothing; nothing is stored (docs/behaviour.md, "Without scripts"). */
function answerRobot(log: Log): Taken {
  log.info('robot-trapped');
  return { isTaken: true, reference: newReference(randomBytes) };
}

/** A store that does not do its work is the operator's concern; the visitor is asked to send again. */
async function judgeAndStore(
  request: EnquiryRequest,
  dependencies: TakingDependencies,
  idempotency?: Idempotency,
): Promise<Taken> {
  const { store, photos, now, log } = dependencies;
  const submission = { ...request, content: dependencies.content(), photos, now: now() };
  const verdict = await judgeSubmission(submission);
  try {
    if (!verdict.isGood) {
      // What was taken once is answered as it was, even if it would not be taken today.
      const earlier = idempotency && (await store.recall({ ...idempotency, now: submission.now }));
      return earlier ? answerOf(earlier) : refused(badInput(request, verdict));
    }
    const { judgement } = verdict;
    const { entry, acceptance } = await storeGood(
      {
        ...{
          request,
          judgement,
          content: submission.content,
          photos,
          receivedAt: submission.now,
        },
        id: randomUUID(),
        ...(idempotency && { idempotency }),
      },
      store,
    );
    if (acceptance.kind === 'accepted') logAccepted(entry, judgement, log);
    return answerOf(acceptance);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return refused({ code: 'unavailable' });
  }
}

interface Stored {
  readonly entry: NewEnquiry;
  readonly acceptance: Acceptance;
}

/** A reference is drawn by chance: taken once in a great while, never twice in a row. The mail names it, so it is worded anew. */
async function storeGood(good: Omit<GoodSubmission, 'reference'>, store: Store): Promise<Stored> {
  const attempt = async (): Promise<Stored> => {
    const entry = newEnquiry({ ...good, reference: newReference(randomBytes) });
    return { entry, acceptance: await store.accept(entry) };
  };
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'reference-taken') throw error;
    return attempt();
  }
}

function answerOf(outcome: Acceptance | Repetition): Taken {
  return outcome.kind === 'key-reused' ? keyReused : { isTaken: true, reference: outcome.reference };
}

function badInput(
  { ready: { form }, locale }: EnquiryRequest,
  { problems, plan }: Exclude<Verdict, { readonly isGood: true }>,
): EnquiryRefusal {
  return {
    code: 'bad-user-input',
    problems: problems.map((problem) => wordProblem(problem, { form, locale, plan })),
  };
}

function refused(refusal: EnquiryRefusal): Taken {
  return { isTaken: false, refusal };
}

const keyReused: Taken = refused({ code: 'idempotency-key-reused' });

function logAccepted(
  { id, reference, office }: NewEnquiry,
  { visit, plan, dropped }: Judgement,
  log: Log,
): void {
  log.info('enquiry-accepted', {
    ...{ id, reference, office },
    site: visit.page.site.id,
    enquiryType: String(plan.values[typeField]),
    ...(dropped.length > 0 && { fields: dropped, reason: 'dropped, not shown' }),
  });
}
