import { type Dispatch, type RefObject, useCallback, useReducer, useRef } from 'react';
import { type Problem, typeField, type Values } from '#engine';
import { indexRules } from '#engine/resolve/rule-index.ts';
import type { EnquiryFieldsProps, ValidatorModule } from '#widgets';
import type { PhotosController } from '#widgets/photos/photos.ts';
import {
  getLifecycleAfterPost,
  getNamedProblems,
  isChecked,
  type Lifecycle,
  type LifecycleEvent,
  reduceLifecycle,
} from '../lifecycle.ts';
import type { ContactFormSectionProps } from '../props.ts';
import { getIdPrefix } from './section-ids.ts';
import { type EnteredValues, useEnquiryDraft } from './use-draft.ts';
import { useSectionPhotos } from './use-photos.ts';
import { type CurrentPlan, useCurrentPlan } from './use-plan.ts';
import { useJudge, useProblems } from './use-problems.ts';
import { type SectionElements, type SubmitTask, useSectionElements, useSubmit } from './use-submit.ts';

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
  /** The parts for judging without a send, for example of a step. */
  readonly judging: Pick<SubmitTask, 'draft' | 'dispatch' | 'judge' | 'validators'>;
}

const noValues: Values = {};

/**
 * Returns the enquiry of a section. It starts with the answer to an earlier post, if there is one, and with
 * the draft in session storage.
 */
export function useSectionEnquiry(props: ContactFormSectionProps): Enquiry {
  const { form, post } = props;
  const idPrefix = getIdPrefix(props);
  const elements = useSectionElements();
  const [lifecycle, dispatch] = useReducer(reduceLifecycle, post?.answer?.outcome, getLifecycleAfterPost);
  const { entered, show, draft, isRestoring } = useEnquiryDraft({
    form,
    section: idPrefix,
    ticket: props.ticket,
    posted: post?.answer?.entered ?? noValues,
  });
  const { plan, plain, piped, situation, resolve, validators, prepare } = useCurrentPlan(props, entered);
  const { module } = validators;
  const { photos, isAwaitingPhotos, paths } = useSectionPhotos(props, plan);
  const judge = useJudge({ form, situation, resolve, photos, paths });
  /** The last input of each field, committed or not. */
  const latestInputs = useRef<Record<string, unknown>>({});
  const { problems, messageOf, isOutdated } = useProblems({
    form: piped.form,
    plan,
    values: useCallback(() => ({ ...entered, ...latestInputs.current }), [entered]),
    module,
    lifecycle,
    judge,
    situation,
  });
  const edits = useEdits({ draft, show, pendingInputs: latestInputs }, lifecycle, dispatch);
  const submit = useSubmit({
    props,
    situation,
    resolve,
    photos,
    elements,
    draft,
    dispatch,
    judge,
    validators,
  });
  const readsValues = form.pipes !== undefined || indexRules(form).read.values.length > 0;
  return {
    plan,
    plain,
    piped,
    entered,
    isRestoring,
    branches: isRestoring ? undefined : draft.branches(),
    onBranch: draft.choose,
    lifecycle,
    problems,
    messageOf,
    commitOn: readsValues ? 'input' : isChecked(lifecycle) ? isOutdated : 'blur',
    photos,
    isAwaitingPhotos,
    validators: module,
    elements,
    idPrefix,
    ...edits,
    submit,
    addToDraft: draft.change,
    getEnteredNow: () => ({ ...draft.values(), ...elements.fields.current?.flush() }),
    prepare,
    judging: { draft, dispatch, judge, validators },
  };
}

/**
 * Returns the handlers of edits. `onInput` stores a value in the draft and in `pendingInputs`, and clears
 * failure messages that it makes outdated; `onChange` also renders the section with the committed value, and
 * after a change of type with the whole draft.
 */
function useEdits(
  {
    draft,
    show,
    pendingInputs,
  }: Pick<EnteredValues, 'draft' | 'show'> & { readonly pendingInputs: RefObject<Record<string, unknown>> },
  lifecycle: Lifecycle,
  dispatch: Dispatch<LifecycleEvent>,
): Pick<Enquiry, 'onChange' | 'onInput'> {
  const isClearedByEdit = lifecycle.state === 'error' || getNamedProblems(lifecycle).length > 0;
  const onInput = useCallback(
    (field: string, value: unknown) => {
      draft.change({ [field]: value });
      pendingInputs.current[field] = value;
      if (field === typeField) dispatch({ type: 'type-changed' });
      // In other states a keystroke must not reach the section: React would render it for nothing.
      else if (isClearedByEdit) dispatch({ type: 'edited', field });
    },
    [draft, pendingInputs, isClearedByEdit, dispatch],
  );
  const onChange = useCallback(
    (field: string, value: unknown) => {
      onInput(field, value);
      // The fields of another type replace these, so pending texts must be shown with them.
      show(field === typeField ? draft.values() : { [field]: value });
    },
    [onInput, show, draft],
  );
  return { onChange, onInput };
}
