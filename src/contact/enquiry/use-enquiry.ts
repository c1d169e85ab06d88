import { type Dispatch, type RefObject, useCallback, useReducer, useRef } from 'react';
import { typeField, type Values } from '#engine';
import { indexRules } from '#engine/resolve/rule-index.ts';
import {
  getLifecycleAfterPost,
  getNamedProblems,
  isChecked,
  type Lifecycle,
  type LifecycleEvent,
  reduceLifecycle,
} from '../lifecycle.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type { Enquiry } from './enquiry.ts';
import { getIdPrefix } from './section-ids.ts';
import { type EnteredValues, useEnquiryDraft } from './use-draft.ts';
import { useSectionPhotos } from './use-photos.ts';
import { useCurrentPlan } from './use-plan.ts';
import { useJudge, useProblems } from './use-problems.ts';
import { useSectionElements, useSubmit } from './use-submit.ts';

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
