import { createHash } from 'node:crypto';
import {
  byName,
  fromVariables,
  type Id,
  type Json,
  needsScripts,
  type Plan,
  pathsOf,
  postNames,
  toVariables,
  typeField,
  uploadFields,
  type Values,
} from '#engine';
import { schemasAt } from '#engine/json-schema/places.ts';
import type { PostAnswer, PostOutcome, StepPlace } from '../../contact/section-data.ts';
import { type Visit, writtenIn } from '../content/visit.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';
import { withinTime } from '../documents/within-time.ts';
import type { Figures } from '../figures/count-figures.ts';
import { judgeBy, sendingPlan } from '../judge/judgement.ts';
import type { TakeEnquiry } from '../judge/take-enquiry.ts';
import { wordProblem } from '../judge/word-problem.ts';
import type { Log } from '../log/log.ts';
import {
  type EnquiryRefusal,
  graphqlCode,
  loggedFields,
  refusalMessage,
  statusOf,
  type WordedProblem,
} from '../refusal.ts';
import type { SaveAnswers } from '../saved/save-answers.ts';
import type { TicketNote } from '../secret/ticket.ts';
import { type BranchesOfTypes, branchesAfter, branchesOfList, valuesOfBranches } from './posted-branches.ts';
import { branchChoices, emptyItem, listChange, withAskedTypes, withListChanged } from './posted-nested.ts';
import { postedValues, waitingValues } from './posted-values.ts';
import type { Posted } from './read-post.ts';
import { answersOfOtherSteps, placeOfProblems, postedPlace, walkStep } from './walk-steps.ts';

/** A form that was posted, and the page that it was posted from. */
export interface PostRequest {
  readonly posted: Posted;
  readonly visit: Visit;
  /** The form that the visitor saw, else the current one. */
  readonly ready: CompiledForm;
  /** The page's, where it still holds. */
  readonly ticket?: TicketNote;
  readonly submissionUrl: string;
  readonly origins: readonly string[];
  readonly outsideOrigin: string;
  /** The visitor's address, for the limits. */
  readonly address: string;
  /** Another site's page posted it, so that its visitor may not know. */
  readonly isForeign: boolean;
  /** What comes of it is counted. */
  readonly counted?: 'without-scripts';
}

/** What came of a post: thanks, or the page with what was posted in it. */
export type PostResult =
  | { readonly isTaken: true; readonly receipt: { readonly reference: string; readonly enquiryType: Id } }
  | {
      readonly isTaken: false;
      readonly status: number;
      readonly retryAfterS?: number;
      readonly answer: PostAnswer;
    };

/** Answers a form that was posted without scripts. */
export type AnswerPost = (request: PostRequest) => Promise<PostResult>;

/** What posts are answered with. */
export interface AnsweringDependencies {
  readonly takeEnquiry: TakeEnquiry;
  /** The visitor's names of photos that an earlier post brought, by their paths. */
  readonly namesOf: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly saveAnswers: SaveAnswers;
  readonly figures: Pick<Figures, 'count'>;
  readonly log: Log;
}

/**
 * The way of an enquiry that no script sends: what was posted becomes what the page's script would have sent, and is judged and
 * stored like it (docs/behaviour.md, "Without scripts"). Whatever comes of it, nothing that was typed is lost.
 */
export function createAnswerPost(dependencies: AnsweringDependencies): AnswerPost {
  const { log, namesOf } = dependencies;
  return async (request) => {
    const { posted, ready } = request;
    const values = enteredValues(request);
    const outcome = await outcomeOf(request, values, dependencies).catch((error): Outcome => {
      log.error('request-failed', error);
      return { status: 500, outcome: { kind: 'failed' } };
    });
    if ('receipt' in outcome) return { isTaken: true, receipt: outcome.receipt };
    const branches = branchesAfter(ready.form, posted, values);
    const entered = { ...waitingValues(ready.form, posted), ...withChange(request, values, branches) };
    const plan = sendingPlan(ready, request.visit, entered);
    countProblems(request, plan, outcome.outcome, dependencies);
    const photos = await postedPhotos(plan, entered, posted, namesOf);
    const { status, retryAfterS } = outcome;
    const at = outcome.at ?? postedPlace(request, plan);
    return {
      isTaken: false,
      status,
      retryAfterS,
      answer: {
        ...{ entered, photos, outcome: outcome.outcome },
        branches: branchesOfList(branches, posted),
        ...(at && { at }),
      },
    };
  };
}

/** What is told beside the fields of a page without scripts is counted here: no script does. */
function countProblems(
  { counted, visit }: PostRequest,
  { type }: Plan,
  outcome: PostOutcome,
  { figures }: Pick<AnsweringDependencies, 'figures'>,
): void {
  if (counted === undefined || type === undefined || outcome.kind !== 'refused') return;
  const { site } = visit.page;
  for (const { problem } of outcome.named)
    figures.count({ site, type, step: 'met', field: problem.field, code: problem.code });
}

type Outcome =
  | Pick<Extract<PostResult, { readonly isTaken: true }>, 'receipt'>
  | {
      readonly status: number;
      readonly retryAfterS?: number;
      readonly outcome: PostOutcome;
      /** The step that is drawn; absent: the one that was posted. */
      readonly at?: StepPlace;
    };

/** Everything that was entered: what was posted, and of a form in steps what stands on the others. */
function enteredValues(request: PostRequest): Values {
  const { posted, ready, visit } = request;
  const own = postedValues(ready.form, posted, writtenIn(visit));
  const { [typeField]: type } = own;
  // Which steps there are the answers decide, and those are what is asked for.
  const plan = sendingPlan(ready, visit, { ...waitingValues(ready.form, posted), [typeField]: type, ...own });
  return { ...answersOfOtherSteps(request, plan), ...asAsked(request, plan, own) };
}

function asAsked({ posted, ready, visit }: PostRequest, { type, values }: Plan, own: Values): Values {
  if (type === undefined || !type.fields.some(({ kind }) => kind === 'json')) return own;
  const { [typeField]: _type, ...answers } = values;
  const errors = withinTime(() => ready.compiledOf(type).check(answers));
  return withAskedTypes(own, errors, { type, texts: posted.texts, locale: writtenIn(visit) });
}

async function outcomeOf(
  request: PostRequest,
  posted: Values,
  { takeEnquiry, saveAnswers, log }: AnsweringDependencies,
): Promise<Outcome> {
  const { ready, visit, isForeign } = request;
  // What a visitor wants to send is here to be sent, by a press of the button on our own page.
  if (isForeign) return refused({ code: 'cross-site' }, log);
  if (asksToSave(request.posted)) return saved(request, posted, { saveAnswers, log });
  if (asksForFields(request.posted)) return { status: 200, outcome: { kind: 'type-changed' } };
  const plan = sendingPlan(ready, visit, posted);
  // Part of such a form was not even posted: the page says what it needs.
  if (needsScripts(plan)) return { status: 422, outcome: { kind: 'type-changed' } };
  const values = valuesToSend(ready, plan, posted);
  const place = postedPlace(request, plan);
  const walked = place && walkStep(request, place, values);
  if (walked?.kind === 'moved') return { status: 200, outcome: { kind: 'moved' }, at: walked.at };
  if (walked?.kind === 'refused') {
    const problems = withRefusedPhotos(request, values).filter(({ problem }) =>
      walked.fields.includes(problem.field.split('/')[0] ?? ''),
    );
    return { ...refused({ code: 'bad-user-input', problems }, log), at: walked.at };
  }
  if (request.posted.refusedPhotos.some(({ field }) => isShown(plan, field)))
    return refused({ code: 'bad-user-input', problems: withRefusedPhotos(request, values) }, log);
  const taken = await takeEnquiry(enquiryOf(request, values));
  if (!taken.isTaken) {
    const { refusal } = taken;
    const outcome = refused(refusal, log);
    return place && refusal.code === 'bad-user-input'
      ? { ...outcome, at: placeOfProblems(plan, refusal.problems) }
      : outcome;
  }
  const enquiryType = plan.type?.id ?? String(plan.values[typeField] ?? '');
  return { receipt: { enquiryType, reference: taken.reference } };
}

async function saved(
  request: PostRequest,
  values: Values,
  { saveAnswers, log }: Pick<AnsweringDependencies, 'saveAnswers' | 'log'>,
): Promise<Outcome> {
  const { ready, visit, posted } = request;
  const email = posted.texts.get(postNames.resumeEmail)?.[0] ?? '';
  const waiting = waitingValues(ready.form, posted);
  const outcome = await saveAnswers({ ...request, values: { ...waiting, ...values }, email });
  if (outcome.isSaved) {
    const notice = { isSaved: true, email, until: outcome.until } as const;
    return { status: 200, outcome: { kind: 'saving', notice } };
  }
  const { refusal } = outcome;
  log.info('request-refused', { code: graphqlCode(refusal.code) });
  const message = refusalMessage(ready.form, writtenIn(visit), refusal);
  return {
    status: statusOf(refusal),
    ...(refusal.code === 'too-many-requests' && { retryAfterS: refusal.retryAfterS }),
    outcome: { kind: 'saving', notice: { isSaved: false, email, message } },
  };
}

/** The button that saves was pressed; or none, but Enter, while the panel held an address: in its field that means the same. */
function asksToSave(posted: Posted): boolean {
  const { texts } = posted;
  if (texts.has(postNames.saveAnswers)) return true;
  const hasEmail = Boolean(texts.get(postNames.resumeEmail)?.[0]?.trim());
  return hasEmail && !texts.has(postNames.goOn) && !texts.has(postNames.goTo) && !asksForFields(posted);
}

/** Another button than the one that sends was pressed. */
function asksForFields({ texts }: Posted): boolean {
  const isOtherBranch = branchChoices(texts).some(({ drawn, chosen }) => drawn !== chosen);
  const isShowing = texts.has(postNames.changeType) || texts.has(postNames.showFields);
  return isShowing || isOtherBranch || listChange(texts) !== undefined;
}

/** Returns the posted values with the list longer or shorter that the visitor wants so, and of branches the chosen one. */
function withChange(
  { posted, ready, visit }: PostRequest,
  posting: Values,
  branches: BranchesOfTypes,
): Values {
  const values = valuesOfBranches(posting, posted, branches);
  const change = listChange(posted.texts);
  if (change === undefined) return values;
  const { type } = sendingPlan(ready, visit, values);
  const items = schemasAt(type?.schema, [...change.path, '0'], type?.schema ?? {});
  return withListChanged(values, change, emptyItem(items));
}

/** A refusal as the page tells it: beside the fields where it names some, else as one failure. */
function refused(refusal: EnquiryRefusal, log: Log): Outcome {
  const code = graphqlCode(refusal.code);
  const status = statusOf(refusal);
  if (refusal.code === 'bad-user-input') {
    const { problems: named } = refusal;
    log.info('request-refused', { code, fields: loggedFields(named.map(({ problem }) => problem)) });
    return { status, outcome: { kind: 'refused', named } };
  }
  log.info('request-refused', { code });
  if (refusal.code !== 'too-many-requests') return { status, outcome: { kind: 'failed' } };
  const { retryAfterS } = refusal;
  return { status, retryAfterS, outcome: { kind: 'failed', retryAfterSeconds: retryAfterS } };
}

/**
 * What a script would send: presets and all. What was posted from a form of another type, which the visitor left by choosing this
 * one, is not sent.
 */
function valuesToSend({ form }: CompiledForm, plan: Plan, posted: Values): Values {
  const shown = Object.entries(posted).filter(
    ([name]) => name === typeField || (isShown(plan, name) && !isNested(plan, name)),
  );
  return { ...fromVariables(form, toVariables(form, plan)), ...Object.fromEntries(shown) };
}

/** What stands inside a field may be of a branch that was not taken: of such a field its plan says what is sent. */
function isNested({ fields }: Plan, name: string): boolean {
  return byName(fields, name)?.definition.kind === 'json';
}

function isShown({ fields }: Plan, name: string): boolean {
  const field = byName(fields, name);
  return field !== undefined && field.visibility !== 'hidden';
}

function enquiryOf({ posted, ...request }: PostRequest, values: Values): Parameters<TakeEnquiry>[0] {
  // The answers of other steps stand in a field of the page's own.
  const body = posted.texts.has(postNames.step) ? JSON.stringify(values) : bodyOf(posted);
  const key = posted.texts.get(postNames.key)?.[0];
  return {
    ...request,
    domain: request.visit.page.site.domain,
    locale: request.visit.locale,
    values,
    body,
    isHoneypotFilled: Boolean(posted.texts.get(postNames.honeypot)?.[0]),
    // A page that the browser brings back has its former key: with other words it is another enquiry
    // (docs/behaviour.md, "One enquiry, once").
    ...(key && { idempotencyKey: digest(`${key} ${body}`) }),
  };
}

/** Everything that was posted but what each drawing has for itself; a photo by its bytes, which a doubled post brings again. */
function bodyOf({ texts, photos }: Posted): string {
  const own: readonly string[] = Object.values(postNames);
  const entered = [...texts].filter(([name]) => !own.includes(name));
  return JSON.stringify([entered, photos.map(({ hash }) => hash)]);
}

/** A field has one problem: what is wrong with the photos that were taken is told with what is wrong with the others, line by line. */
function withRefusedPhotos({ posted, ready, visit }: PostRequest, values: Values): readonly WordedProblem[] {
  const { problems, plan } = judgeBy(ready, visit, values);
  const worded = problems.map((problem) =>
    wordProblem(problem, { form: ready.form, locale: writtenIn(visit), plan }),
  );
  const refused = Map.groupBy(
    posted.refusedPhotos.filter(({ field }) => isShown(plan, field)),
    ({ field }) => field,
  );
  const ofFields = [...refused].map(([field, photos]): WordedProblem => {
    const own = worded.filter(({ problem }) => problem.field === field);
    const lines = [...photos, ...own].map(({ message }) => message);
    return { problem: { field, code: 'not-allowed' }, message: lines.join('\n') };
  });
  return [...worded.filter(({ problem }) => !refused.has(problem.field)), ...ofFields];
}

async function postedPhotos(
  plan: Plan,
  entered: Values,
  { photos }: Posted,
  namesOf: AnsweringDependencies['namesOf'],
): Promise<PostAnswer['photos']> {
  const taken = new Map(photos.map(({ path, name }) => [path, name]));
  const named = uploadFields(plan).flatMap(({ name: field }) =>
    pathsOf(entered[field] as Json | undefined).map((path) => ({ field, path })),
  );
  const names = await namesOf(named.map(({ path }) => path)).catch(() => new Map<string, string>());
  return named.map(({ field, path }) => ({
    field,
    path,
    name: taken.get(path) ?? names.get(path) ?? path,
  }));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
