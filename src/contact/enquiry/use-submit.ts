import { useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import {
  createTextFormatter,
  type Form,
  type FormType,
  type Json,
  type Plan,
  type Problem,
  postNames,
} from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';
import { type EnquiryFieldsHandle, getFocusedElement } from '#widgets';
import { getSendablePhotos, listPendingFields, listUnansweredPhotos } from '#widgets/photos/judge-photos.ts';
import type { PhotosController } from '#widgets/photos/photos.ts';
import type { PageJudgement } from '../judge-as-sent.ts';
import type { SendFailure } from '../lifecycle.ts';
import { maySendLater } from '../outbox/may-send-later.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type { NamedProblem, Receipt } from '../section-data.ts';
import { loadTransport } from '../send/load-transport.ts';
import { plainFailure, type SendOutcome, unreachableFailure } from '../send/outcome.ts';
import { sendWithFetch } from '../send/send-with-fetch.ts';
import type { Transport } from '../send/transport.ts';
import { isTimeout, moduleTimeoutMs, withTimeout } from '../send/with-timeout.ts';
import { notifyPage } from '../success/conversion.ts';
import type * as successScroll from '../success/success-scroll.ts';
import { forgetRecordedVisit, readRecordedVisit } from '../visit/recorded-visit.ts';
import type { Enquiry, SectionElements, SendAttemptDetails, StepsHandle, SubmitTask } from './enquiry.ts';

/** Returns the refs of a section; the same object in every render. */
export function useSectionElements(): SectionElements {
  const section = useRef<HTMLElement>(null);
  const fields = useRef<EnquiryFieldsHandle>(null);
  const alert = useRef<HTMLDivElement>(null);
  const steps = useRef<StepsHandle>(null);
  return useMemo(() => ({ section, fields, alert, steps }), []);
}

/**
 * Returns a function that submits the enquiry (docs/behaviour.md, "Form lifecycle"). It never rejects, and
 * does nothing during a submit. An unexpected error is logged and shown as a failed send. Its argument, the
 * address of the page, is by default that of the props.
 */
export function useSubmit(task: SubmitTask): Enquiry['submit'] {
  const isSubmitting = useRef(false);
  return async (submissionUrl = task.props.submissionUrl) => {
    // A second click may come before React has disabled the button.
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      await submitEnquiry({ ...task, props: { ...task.props, ...(submissionUrl && { submissionUrl }) } });
    } catch (error) {
      console.error('Cannot submit the enquiry:', error);
      showFailure({ ...task, form: task.props.form }, { named: [] });
    } finally {
      isSubmitting.current = false;
    }
  };
}

/**
 * Shows the thanks for an enquiry that was sent later. The page that has read its receipt, perhaps another one, is
 * notified by itself.
 */
export function completeLater(task: SubmitTask, receipt: Receipt): void {
  showThanks(
    task,
    receipt,
    import('../success/success-scroll.ts').catch(() => undefined),
  );
}

/**
 * Commits pending text, judges the current values and, if there are no problems, sends them. Shows the
 * problems, the failure or the thanks. Rejects only for unexpected errors.
 */
async function submitEnquiry(task: SubmitTask): Promise<void> {
  const { props, situation, resolve, elements, draft, dispatch } = task;
  const entered = { ...draft.values(), ...elements.fields.current?.flush() };
  dispatch({ type: 'submitted' });
  const enteredPlan = resolve(props.form, { ...situation, entered });
  const { type } = enteredPlan;
  // An upload may end, and fail, while the validators are loaded.
  const pendingFields = listPendingFields(task.photos, enteredPlan);
  task.photos.retryFailed?.();
  const module = type && (await loadValidatorsInTime(task, type));
  await waitForUploads(task.photos, enteredPlan);
  const isLater = maySendLater(props);
  const sendable = getSendablePhotos(task.photos.getSnapshot(), enteredPlan, isLater);
  const failed = pendingFields.filter((field) => sendable[field] === undefined);
  if (failed.length > 0) return refuseFailedUploads(task, failed);
  const { plan, problems, variables } = task.judge(entered, module);
  if (problems.length > 0) return showProblems(task, problems);
  dispatch({ type: 'passed' });
  // The module is needed only after a successful send, so other visitors do not load it. If it cannot be
  // loaded, only the focus moves to the thanks.
  const scrolling = import('../success/success-scroll.ts').catch(() => undefined);
  if (props.deliver) {
    const named = await deliverToProgram(task, { plan, variables });
    if (named.length > 0) return showNamedProblems(task, named);
    return showSuccess(task, { enquiryType: getTypeId(plan) }, scrolling);
  }
  const request = buildRequest(props, {
    variables,
    getIdempotencyKey: draft.getIdempotencyKey,
    isHoneypotFilled: isHoneypotFilled(elements),
    firstTicket: draft.getFirstTicket(),
  });
  task.later.attempt.current = { plan, entered, request };
  const isWhole = !isLater || listUnansweredPhotos(task.photos.getSnapshot(), plan).length === 0;
  const outcome = isWhole ? await deliverEnquiry(request) : unreachableFailure;
  if (!outcome.isAccepted) return showFailure({ ...task, form: props.form }, outcome.failure);
  const receipt = {
    enquiryType: getTypeId(plan),
    ...(outcome.reference && { reference: outcome.reference }),
  };
  showSuccess(task, receipt, scrolling);
}

/**
 * Waits until no upload of the plan is pending: those of pictures that fields added when their pending input was
 * committed, and those that are tried again. The time limit of each upload ends it.
 */
function waitForUploads(photos: PhotosController, plan: Plan): Promise<void> {
  const isDone = () => listPendingFields(photos, plan).length === 0;
  if (isDone()) return Promise.resolve();
  return new Promise((done) => {
    const unsubscribe = photos.subscribe(() => {
      if (!isDone()) return;
      unsubscribe();
      done();
    });
  });
}

/** Shows at its field that a picture was not uploaded. Otherwise the form would be sent without it. */
function refuseFailedUploads(task: SubmitTask, fields: readonly string[]): void {
  const { form, locale } = task.props;
  const message = createTextFormatter(form, locale)('signature.not-uploaded');
  task.dispatch({ type: 'passed' });
  showNamedProblems(
    task,
    fields.map((field) => ({ problem: { field, code: 'required' }, message })),
  );
}

/**
 * Delivers an enquiry to the program and returns its problems. Rejects if the program does, and after the time limit of
 * the settings.
 */
async function deliverToProgram(
  { props: { deliver, form }, draft }: SubmitTask,
  { plan, variables }: Pick<PageJudgement, 'plan' | 'variables'>,
): Promise<readonly NamedProblem[]> {
  const idempotencyKey = draft.getIdempotencyKey(writeJson(variables));
  return withTimeout(
    form.settings.sendTimeoutMs,
    async (signal) => (await deliver?.({ plan, idempotencyKey, signal })) ?? [],
  );
}

/**
 * Loads the validators of a type. Resolves to undefined after a failure or a timeout: it must not block
 * sending, because the server judges every enquiry.
 */
export function loadValidatorsInTime({ validators }: Pick<SubmitTask, 'validators'>, type: FormType) {
  return withTimeout(moduleTimeoutMs, () => validators.load(type)).catch(() => undefined);
}

/** Returns true if the field that visitors do not see has a value. */
function isHoneypotFilled({ section }: SectionElements): boolean {
  const honeypot = section.current?.querySelector<HTMLInputElement>(`input[name="${postNames.honeypot}"]`);
  return Boolean(honeypot?.value);
}

/**
 * Shows all problems as a refused submit and focuses the first control that has one (docs/behaviour.md, "When
 * fields are checked").
 */
function showProblems({ dispatch, elements }: SubmitTask, problems: readonly Problem[]): void {
  flushSync(() => dispatch({ type: 'refused', count: problems.length }));
  const { fields } = elements;
  moveFocusAfterMessages(() => problems.some(({ field }) => fields.current?.focusField(field)));
}

/**
 * Shows the problems of a program that refused the enquiry, and focuses the first control that has one, else the message
 * above the submit button.
 */
function showNamedProblems({ dispatch, elements }: SubmitTask, named: readonly NamedProblem[]): void {
  flushSync(() => dispatch({ type: 'refused', count: named.length, named }));
  const { fields, alert } = elements;
  moveFocusAfterMessages(() => {
    const hasFocus = named.some(({ problem }) => fields.current?.focusField(problem.field));
    if (!hasFocus) alert.current?.focus();
  });
}

/**
 * Shows the message of a failed send. Focuses the field that the settings name for it, else the message above
 * the submit button.
 */
export function showFailure(
  { form, dispatch, elements }: Pick<SubmitTask, 'dispatch' | 'elements'> & { readonly form: Form },
  failure: SendFailure,
): void {
  flushSync(() => dispatch({ type: 'failed', failure }));
  const { section, fields, alert } = elements;
  const { failureField } = form.settings;
  moveFocusAfterMessages(() => {
    const offer = section.current?.querySelector<HTMLElement>(offerSelector);
    if (failure.isUnreachable && offer) return offer.focus();
    const hasFocus = failureField !== undefined && fields.current?.focusField(failureField);
    if (!hasFocus) alert.current?.focus();
  });
}

/** The message about a missing connection, with the offer to send later. */
const offerSelector = '.sw-later-lead';

/**
 * Calls `moveFocus` after 100 ms, unless the visitor has moved the focus meanwhile. If a message and the
 * focus of its control change at once, Chromium reads the message twice.
 */
export function moveFocusAfterMessages(moveFocus: () => void): void {
  const before = getFocusedElement();
  setTimeout(() => getFocusedElement() === before && moveFocus(), 100);
}

type Scrolling = Promise<Pick<typeof successScroll, 'scrollSectionToTop'> | undefined>;

/** Shows the thanks and notifies the page: by the conversion event, then by `onSuccess`. */
function showSuccess(task: SubmitTask, receipt: Receipt, scrolling: Scrolling): void {
  showThanks(task, receipt, scrolling);
  notifyPage(window, receipt, task.props.onSuccess);
}

/**
 * Deletes the draft, the photos and the recorded visit, and shows the thanks. Then scrolls to them, unless the module
 * that scrolls could not be loaded.
 */
function showThanks(
  { props, photos, dispatch, draft, later, elements: { section } }: SubmitTask,
  receipt: Receipt,
  scrolling: Scrolling,
): void {
  draft.discard();
  photos.clear();
  later.forgetEdited();
  if (props.visit) forgetRecordedVisit();
  flushSync(() => dispatch({ type: 'succeeded', receipt }));
  const { success } = props.form.settings;
  void scrolling.then((part) => section.current && part?.scrollSectionToTop(section.current, success));
}

/** Returns the id of the plan's type. Throws if it has none. */
function getTypeId({ type }: Plan): Receipt['enquiryType'] {
  if (type === undefined) throw new Error('Cannot send an enquiry without a type; offer one');
  return type.id;
}

interface EnquiryToSend {
  readonly variables: Readonly<Record<string, Json>>;
  /** Returns the idempotency key for the variables as JSON: the same key for a repeated body. */
  readonly getIdempotencyKey: (body: string) => string;
  /** True if the honeypot is filled in. The back end is informed and decides. */
  readonly isHoneypotFilled: boolean;
  /** The ticket of the page on which the enquiry was started, if that was another page. */
  readonly firstTicket?: string | undefined;
}

/** Builds the request of an enquiry (docs/behaviour.md, "Sending"). */
function buildRequest(
  props: ContactFormSectionProps,
  { variables, getIdempotencyKey, isHoneypotFilled, firstTicket }: EnquiryToSend,
): SendAttemptDetails['request'] {
  const { form, site, locale, ticket, endpoints, submissionUrl = location.href } = props;
  const visit = ticket !== undefined && props.visit ? readRecordedVisit() : undefined;
  const sentVariables = { domain: site.domain, submission_url: submissionUrl, ...variables };
  const headers = {
    'Accept-Language': locale,
    'Idempotency-Key': getIdempotencyKey(writeJson(sentVariables)),
    // Only a request to a back end that issues tickets says that the page can solve challenges: another back
    // end's CORS preflight may reject the header.
    ...(ticket !== undefined && { 'Slipway-Ticket': ticket, 'Slipway-Proof': 'can' }),
    ...(ticket !== undefined && firstTicket !== undefined && { 'Slipway-First-Ticket': firstTicket }),
    ...(isHoneypotFilled && { 'Slipway-Trap': 'filled' }),
    ...(visit !== undefined && { 'Slipway-Visit': visit }),
  };
  return { endpoint: endpoints.graphql, form, variables: sentVariables, headers };
}

/**
 * Sends one enquiry. If the server answers with a challenge, solves it and sends again. Never rejects: failures and
 * timeouts are outcomes.
 */
async function deliverEnquiry(request: SendAttemptDetails['request']): Promise<SendOutcome> {
  return withTimeout(request.form.settings.sendTimeoutMs, async (signal) => {
    const send = await loadSendFunction();
    const outcome = await send({ ...request, signal });
    if (outcome.isAccepted || !outcome.challenge) return outcome;
    const proof = await obtainProof(outcome.challenge, signal);
    return send({ ...request, signal, headers: { ...request.headers, 'Slipway-Proof': proof } });
  }).catch((error) => (isTimeout(error) ? unreachableFailure : plainFailure));
}

/**
 * Returns the proof of a challenge. If it cannot be solved, logs a warning and returns `none`: without a
 * proof a person has to review the enquiry, but the visitor is thanked. Never rejects.
 */
async function obtainProof(challenge: unknown, signal: AbortSignal): Promise<string> {
  try {
    const { solveChallenge } = await import('../send/solve-challenge.ts');
    return await solveChallenge(challenge, signal);
  } catch (error) {
    console.warn('Cannot prove the effort of the enquiry:', error);
    return 'none';
  }
}

/**
 * Loads Apollo Client's `send`. If that fails or takes too long, logs a warning and returns the replacement
 * that uses `fetch`. Never rejects.
 */
function loadSendFunction(): Promise<Transport['send']> {
  return withTimeout(moduleTimeoutMs, loadTransport).then(
    ({ send }) => send,
    (error: unknown) => {
      console.warn('What sends did not load:', error);
      return sendWithFetch;
    },
  );
}
