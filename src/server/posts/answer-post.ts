import { createHash } from 'node:crypto';
import {
  fromVariables,
  type Plan,
  postNames,
  toVariables,
  typeField,
  uploadField,
  type Values,
} from '#engine';
import type { NamedProblem, PostAnswer, PostOutcome } from '../../contact/section-data.ts';
import type { Visit } from '../content/situation.ts';
import type { ReadyForm } from '../documents/ready-form.ts';
import { judgeBy, planOf } from '../judge/judgement.ts';
import { toldProblem } from '../judge/messages.ts';
import { RefusedEnquiry } from '../judge/refused-enquiry.ts';
import type { TakeEnquiry } from '../judge/take-enquiry.ts';
import type { Log } from '../log/log.ts';
import type { TicketNote } from '../ticket/ticket.ts';
import { postedValues, waitingValues } from './posted-values.ts';
import type { Posted } from './read-post.ts';

/** A form that was posted, and the page that it was posted from. */
export interface PostRequest {
  readonly posted: Posted;
  readonly visit: Visit;
  /** The form that the visitor saw, else the current one. */
  readonly ready: ReadyForm;
  /** The page's, where it still holds. */
  readonly ticket?: TicketNote;
  readonly submissionUrl: string;
  readonly origins: readonly string[];
  /** The visitor's address, for the limits. */
  readonly address: string;
  /** Another site's page posted it, so that its visitor may not know. */
  readonly isForeign: boolean;
}

/** What is to be answered: thanks, or the page with what was posted in it. */
export interface PostResult {
  readonly status: number;
  readonly retryAfterS?: number;
  /** The enquiry that was taken; absent where none was. */
  readonly taken?: { readonly reference: string; readonly enquiryType: string | number };
  readonly answer: PostAnswer;
}

/** Answers a form that was posted without scripts. */
export type AnswerPost = (request: PostRequest) => Promise<PostResult>;

/** What posts are answered with. */
export interface AnsweringParts {
  readonly takeEnquiry: TakeEnquiry;
  /** The visitor's names of photos that an earlier post brought, by their paths. */
  readonly namesOf: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly log: Log;
}

/**
 * The way of an enquiry that no script sends: what was posted becomes what the page's script would have sent, and is judged and
 * stored like it (issue "Usable before any script arrives", "Without scripts"). Whatever comes of it, nothing that was typed is lost.
 */
export function createAnswerPost(parts: AnsweringParts): AnswerPost {
  return async (request) => {
    const { posted, ready } = request;
    const said = postedValues(ready.form, posted);
    const outcome = await outcomeOf(request, said, parts);
    const entered = { ...waitingValues(ready.form, posted), ...said };
    const photos = outcome.outcome.kind === 'accepted' ? [] : await keptPhotos(entered, posted, parts);
    return { ...outcome, answer: { entered, photos, outcome: outcome.outcome } };
  };
}

type Outcome = Omit<PostResult, 'answer'> & { readonly outcome: PostOutcome };

async function outcomeOf(request: PostRequest, said: Values, parts: AnsweringParts): Promise<Outcome> {
  const { posted, ready, visit, isForeign } = request;
  if (isForeign) return foreign(parts.log);
  if (posted.texts.has(postNames.changeType)) return { status: 200, outcome: { kind: 'type-changed' } };
  const plan = planOf(ready, visit, said);
  const values = valuesToSend(ready, plan, said);
  if (posted.refusedPhotos.length > 0 && isShown(plan, uploadField))
    return refused(withRefusedPhotos(problemsOf(request, values), posted), parts.log);
  try {
    const { reference } = await parts.takeEnquiry(enquiryOf(request, values));
    const taken = { enquiryType: typeIdOf(plan), reference };
    return { status: 303, taken, outcome: { kind: 'accepted', receipt: taken } };
  } catch (error) {
    return failure(error, parts.log);
  }
}

/**
 * What a script would send: presets and all. What was posted from a form of another type, which the visitor left by choosing this
 * one, is not sent.
 */
function valuesToSend({ form }: ReadyForm, plan: Plan, said: Values): Values {
  const shown = Object.entries(said).filter(([name]) => name === typeField || isShown(plan, name));
  return { ...fromVariables(form, toVariables(form, plan)), ...Object.fromEntries(shown) };
}

function isShown({ fields }: Plan, name: string): boolean {
  return fields.some((field) => field.name === name && field.visibility !== 'hidden');
}

function enquiryOf({ posted, ...request }: PostRequest, values: Values): Parameters<TakeEnquiry>[0] {
  const said = saidBy(posted);
  const key = posted.texts.get(postNames.key)?.[0];
  return {
    ...request,
    domain: request.visit.page.site.domain,
    locale: request.visit.locale,
    values,
    said,
    isTrapped: Boolean(posted.texts.get(postNames.trap)?.[0]),
    // A page that the browser brings back has its former key: with other words it is another enquiry (decisions, "Sending").
    ...(key && { idempotencyKey: digest(`${key} ${said}`) }),
  };
}

/** Everything that was posted but what each drawing has for itself; a photo by its bytes, which a doubled post brings again. */
function saidBy({ texts, photos }: Posted): string {
  const own: readonly string[] = Object.values(postNames);
  const said = [...texts].filter(([name]) => !own.includes(name));
  return JSON.stringify([said, photos.map(({ hash }) => hash)]);
}

function problemsOf({ ready, visit }: PostRequest, values: Values): readonly NamedProblem[] {
  const { problems, plan } = judgeBy(ready, visit, values);
  return problems.map((problem) => ({
    problem,
    message: toldProblem(ready.form, visit.locale, plan, problem).message,
  }));
}

/** A field has one problem: what is wrong with the photos that were taken is told with what is wrong with the others, line by line. */
function withRefusedPhotos(
  problems: readonly NamedProblem[],
  { refusedPhotos }: Posted,
): readonly NamedProblem[] {
  const isOfPhotos = ({ problem }: NamedProblem) => problem.field === uploadField;
  const told = [...refusedPhotos, ...problems.filter(isOfPhotos)];
  const message = told.map((one) => one.message).join('\n');
  return [
    ...problems.filter((named) => !isOfPhotos(named)),
    { problem: { field: uploadField, code: 'not-allowed' }, message },
  ];
}

function failure(error: unknown, log: Log): Outcome {
  if (!(error instanceof RefusedEnquiry)) {
    log.error('request-failed', error);
    return { status: 500, outcome: { kind: 'failed' } };
  }
  const { code, fields, status, retryAfterS } = error;
  if (fields.length > 0)
    return refused(
      fields.map(({ message, ...problem }) => ({ problem, message })),
      log,
    );
  log.info('request-refused', { code });
  const seconds = retryAfterS === undefined ? {} : { retryAfterSeconds: retryAfterS };
  return {
    status: status < 400 ? 409 : status,
    ...(retryAfterS !== undefined && { retryAfterS }),
    outcome: { kind: 'failed', ...seconds },
  };
}

/** What a visitor wants to send is here to be sent, by a press of the button on our own page. */
function foreign(log: Log): Outcome {
  log.info('request-refused', { code: 'CROSS_SITE' });
  return { status: 403, outcome: { kind: 'failed' } };
}

function refused(named: readonly NamedProblem[], log: Log): Outcome {
  log.info('request-refused', { code: 'BAD_USER_INPUT', fields: named.map(({ problem }) => problem.field) });
  return { status: 422, outcome: { kind: 'refused', named } };
}

async function keptPhotos(
  entered: Values,
  { photos }: Posted,
  { namesOf }: AnsweringParts,
): Promise<PostAnswer['photos']> {
  const paths = entered[uploadField];
  if (!Array.isArray(paths)) return [];
  const taken = new Map(photos.map(({ path, name }) => [path, name]));
  const names = await namesOf(paths.map(String)).catch(() => new Map<string, string>());
  return paths.map(String).map((path) => ({ path, name: taken.get(path) ?? names.get(path) ?? path }));
}

function typeIdOf({ type, values }: Plan): string | number {
  return type?.id ?? String(values[typeField] ?? '');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
