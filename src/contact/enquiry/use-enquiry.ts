import { type Dispatch, type RefObject, useCallback, useReducer, useRef } from 'react';
import { type Problem, typeField, type Values } from '#engine';
import { indexRules } from '#engine/resolve/rule-index.ts';
import type { EnquiryFieldsProps, ValidatorModule } from '#widgets';
import type { Photos } from '#widgets/photos/photos.ts';
import {
  isChecked,
  type Lifecycle,
  type LifecycleEvent,
  lifecycleAfter,
  lifecycleReducer,
  namedProblems,
} from '../lifecycle.ts';
import type { ContactFormSectionProps } from '../props.ts';
import { idPrefixOf } from './section-ids.ts';
import { type Entered, useDraft } from './use-draft.ts';
import { usePhotos } from './use-photos.ts';
import { type CurrentPlan, usePlan } from './use-plan.ts';
import { useJudge, useProblems } from './use-problems.ts';
import { type SectionElements, type SubmitTask, useSectionElements, useSubmit } from './use-submit.ts';

/** An enquiry that is being filled in: the data to render and the actions of the visitor. */
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
  readonly photos: Photos;
  readonly isAwaitingPhotos: boolean;
  readonly validators: ValidatorModule | undefined;
  readonly elements: SectionElements;
  readonly idPrefix: string;
  readonly onChange: (field: string, value: unknown) => void;
  readonly onInput: (field: string, value: unknown) => void;
  /**
   * Sends the enquiry. `submissionUrl` replaces the page's URL if that contains more than the page, such as a
   * step.
   */
  readonly submit: (submissionUrl?: string) => Promise<void>;
  /** Returns all entered values, pending text included. */
  readonly enteredNow: () => Values;
  /** Adds values to this tab's draft, as if they had been entered here. */
  readonly keep: (values: Values) => void;
  readonly prepare: () => void;
  /** The parts for judging without a send, for example of a step. */
  readonly work: Pick<SubmitTask, 'draft' | 'dispatch' | 'judge' | 'validators'>;
}

const noValues: Values = {};

export function useEnquiry(props: ContactFormSectionProps): Enquiry {
  const { form, post } = props;
  const idPrefix = idPrefixOf(props);
  const elements = useSectionElements();
  const [lifecycle, dispatch] = useReducer(lifecycleReducer, post?.answer?.outcome, lifecycleAfter);
  const { entered, show, draft, isRestoring } = useDraft({
    form,
    section: idPrefix,
    ticket: props.ticket,
    posted: post?.answer?.entered ?? noValues,
  });
  const { plan, plain, piped, situation, resolve, validators, prepare } = usePlan(props, entered);
  const { module } = validators;
  const { photos, isAwaitingPhotos, paths } = usePhotos(props, plan);
  const judge = useJudge({ form, situation, resolve, photos, paths });
  /** The inputs since the last commit: texts may be pending. */
  const heard = useRef<Record<string, unknown>>({});
  const { problems, messageOf, isOutdated } = useProblems({
    form: piped.form,
    plan,
    values: useCallback(() => ({ ...entered, ...heard.current }), [entered]),
    module,
    lifecycle,
    judge,
    situation,
  });
  const edits = useEdits({ draft, show, heard }, lifecycle, dispatch);
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
  const isRead = form.pipes !== undefined || indexRules(form).read.values.length > 0;
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
    commitOn: isRead ? 'input' : isChecked(lifecycle) ? isOutdated : 'blur',
    photos,
    isAwaitingPhotos,
    validators: module,
    elements,
    idPrefix,
    ...edits,
    submit,
    keep: draft.change,
    enteredNow: () => ({ ...draft.values(), ...elements.fields.current?.flush() }),
    prepare,
    work: { draft, dispatch, judge, validators },
  };
}

function useEdits(
  {
    draft,
    show,
    heard,
  }: Pick<Entered, 'draft' | 'show'> & { readonly heard: RefObject<Record<string, unknown>> },
  lifecycle: Lifecycle,
  dispatch: Dispatch<LifecycleEvent>,
): Pick<Enquiry, 'onChange' | 'onInput'> {
  const endsWithEdit = lifecycle.state === 'error' || namedProblems(lifecycle).length > 0;
  const onInput = useCallback(
    (field: string, value: unknown) => {
      draft.change({ [field]: value });
      heard.current[field] = value;
      if (field === typeField) dispatch({ type: 'type-changed' });
      // In other states a keystroke must not reach the section: React would render it for nothing.
      else if (endsWithEdit) dispatch({ type: 'edited', field });
    },
    [draft, heard, endsWithEdit, dispatch],
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
