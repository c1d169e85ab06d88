import { type Dispatch, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type FormType, type Plan, type Problem, postNames, type Values } from '#engine';
import type { ValidatorModule } from '#widgets';
import type { PhotosPort } from '#widgets/photos/port.ts';
import type { DraftKeeper } from './draft/draft-keeper.ts';
import type { Judgement } from './judge-as-sent.ts';
import type { LifecycleEvent, SendFailure } from './lifecycle.ts';
import type { ContactFormSectionProps } from './props.ts';
import type { Receipt } from './section-data.ts';
import type { SectionElements } from './section-elements.ts';
import { deliver } from './send/deliver.ts';
import { partPatienceMs, patienceFor } from './send/patience.ts';
import { announceConversion } from './success/conversion.ts';
import { scrollToTopOf } from './success/success-scroll.ts';

/** What a submit works with. */
export interface SubmitTask {
  readonly props: ContactFormSectionProps;
  readonly photos: PhotosPort;
  readonly elements: SectionElements;
  readonly keeper: DraftKeeper;
  readonly dispatch: Dispatch<LifecycleEvent>;
  readonly typeOf: (entered: Values) => FormType | undefined;
  readonly judge: (entered: Values, module: ValidatorModule | undefined) => Judgement;
  readonly loadValidators: (type: FormType) => Promise<ValidatorModule | undefined>;
}

/** From click to verdict, one at a time (specification, section 4, "Form lifecycle"). */
export function useSubmit(task: SubmitTask): () => Promise<void> {
  const isUnderWay = useRef(false);
  return async () => {
    // A second click may come before React has disabled the button.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await submit(task);
    } catch (error) {
      console.error('Cannot submit the enquiry:', error);
      fail(task, { named: [] });
    } finally {
      isUnderWay.current = false;
    }
  };
}

async function submit(task: SubmitTask): Promise<void> {
  const { props, elements, keeper, dispatch } = task;
  const entered = { ...keeper.values(), ...elements.fields.current?.flush() };
  dispatch({ type: 'submitted' });
  const type = task.typeOf(entered);
  const module = type && (await validatorsInTime(task, type));
  const { plan, problems, variables } = task.judge(entered, module);
  if (problems.length > 0) return refuse(task, problems);
  dispatch({ type: 'passed' });
  const isTrapped = Boolean(trapOf(elements)?.value);
  const outcome = await deliver(props, { variables, keyFor: keeper.keyFor, isTrapped });
  if (!outcome.isAccepted) return fail(task, outcome.failure);
  succeed(task, { enquiryType: typeIdOf(plan), ...(outcome.reference && { reference: outcome.reference }) });
}

function trapOf({ section }: SectionElements): HTMLInputElement | null | undefined {
  return section.current?.querySelector<HTMLInputElement>(`input[name="${postNames.trap}"]`);
}

/** Validators that do not come keep no enquiry from being sent: the server judges it all the same. */
async function validatorsInTime({ loadValidators }: SubmitTask, type: FormType) {
  const patience = patienceFor(partPatienceMs);
  const module = await patience.await(loadValidators(type)).catch(() => undefined);
  patience.end();
  return module;
}

/** Every problem at once, and focus on the first failing control (decisions, "Values and validation"). */
function refuse({ dispatch, elements }: SubmitTask, problems: readonly Problem[]): void {
  // The messages must be there when focus comes, so that they are read with the control.
  flushSync(() => dispatch({ type: 'refused', count: problems.length }));
  const { fields } = elements;
  problems.some(({ field }) => fields.current?.focusField(field));
}

function fail({ props, dispatch, elements }: SubmitTask, failure: SendFailure): void {
  flushSync(() => dispatch({ type: 'failed', failure }));
  if (elements.fields.current?.focusField(props.form.settings.failureField)) return;
  elements.alert.current?.focus();
}

function succeed({ props, photos, dispatch, elements, keeper }: SubmitTask, receipt: Receipt): void {
  keeper.forget();
  photos.clear();
  flushSync(() => dispatch({ type: 'succeeded', receipt }));
  const { section } = elements;
  if (section.current) scrollToTopOf(section.current, props.form.settings.success);
  announceConversion(window, receipt.enquiryType);
  props.onSuccess?.(receipt);
}

function typeIdOf({ type }: Plan): Receipt['enquiryType'] {
  if (type === undefined) throw new Error('Cannot send an enquiry without a type; offer one');
  return type.id;
}
