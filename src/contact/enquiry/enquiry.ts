import type { Dispatch, RefObject } from 'react';
import type { Plan, Problem, ResolvePlan, Situation, Values } from '#engine';
import type { PipedForm } from '#engine/resolve/piping.ts';
import type { EnquiryFieldsHandle, EnquiryFieldsProps, ValidatorModule } from '#widgets';
import type { ChosenBranches } from '#widgets/fields/restored-fields.ts';
import type { PhotosController } from '#widgets/photos/photos.ts';
import type { EnquiryDraft } from '../draft/draft.ts';
import type { Lifecycle, LifecycleEvent } from '../lifecycle.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type { Receipt } from '../section-data.ts';
import type { SendRequest } from '../send/send-request.ts';
import type { JudgeEntered } from './use-problems.ts';
import type { CurrentValidators } from './use-validators.ts';

/** The state of a section's enquiry, and the functions that change it. */
export interface Enquiry
  extends Pick<CurrentPlan, 'plan' | 'plain' | 'piped'>,
    Pick<EnquiryFieldsProps, 'isRestoring' | 'branches' | 'onBranch'> {
  /** The committed values. */
  readonly entered: Values;
  readonly lifecycle: Lifecycle;
  /** The problems beside the fields; empty until a submit has judged them. */
  readonly problems: readonly Problem[];
  /** Returns the message of a problem for visitors. */
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
   * Judges the enquiry, then sends it or shows the problems. Never rejects; does nothing during a submit.
   * `submissionUrl` replaces the page's URL if that contains more than the page, such as a step.
   */
  readonly submit: (submissionUrl?: string) => Promise<void>;
  /** Commits the pending text of all fields and returns all entered values. */
  readonly getEnteredNow: () => Values;
  /** Adds values to this tab's draft, as if they had been entered here. Does not render them. */
  readonly addToDraft: (values: Values) => void;
  /** Starts loading the modules for validating and sending. Called when the visitor focuses the form. */
  readonly prepare: () => void;
  /** The state of sending later. */
  readonly later: LaterState;
  /** Shows other values and branches in the form, as if they had been entered here. */
  readonly restore: (values: Values, branches: ChosenBranches) => void;
  /** Completes a submit whose enquiry was sent later: shows the thanks. Does not notify the page. */
  readonly complete: (receipt: Receipt) => void;
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
  /** Starts loading the modules for validating, typing and sending. Failures are ignored. */
  readonly prepare: () => void;
}

/** The elements of a section that a submit reads or focuses. */
export interface SectionElements {
  readonly section: RefObject<HTMLElement | null>;
  readonly fields: RefObject<EnquiryFieldsHandle | null>;
  /** The message above the submit button. */
  readonly alert: RefObject<HTMLDivElement | null>;
  /** The steps of the form; null while it shows none. */
  readonly steps: RefObject<StepsHandle | null>;
}

/** Moves between the steps of a form. */
export interface StepsHandle {
  /** Shows the summary of the answers, or the first step with problems, and focuses its heading. */
  readonly goToSummary: () => void;
  /** Focuses the heading of the current step. */
  readonly focusHeading: () => void;
}

/** Contains what sending later needs of a section's last attempt to send. */
export interface LaterState {
  /** The last attempt to send; undefined before the first. */
  readonly attempt: RefObject<SendAttemptDetails | undefined>;
  /** The id of the stored enquiry that the visitor has taken into the form; undefined if there is none. */
  readonly editedId: RefObject<string | undefined>;
  /** Deletes that stored enquiry, because the form was sent. Does nothing if there is none. */
  readonly forgetEdited: () => void;
}

/** An enquiry without problems that could not be sent. */
export interface SendAttemptDetails {
  /** The plan of the values as they are sent. */
  readonly plan: Plan;
  /** The values of the form. */
  readonly entered: Values;
  readonly request: Omit<SendRequest, 'signal'>;
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
  readonly later: LaterState;
}
