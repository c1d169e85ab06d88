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

export interface PostRequest {
  readonly posted: Posted;
  readonly visit: Visit;
  /** The form that the visitor saw, else the current one. */
  readonly ready: CompiledForm;
  readonly ticket?: TicketNote;
  readonly submissionUrl: string;
  readonly origins: readonly string[];
  readonly outsideOrigin: string;
  readonly address: string;
  /** True if a page of another site posted it, perhaps without the visitor's knowledge. */
  readonly isForeign: boolean;
  readonly counted?: 'without-scripts';
}

/** The result of a post: a receipt, or the page with the posted values. */
export type PostResult =
  | { readonly isTaken: true; readonly receipt: { readonly reference: string; readonly enquiryType: Id } }
  | {
      readonly isTaken: false;
      readonly status: number;
      readonly retryAfterS?: number;
      readonly answer: PostAnswer;
    };

export type AnswerPost = (request: PostRequest) => Promise<PostResult>;

export interface AnsweringDependencies {
  readonly takeEnquiry: TakeEnquiry;
  readonly namesOf: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly saveAnswers: SaveAnswers;
  readonly figures: Pick<Figures, 'count'>;
  readonly log: Log;
}

/**
 * Creates the function that answers posts. A post is converted to what the page's script would have sent, and
 * then judged and stored in the same way (docs/behaviour.md, "Without scripts"). Whatever the result, no
 * typed text is lost.
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

/** Counts the problems that a page without scripts shows, because no script reports them. */
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
      /** The step to show; absent: the one that was posted. */
      readonly at?: StepPlace;
    };

/** Returns all entered values: those posted, and those of the other steps of a form in steps. */
function enteredValues(request: PostRequest): Values {
  const { posted, ready, visit } = request;
  const own = postedValues(ready.form, posted, writtenIn(visit));
  const { [typeField]: type } = own;
  // The answers decide which steps there are, and thereby what was asked for.
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
  // A foreign page must not send the enquiry: the visitor has to press the button on our own page.
  if (isForeign) return refused({ code: 'cross-site' }, log);
  if (asksToSave(request.posted)) return saved(request, posted, { saveAnswers, log });
  if (asksForFields(request.posted)) return { status: 200, outcome: { kind: 'type-changed' } };
  const plan = sendingPlan(ready, visit, posted);
  // Such a form was not posted completely: the page explains that it needs scripts.
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

/**
 * Returns true if the button for saving was pressed, or Enter while the panel contained an address: in that
 * field it means the same.
 */
function asksToSave(posted: Posted): boolean {
  const { texts } = posted;
  if (texts.has(postNames.saveAnswers)) return true;
  const hasEmail = Boolean(texts.get(postNames.resumeEmail)?.[0]?.trim());
  return hasEmail && !texts.has(postNames.goOn) && !texts.has(postNames.goTo) && !asksForFields(posted);
}

/** Returns true if a button other than the sending one was pressed. */
function asksForFields({ texts }: Posted): boolean {
  const isOtherBranch = branchChoices(texts).some(({ drawn, chosen }) => drawn !== chosen);
  const isShowing = texts.has(postNames.changeType) || texts.has(postNames.showFields);
  return isShowing || isOtherBranch || listChange(texts) !== undefined;
}

/**
 * Returns the posted values after the requested change: a list gets an item more or fewer, and a branch the
 * chosen alternative.
 */
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

/** Returns the outcome of a refusal: problems beside their fields, or one failure. */
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
 * Returns the values that a script would send, including presets. Values that were posted from a form of
 * another type, before the visitor changed it, are not sent.
 */
function valuesToSend({ form }: CompiledForm, plan: Plan, posted: Values): Values {
  const shown = Object.entries(posted).filter(
    ([name]) => name === typeField || (isShown(plan, name) && !isNested(plan, name)),
  );
  return { ...fromVariables(form, toVariables(form, plan)), ...Object.fromEntries(shown) };
}

/**
 * Returns true for a nested field, which may contain values of a branch that is not selected: its plan
 * decides what is sent.
 */
function isNested({ fields }: Plan, name: string): boolean {
  return byName(fields, name)?.definition.kind === 'json';
}

function isShown({ fields }: Plan, name: string): boolean {
  const field = byName(fields, name);
  return field !== undefined && field.visibility !== 'hidden';
}

function enquiryOf({ posted, ...request }: PostRequest, values: Values): Parameters<TakeEnquiry>[0] {
  // The answers of other steps are in a hidden field.
  const body = posted.texts.has(postNames.step) ? JSON.stringify(values) : bodyOf(posted);
  const key = posted.texts.get(postNames.key)?.[0];
  return {
    ...request,
    domain: request.visit.page.site.domain,
    locale: request.visit.locale,
    values,
    body,
    isHoneypotFilled: Boolean(posted.texts.get(postNames.honeypot)?.[0]),
    // A page that the browser restores has its former key: with other values it is a different enquiry
    // (docs/behaviour.md, "One enquiry, once").
    ...(key && { idempotencyKey: digest(`${key} ${body}`) }),
  };
}

/**
 * Returns everything that was posted except what differs in each rendering. A photo counts by its bytes,
 * because a repeated post contains it again.
 */
function bodyOf({ texts, photos }: Posted): string {
  const own: readonly string[] = Object.values(postNames);
  const entered = [...texts].filter(([name]) => !own.includes(name));
  return JSON.stringify([entered, photos.map(({ hash }) => hash)]);
}

/**
 * Merges messages by field, since a field shows one problem: those about refused photos and those of
 * validation, one line each.
 */
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
