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

/** The elements of a section that focus is moved to, or that are scrolled. */
export interface SectionElements {
  readonly section: RefObject<HTMLElement | null>;
  readonly fields: RefObject<EnquiryFieldsHandle | null>;
  /** The message above the submit button. */
  readonly alert: RefObject<HTMLDivElement | null>;
}

/** A section's elements, none drawn yet. */
export function useSectionElements(): SectionElements {
  const section = useRef<HTMLElement>(null);
  const fields = useRef<EnquiryFieldsHandle>(null);
  const alert = useRef<HTMLDivElement>(null);
  return useMemo(() => ({ section, fields, alert }), []);
}

/** What a submit works with. */
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

/** From click to verdict, one at a time (docs/behaviour.md, "Form lifecycle"). */
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
  // Needed once it is accepted: whoever has not sent yet need not load it. Where it does not come, the heading's focus shows the thanks.
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

/** Validators that do not come keep no enquiry from being sent: the server judges it all the same. */
export function validatorsInTime({ validators }: Pick<SubmitTask, 'validators'>, type: FormType) {
  return withTimeout(partTimeoutMs, () => validators.load(type)).catch(() => undefined);
}

function isHoneypotFilled({ section }: SectionElements): boolean {
  const honeypot = section.current?.querySelector<HTMLInputElement>(`input[name="${postNames.honeypot}"]`);
  return Boolean(honeypot?.value);
}

/** Every problem at once, and focus on the first failing control (docs/behaviour.md, "When fields are checked"). */
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
 * Moves focus to a control whose message has just come. The message must be known to screen readers by then, so that it is read with
 * the control: where both come at the same moment, Chromium has it read a second time. A visitor who has gone elsewhere stays there.
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
