import type { Dispatch, RefObject } from 'react';
import type { Plan, Problem, ResolvePlan, Situation, Values } from '#engine';
import type { PipedForm } from '#engine/resolve/piping.ts';
import type { EnquiryFieldsHandle, EnquiryFieldsProps, ValidatorModule } from '#widgets';
import type { PhotosController } from '#widgets/photos/photos.ts';
import type { EnquiryDraft } from '../draft/draft.ts';
import type { Lifecycle, LifecycleEvent } from '../lifecycle.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type { JudgeEntered } from './use-problems.ts';
import type { CurrentValidators } from './use-validators.ts';

export interface Enquiry
  extends Pick<CurrentPlan, 'plan' | 'plain' | 'piped'>,
    Pick<EnquiryFieldsProps, 'isRestoring' | 'branches' | 'onBranch'> {
  readonly entered: Values;
  readonly lifecycle: Lifecycle;
  /** The problems beside the fields; empty until a submit has judged them. */
  readonly problems: readonly Problem[];
  readonly messageOf: (problem: Problem) => string;
  /**
   * The time at which a text is committed: at every input if rules or texts read values; after a submit at
   * the inputs that change a problem; otherwise on blur.
   */
  readonly commitOn: EnquiryFieldsProps['commitOn'];
  readonly photos: PhotosController;
  /** True while photos that are to be sent are being uploaded. */
  readonly isAwaitingPhotos: boolean;
  readonly validators: ValidatorModule | undefined;
  readonly elements: SectionElements;
  readonly idPrefix: string;
  /** Handles a committed value: like `onInput`, and renders the section with it. */
  readonly onChange: (field: string, value: unknown) => void;
  /** Handles a pending value: stores it in the draft. */
  readonly onInput: (field: string, value: unknown) => void;
  /**
   * Sends the enquiry. `submissionUrl` replaces the page's URL if that contains more than the page, such as a
   * step.
   */
  readonly submit: (submissionUrl?: string) => Promise<void>;
  /** Returns all entered values, pending text included. */
  readonly getEnteredNow: () => Values;
  /** Adds values to this tab's draft, as if they had been entered here. */
  readonly addToDraft: (values: Values) => void;
  /** Loads the modules for validating and sending. Called when the visitor focuses the form. */
  readonly prepare: () => void;
  /** The parts for judging without a send, for example of a step. */
  readonly judging: Pick<SubmitTask, 'draft' | 'dispatch' | 'judge' | 'validators'>;
}

export interface CurrentPlan {
  readonly plan: Plan;
  /**
   * The same plan with texts that contain no answers, for announcements: they would otherwise be repeated
   * with each keystroke.
   */
  readonly plain: Plan;
  /** The form with answers inserted into its texts. */
  readonly piped: PipedForm;
  /** The situation without the entered values. */
  readonly situation: Situation;
  /** Resolves with a cache of this plan. All code that resolves the same form should use it. */
  readonly resolve: ResolvePlan;
  readonly validators: CurrentValidators;
  /** Loads the modules for validating, typing and sending before they are needed. */
  readonly prepare: () => void;
}

export interface SectionElements {
  readonly section: RefObject<HTMLElement | null>;
  readonly fields: RefObject<EnquiryFieldsHandle | null>;
  /** The message above the submit button. */
  readonly alert: RefObject<HTMLDivElement | null>;
}

export interface SubmitTask {
  readonly props: ContactFormSectionProps;
  readonly situation: Situation;
  readonly resolve: ResolvePlan;
  readonly photos: PhotosController;
  readonly elements: SectionElements;
  readonly draft: EnquiryDraft;
  readonly dispatch: Dispatch<LifecycleEvent>;
  readonly judge: JudgeEntered;
  readonly validators: CurrentValidators;
}
