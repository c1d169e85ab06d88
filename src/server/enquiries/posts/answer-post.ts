import { createHash } from 'node:crypto';
import {
  findByName,
  fromVariables,
  type Id,
  type Json,
  listUploadFields,
  needsScripts,
  type Plan,
  postNames,
  toUploadPaths,
  toVariables,
  typeField,
  type Values,
} from '#engine';
import { findSchemasAt } from '#engine/json-schema/schemas-at.ts';
import type { PostAnswer, PostOutcome, StepPlace } from '../../../contact/section-data.ts';
import { getValueLocale, type PageVisit } from '../../forms/content/visit.ts';
import type { CompiledForm } from '../../forms/documents/compiled-form.ts';
import { withinTime } from '../../forms/documents/time-limit.ts';
import type { Log } from '../../platform/log/log.ts';
import {
  type EnquiryRefusal,
  findLoggedFields,
  formatRefusal,
  getRefusalStatus,
  type ProblemWithMessage,
  toGraphqlCode,
} from '../../platform/refusal.ts';
import type { TicketContent } from '../../platform/secret/ticket.ts';
import type { FigureCounter } from '../figures/count-figures.ts';
import type { AcceptEnquiry } from '../judge/accept-enquiry.ts';
import { addProblemMessage } from '../judge/add-problem-message.ts';
import { judgeByPage, planSentValues } from '../judge/judgement.ts';
import {
  applyBranchValues,
  type BranchesOfTypes,
  collectBranches,
  moveListBranches,
} from './posted-branches.ts';
import {
  applyListChange,
  convertRequiredTypes,
  createEmptyItem,
  readBranchChoices,
  readListChange,
} from './posted-nested.ts';
import { readHiddenValues, readPostedValues } from './posted-values.ts';
import { findPostedStep, findStepOfProblems, getAnswersOfOtherSteps, processStep } from './process-step.ts';
import type { PostedForm } from './read-post.ts';
import type { SaveAnswers } from './save-answers.ts';

export interface PostRequest {
  readonly posted: PostedForm;
  readonly visit: PageVisit;
  /** The form that the visitor saw, else the current one. */
  readonly ready: CompiledForm;
  readonly ticket?: TicketContent;
  /** The URL of the posted page. */
  readonly submissionUrl: string;
  /** The server's own origins, from which its pages may have been opened. */
  readonly origins: readonly string[];
  /** The public origin of this server, for links in mails. */
  readonly outsideOrigin: string;
  /** The visitor's network address, for the limits. */
  readonly address: string;
  /** True if a page of another site posted it, perhaps without the visitor's knowledge. */
  readonly isForeign: boolean;
  /** Present if the problems of this post are counted in the figures. */
  readonly counted?: 'without-scripts';
}

/**
 * The result of a post. `isTaken`: the enquiry was accepted; otherwise the page is rendered again with
 * `answer` and the HTTP status.
 */
export type PostResult =
  | { readonly isTaken: true; readonly receipt: { readonly reference: string; readonly enquiryType: Id } }
  | {
      readonly isTaken: false;
      readonly status: number;
      readonly retryAfterS?: number;
      readonly answer: PostAnswer;
    };

export type AnswerPost = (request: PostRequest) => Promise<PostResult>;

export interface AnswerPostDependencies {
  readonly acceptEnquiry: AcceptEnquiry;
  readonly findPhotoNames: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly saveAnswers: SaveAnswers;
  readonly figures: Pick<FigureCounter, 'count'>;
  readonly log: Log;
}

/**
 * Creates the function that answers posts. A post is converted to what the page's script would have sent, and
 * then judged and stored in the same way (docs/behaviour.md, "Without scripts"). Whatever the result, no
 * typed text is lost. An error while processing is logged and gives the outcome `failed` with the status 500.
 */
export function createAnswerPost(dependencies: AnswerPostDependencies): AnswerPost {
  const { log, findPhotoNames } = dependencies;
  return async (request) => {
    const { posted, ready } = request;
    const values = getEnteredValues(request);
    const outcome = await processPost(request, values, dependencies).catch((error): PostProcessing => {
      log.error('request-failed', error);
      return { status: 500, outcome: { kind: 'failed' } };
    });
    if ('receipt' in outcome) return { isTaken: true, receipt: outcome.receipt };
    const branches = collectBranches(ready.form, posted, values);
    const entered = {
      ...readHiddenValues(ready.form, posted),
      ...applyRequestedChange(request, values, branches),
    };
    const plan = planSentValues(ready, request.visit, entered);
    countProblems(request, plan, outcome.outcome, dependencies);
    const photos = await listUploadedPhotos(plan, entered, posted, findPhotoNames);
    const { status, retryAfterS } = outcome;
    const at = outcome.at ?? findPostedStep(request, plan);
    return {
      isTaken: false,
      status,
      retryAfterS,
      answer: {
        entered,
        photos,
        outcome: outcome.outcome,
        branches: moveListBranches(branches, posted),
        ...(at && { at }),
      },
    };
  };
}

/**
 * Counts the problems of a post in the figures, because no script reports them. Does nothing if the post is
 * not counted, has no type, or was not refused because of problems.
 */
function countProblems(
  { counted, visit }: PostRequest,
  { type }: Plan,
  outcome: PostOutcome,
  { figures }: Pick<AnswerPostDependencies, 'figures'>,
): void {
  if (counted === undefined || type === undefined || outcome.kind !== 'refused') return;
  const { site } = visit.page;
  for (const { problem } of outcome.named)
    figures.count({ site, type, step: 'met', field: problem.field, code: problem.code });
}

/** The receipt of an accepted enquiry, or the status and outcome with which the page is rendered again. */
type PostProcessing =
  | Pick<Extract<PostResult, { readonly isTaken: true }>, 'receipt'>
  | {
      readonly status: number;
      readonly retryAfterS?: number;
      readonly outcome: PostOutcome;
      /** The step to show; absent: the one that was posted. */
      readonly at?: StepPlace;
    };

/**
 * Returns the entered values: those posted, and those of the other steps of a form in steps. Hidden values of
 * other types are not included.
 */
function getEnteredValues(request: PostRequest): Values {
  const { posted, ready, visit } = request;
  const own = readPostedValues(ready.form, posted, getValueLocale(visit));
  const { [typeField]: type } = own;
  // The answers decide which steps there are, and thereby what was asked for.
  const plan = planSentValues(ready, visit, {
    ...readHiddenValues(ready.form, posted),
    [typeField]: type,
    ...own,
  });
  return { ...getAnswersOfOtherSteps(request, plan), ...convertNestedTexts(request, plan, own) };
}

/**
 * Returns the posted values with texts of nested fields converted where a condition of the schema requires a
 * number or a boolean; unchanged without a type or without nested fields.
 */
function convertNestedTexts(
  { posted, ready, visit }: PostRequest,
  { type, values }: Plan,
  own: Values,
): Values {
  if (type === undefined || !type.fields.some(({ kind }) => kind === 'json')) return own;
  const { [typeField]: _type, ...answers } = values;
  const errors = withinTime(() => ready.compiledOf(type).check(answers));
  return convertRequiredTypes(own, errors, { type, texts: posted.texts, locale: getValueLocale(visit) });
}

/**
 * Saves the answers, renders the form again, moves to another step, or accepts the enquiry, by the button
 * that was pressed. Returns the outcome, or the receipt of an accepted enquiry. Refuses a post of a foreign
 * page, and shows a form that needs scripts again without storing anything (status 422).
 */
async function processPost(
  request: PostRequest,
  posted: Values,
  { acceptEnquiry, saveAnswers, log }: AnswerPostDependencies,
): Promise<PostProcessing> {
  const { ready, visit, isForeign } = request;
  // A foreign page must not send the enquiry: the visitor has to press the button on our own page.
  if (isForeign) return toRefusedOutcome({ code: 'cross-site' }, log);
  if (isSaveRequest(request.posted)) return savePostedAnswers(request, posted, { saveAnswers, log });
  if (isRenderRequest(request.posted)) return { status: 200, outcome: { kind: 'type-changed' } };
  const plan = planSentValues(ready, visit, posted);
  // Such a form was not posted completely: the page explains that it needs scripts.
  if (needsScripts(plan)) return { status: 422, outcome: { kind: 'type-changed' } };
  const values = selectValuesToSend(ready, plan, posted);
  const place = findPostedStep(request, plan);
  const stepOutcome = place && processStep(request, place, values);
  if (stepOutcome?.kind === 'moved') return { status: 200, outcome: { kind: 'moved' }, at: stepOutcome.at };
  if (stepOutcome?.kind === 'refused') {
    const problems = collectProblems(request, values).filter(({ problem }) =>
      stepOutcome.fields.includes(problem.field.split('/')[0] ?? ''),
    );
    return { ...toRefusedOutcome({ code: 'bad-user-input', problems }, log), at: stepOutcome.at };
  }
  if (request.posted.refusedPhotos.some(({ field }) => isShownField(plan, field)))
    return toRefusedOutcome({ code: 'bad-user-input', problems: collectProblems(request, values) }, log);
  const accepted = await acceptEnquiry(toEnquiryRequest(request, values));
  if (!accepted.isAccepted) {
    const { refusal } = accepted;
    const outcome = toRefusedOutcome(refusal, log);
    return place && refusal.code === 'bad-user-input'
      ? { ...outcome, at: findStepOfProblems(plan, refusal.problems) }
      : outcome;
  }
  const enquiryType = plan.type?.id ?? String(plan.values[typeField] ?? '');
  return { receipt: { enquiryType, reference: accepted.reference } };
}

/**
 * Saves the answers, also those of other types and steps, and mails the link to them. Returns a notice for
 * the visitor, also if that failed; a failure is logged.
 */
async function savePostedAnswers(
  request: PostRequest,
  values: Values,
  { saveAnswers, log }: Pick<AnswerPostDependencies, 'saveAnswers' | 'log'>,
): Promise<PostProcessing> {
  const { ready, visit, posted } = request;
  const email = posted.texts.get(postNames.resumeEmail)?.[0] ?? '';
  const waiting = readHiddenValues(ready.form, posted);
  const outcome = await saveAnswers({ ...request, values: { ...waiting, ...values }, email });
  if (outcome.isSaved) {
    const notice = { isSaved: true, email, until: outcome.until } as const;
    return { status: 200, outcome: { kind: 'saving', notice } };
  }
  const { refusal } = outcome;
  log.info('request-refused', { code: toGraphqlCode(refusal.code) });
  const message = formatRefusal(ready.form, getValueLocale(visit), refusal);
  return {
    status: getRefusalStatus(refusal),
    ...(refusal.code === 'too-many-requests' && { retryAfterS: refusal.retryAfterS }),
    outcome: { kind: 'saving', notice: { isSaved: false, email, message } },
  };
}

/**
 * Returns true if the button for saving was pressed, or if the field for the mail address is filled in and no
 * other button was pressed, as with the Enter key.
 */
function isSaveRequest(posted: PostedForm): boolean {
  const { texts } = posted;
  if (texts.has(postNames.saveAnswers)) return true;
  const hasEmail = Boolean(texts.get(postNames.resumeEmail)?.[0]?.trim());
  return hasEmail && !texts.has(postNames.goOn) && !texts.has(postNames.goTo) && !isRenderRequest(posted);
}

/**
 * Returns true if the visitor requested only a new rendering: another type or branch, or a list with an item
 * more or fewer.
 */
function isRenderRequest({ texts }: PostedForm): boolean {
  const isOtherBranch = readBranchChoices(texts).some(({ drawn, chosen }) => drawn !== chosen);
  const isShowing = texts.has(postNames.changeType) || texts.has(postNames.showFields);
  return isShowing || isOtherBranch || readListChange(texts) !== undefined;
}

/**
 * Returns the posted values after the requested change: an item added to or removed from a list, or another
 * branch selected. Returns them unchanged if nothing of this was requested.
 */
function applyRequestedChange(
  { posted, ready, visit }: PostRequest,
  postedValues: Values,
  branches: BranchesOfTypes,
): Values {
  const values = applyBranchValues(postedValues, posted, branches);
  const change = readListChange(posted.texts);
  if (change === undefined) return values;
  const { type } = planSentValues(ready, visit, values);
  const items = findSchemasAt(type?.schema, [...change.path, '0'], type?.schema ?? {});
  return applyListChange(values, change, createEmptyItem(items));
}

/**
 * Logs a refusal and returns its status and outcome: `refused` with the problems for `bad-user-input`, else
 * `failed`.
 */
function toRefusedOutcome(refusal: EnquiryRefusal, log: Log): PostProcessing {
  const code = toGraphqlCode(refusal.code);
  const status = getRefusalStatus(refusal);
  if (refusal.code === 'bad-user-input') {
    const { problems: named } = refusal;
    log.info('request-refused', { code, fields: findLoggedFields(named.map(({ problem }) => problem)) });
    return { status, outcome: { kind: 'refused', named } };
  }
  log.info('request-refused', { code });
  if (refusal.code !== 'too-many-requests') return { status, outcome: { kind: 'failed' } };
  const { retryAfterS } = refusal;
  return { status, retryAfterS, outcome: { kind: 'failed', retryAfterSeconds: retryAfterS } };
}

/**
 * Returns the values that a script would send: those of the plan, including presets, and the posted values of
 * shown fields that are not nested. Posted values of other fields, such as those of another type that was
 * selected before, are left out.
 */
function selectValuesToSend({ form }: CompiledForm, plan: Plan, posted: Values): Values {
  const shown = Object.entries(posted).filter(
    ([name]) => name === typeField || (isShownField(plan, name) && !isNestedField(plan, name)),
  );
  return { ...fromVariables(form, toVariables(form, plan)), ...Object.fromEntries(shown) };
}

/**
 * Returns true if the plan has a nested field of this name. Such a field may contain values of a branch that
 * is not selected, so its plan decides what is sent.
 */
function isNestedField({ fields }: Plan, name: string): boolean {
  return findByName(fields, name)?.definition.kind === 'json';
}

/** Returns true if the plan has a field of this name that is not hidden. */
function isShownField({ fields }: Plan, name: string): boolean {
  const field = findByName(fields, name);
  return field !== undefined && field.visibility !== 'hidden';
}

/**
 * Returns the request that a script would send. The idempotency key depends on the body, too; it is absent if
 * the post has none.
 */
function toEnquiryRequest({ posted, ...request }: PostRequest, values: Values): Parameters<AcceptEnquiry>[0] {
  // The answers of other steps are in a hidden field.
  const body = posted.texts.has(postNames.step) ? JSON.stringify(values) : toBodyText(posted);
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
    ...(key && { idempotencyKey: digestText(`${key} ${body}`) }),
  };
}

/**
 * Returns a text that is the same if a post is repeated: all that was entered, without the page's own
 * controls, and the hashes of the photos, because a repeated post contains them again.
 */
function toBodyText({ texts, photos }: PostedForm): string {
  const own: readonly string[] = Object.values(postNames);
  const entered = [...texts].filter(([name]) => !own.includes(name));
  return JSON.stringify([entered, photos.map(({ hash }) => hash)]);
}

/**
 * Judges the values as the page does, and returns the problems with their messages. A field shows one
 * problem, so messages about its refused photos and its validation are joined, one per line. Such problems
 * come last.
 */
function collectProblems(
  { posted, ready, visit }: PostRequest,
  values: Values,
): readonly ProblemWithMessage[] {
  const { problems, plan } = judgeByPage(ready, visit, values);
  const withMessages = problems.map((problem) =>
    addProblemMessage(problem, { form: ready.form, locale: getValueLocale(visit), plan }),
  );
  const refused = Map.groupBy(
    posted.refusedPhotos.filter(({ field }) => isShownField(plan, field)),
    ({ field }) => field,
  );
  const ofFields = [...refused].map(([field, photos]): ProblemWithMessage => {
    const own = withMessages.filter(({ problem }) => problem.field === field);
    const lines = [...photos, ...own].map(({ message }) => message);
    return { problem: { field, code: 'not-allowed' }, message: lines.join('\n') };
  });
  return [...withMessages.filter(({ problem }) => !refused.has(problem.field)), ...ofFields];
}

/**
 * Returns the uploaded photos of all fields with the visitor's names for them; an unknown name, or one that
 * cannot be read from the store, is replaced by the path.
 */
async function listUploadedPhotos(
  plan: Plan,
  entered: Values,
  { photos }: PostedForm,
  findPhotoNames: AnswerPostDependencies['findPhotoNames'],
): Promise<PostAnswer['photos']> {
  const postedNames = new Map(photos.map(({ path, name }) => [path, name]));
  const uploads = listUploadFields(plan).flatMap(({ name: field }) =>
    toUploadPaths(entered[field] as Json | undefined).map((path) => ({ field, path })),
  );
  const names = await findPhotoNames(uploads.map(({ path }) => path)).catch(() => new Map<string, string>());
  return uploads.map(({ field, path }) => ({
    field,
    path,
    name: postedNames.get(path) ?? names.get(path) ?? path,
  }));
}

/** Returns the SHA-256 of a text in hexadecimal digits. */
function digestText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
