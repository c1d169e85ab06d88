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

/** An enquiry while it is being made: what is drawn, and what a visitor can do to it. */
export interface Enquiry
  extends Pick<CurrentPlan, 'plan' | 'plain' | 'piped'>,
    Pick<EnquiryFieldsProps, 'isRestoring' | 'branches' | 'onBranch'> {
  readonly entered: Values;
  readonly lifecycle: Lifecycle;
  /** What stands beside the fields: nothing until a submit has judged them. */
  readonly problems: readonly Problem[];
  readonly messageOf: (problem: Problem) => string;
  /** When a text is committed: at the inputs that change what is drawn, as far as that is known. */
  readonly commitOn: EnquiryFieldsProps['commitOn'];
  readonly photos: Photos;
  /** Photos that would be sent are still on their way. */
  readonly isAwaitingPhotos: boolean;
  /** The current type's, as far as they have arrived. */
  readonly validators: ValidatorModule | undefined;
  readonly elements: SectionElements;
  /** The form's id, and what its fields' ids begin with. */
  readonly idPrefix: string;
  /** A value was committed. */
  readonly onChange: (field: string, value: unknown) => void;
  readonly onInput: (field: string, value: unknown) => void;
  /** Sends it; where the page's address says more than which page it is, under the one that is given. */
  readonly submit: (submissionUrl?: string) => Promise<void>;
  /** Everything that was entered, to the last keystroke. */
  readonly enteredNow: () => Values;
  /** Puts values into this tab's draft, as if they had been entered here. */
  readonly keep: (values: Values) => void;
  /** Loads what sending will take. */
  readonly prepare: () => void;
  /** For what is judged apart from a send. */
  readonly work: Pick<SubmitTask, 'draft' | 'dispatch' | 'judge' | 'validators'>;
}

const noValues: Values = {};

/** The life of a section's enquiry. */
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
  /** What fields hold that has changed here, as long as texts may be pending. */
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
  /** Whether a rule reads what is entered, or a text says it. */
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

/** What an edit does to the draft, to what is drawn and to the lifecycle. */
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
      // Else a keystroke is no news to the section: React would draw it again to find that out.
      else if (endsWithEdit) dispatch({ type: 'edited', field });
    },
    [draft, heard, endsWithEdit, dispatch],
  );
  const onChange = useCallback(
    (field: string, value: unknown) => {
      onInput(field, value);
      // The fields of another type take the place of these: pending texts are shown with them.
      show(field === typeField ? draft.values() : { [field]: value });
    },
    [onInput, show, draft],
  );
  return { onChange, onInput };
}
