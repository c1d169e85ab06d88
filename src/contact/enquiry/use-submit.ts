import { type Dispatch, type RefObject, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type FormType, type Plan, type Problem, postNames, type Resolve, type Situation } from '#engine';
import { type EnquiryFieldsHandle, focusedElement } from '#widgets';
import type { Photos } from '#widgets/photos/photos.ts';
import type { Draft } from '../draft/draft.ts';
import type { LifecycleEvent, SendFailure } from '../lifecycle.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type { Receipt } from '../section-data.ts';
import { deliver } from '../send/deliver.ts';
import { partTimeoutMs, withTimeout } from '../send/with-timeout.ts';
import { announceConversion } from '../success/conversion.ts';
import type { Enquiry } from './use-enquiry.ts';
import type { Judge } from './use-problems.ts';
import type { CurrentValidators } from './use-validators.ts';

/** The elements of a section that are focused or scrolled to. */
export interface SectionElements {
  readonly section: RefObject<HTMLElement | null>;
  readonly fields: RefObject<EnquiryFieldsHandle | null>;
  /** The message above the submit button. */
  readonly alert: RefObject<HTMLDivElement | null>;
}

export function useSectionElements(): SectionElements {
  const section = useRef<HTMLElement>(null);
  const fields = useRef<EnquiryFieldsHandle>(null);
  const alert = useRef<HTMLDivElement>(null);
  return useMemo(() => ({ section, fields, alert }), []);
}

export interface SubmitTask {
  readonly props: ContactFormSectionProps;
  readonly situation: Situation;
  readonly resolve: Resolve;
  readonly photos: Photos;
  readonly elements: SectionElements;
  readonly draft: Draft;
  readonly dispatch: Dispatch<LifecycleEvent>;
  readonly judge: Judge;
  readonly validators: CurrentValidators;
}

/** Returns a function that submits the enquiry, one at a time (docs/behaviour.md, "Form lifecycle"). */
export function useSubmit(task: SubmitTask): Enquiry['submit'] {
  const isUnderWay = useRef(false);
  return async (submissionUrl = task.props.submissionUrl) => {
    // A second click may come before React has disabled the button.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await submit({ ...task, props: { ...task.props, ...(submissionUrl && { submissionUrl }) } });
    } catch (error) {
      console.error('Cannot submit the enquiry:', error);
      fail(task, { named: [] });
    } finally {
      isUnderWay.current = false;
    }
  };
}

async function submit(task: SubmitTask): Promise<void> {
  const { props, situation, resolve, elements, draft, dispatch } = task;
  const entered = { ...draft.values(), ...elements.fields.current?.flush() };
  dispatch({ type: 'submitted' });
  const { type } = resolve(props.form, { ...situation, entered });
  const module = type && (await validatorsInTime(task, type));
  const { plan, problems, variables } = task.judge(entered, module);
  if (problems.length > 0) return refuse(task, problems);
  dispatch({ type: 'passed' });
  // The module is needed only after a successful send, so other visitors do not load it. If it cannot be
  // loaded, only the focus moves to the thanks.
  const scrolling = import('../success/success-scroll.ts').catch(() => undefined);
  const outcome = await deliver(props, {
    variables,
    keyFor: draft.keyFor,
    isHoneypotFilled: isHoneypotFilled(elements),
    firstTicket: draft.firstTicket(),
  });
  if (!outcome.isAccepted) return fail(task, outcome.failure);
  const receipt = { enquiryType: typeIdOf(plan), ...(outcome.reference && { reference: outcome.reference }) };
  succeed(task, receipt);
  const { section } = elements;
  const { success } = props.form.settings;
  void scrolling.then((part) => section.current && part?.scrollToTopOf(section.current, success));
}

/**
 * Loads the validators. A failure or a timeout does not block sending, because the server judges every
 * enquiry.
 */
export function validatorsInTime({ validators }: Pick<SubmitTask, 'validators'>, type: FormType) {
  return withTimeout(partTimeoutMs, () => validators.load(type)).catch(() => undefined);
}

function isHoneypotFilled({ section }: SectionElements): boolean {
  const honeypot = section.current?.querySelector<HTMLInputElement>(`input[name="${postNames.honeypot}"]`);
  return Boolean(honeypot?.value);
}

/**
 * Shows all problems and focuses the first invalid control (docs/behaviour.md, "When fields are checked").
 */
function refuse({ dispatch, elements }: SubmitTask, problems: readonly Problem[]): void {
  flushSync(() => dispatch({ type: 'refused', count: problems.length }));
  const { fields } = elements;
  onceMessagesAreKnown(() => problems.some(({ field }) => fields.current?.focusField(field)));
}

function fail({ props, dispatch, elements }: SubmitTask, failure: SendFailure): void {
  flushSync(() => dispatch({ type: 'failed', failure }));
  const { fields, alert } = elements;
  onceMessagesAreKnown(() => {
    if (!fields.current?.focusField(props.form.settings.failureField)) alert.current?.focus();
  });
}

/**
 * Moves the focus to a control with a new message, after a delay: the message must be in the accessibility
 * tree first, to be read with the control. If both happen at once, Chromium reads the message twice. If the
 * visitor has moved the focus, it stays.
 */
export function onceMessagesAreKnown(moveFocus: () => void): void {
  const before = focusedElement();
  setTimeout(() => focusedElement() === before && moveFocus(), 100);
}

function succeed({ props, photos, dispatch, draft }: SubmitTask, receipt: Receipt): void {
  draft.discard();
  photos.clear();
  flushSync(() => dispatch({ type: 'succeeded', receipt }));
  announceConversion(window, receipt.enquiryType);
  props.onSuccess?.(receipt);
}

function typeIdOf({ type }: Plan): Receipt['enquiryType'] {
  if (type === undefined) throw new Error('Cannot send an enquiry without a type; offer one');
  return type.id;
}
