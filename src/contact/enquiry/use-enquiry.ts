import {
  type Dispatch,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createTextFormatter, type Form, type Plan, typeField, type Values } from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';
import { indexRules } from '#engine/resolve/rule-index.ts';
import { createPhotos } from '#widgets/photos/create-photos.tsx';
import { getSendablePhotos, hasPendingPhotos } from '#widgets/photos/judge-photos.ts';
import type { PhotosController } from '#widgets/photos/photos.ts';
import { createEnquiryDraft, type EnquiryDraft } from '../draft/draft.ts';
import { createEnquiryDraftStore, toDraftKey } from '../draft/draft-store.ts';
import { createRandomKey } from '../draft/idempotency-key.ts';
import {
  getLifecycleAfterPost,
  getNamedProblems,
  isChecked,
  type Lifecycle,
  type LifecycleEvent,
  reduceLifecycle,
} from '../lifecycle.ts';
import { maySendLater } from '../outbox/may-send-later.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type { Enquiry } from './enquiry.ts';
import { getIdPrefix } from './section-ids.ts';
import { useLaterState } from './use-later-state.ts';
import { useCurrentPlan } from './use-plan.ts';
import { useJudge, useProblems } from './use-problems.ts';
import { completeLater, useSectionElements, useSubmit } from './use-submit.ts';

const noValues: Values = {};

/**
 * Returns the enquiry of a section. It starts with the answer to an earlier post, if there is one, and with
 * the draft in session storage.
 */
export function useSectionEnquiry(props: ContactFormSectionProps): Enquiry {
  const { form, post, initialValues } = props;
  const idPrefix = getIdPrefix(props);
  const elements = useSectionElements();
  const [lifecycle, dispatch] = useReducer(reduceLifecycle, post?.answer?.outcome, getLifecycleAfterPost);
  const { entered, show, draft, isRestoring } = useEnquiryDraft({
    form,
    section: idPrefix,
    ticket: props.ticket,
    posted: post?.answer?.entered ?? initialValues ?? noValues,
    initial: initialValues,
    isStored: props.hasDraft !== false,
  });
  const { plan, plain, piped, situation, resolve, validators, prepare } = useCurrentPlan(props, entered);
  const { module } = validators;
  const { photos, isAwaitingPhotos, paths } = useSectionPhotos(props, plan);
  const judge = useJudge({ form, situation, resolve, photos, paths, isLater: maySendLater(props) });
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
  const later = useLaterState();
  const task = { props, situation, resolve, photos, elements, draft, dispatch, judge, validators, later };
  const submit = useSubmit(task);
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
    later,
    restore(values, chosen) {
      for (const [key, branch] of Object.entries(chosen)) draft.choose(key, branch);
      draft.change(values);
      show(draft.values());
    },
    complete: (receipt) => completeLater(task, receipt),
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

/** The delay in ms between typing and writing the draft. Leaving the page writes it at once. */
const writeDelayMs = 250;

/**
 * The entered values: the committed ones, from which the page is rendered, and a draft with every keystroke.
 */
interface EnteredValues {
  readonly entered: Values;
  /** Adds values to those from which the page is rendered; it does not change the draft. */
  readonly show: (values: Values) => void;
  readonly draft: EnquiryDraft;
  /** True until the draft of an earlier visit is shown, which is before the first paint. */
  readonly isRestoring: boolean;
}

interface DraftedForm {
  readonly form: Form;
  /** The id of the form on its page. */
  readonly section: string;
  readonly ticket: string | undefined;
  /** The values of an earlier post, else the initial ones; empty if there are none. */
  readonly posted: Values;
  /** The values of a draft before anything is entered. Undefined: none. */
  readonly initial: Values | undefined;
  /** False: the draft lasts as long as the section. */
  readonly isStored: boolean;
}

/**
 * Returns the entered values of a section. The first render uses the posted values, like the server. Then the
 * draft of an earlier visit is added, and then the values that fields commit at hydration, because they were
 * typed before scripts ran. The draft is written at once when the page is hidden or left, or the section is
 * unmounted.
 */
function useEnquiryDraft({ posted, ...drafted }: DraftedForm): EnteredValues {
  const [draft] = useState(() => createSessionDraft(drafted));
  const [entered, setEntered] = useState<Values>(posted);
  const [isRestoring, setIsRestoring] = useState(true);

  const show = useCallback((values: Values) => {
    setEntered((former) => {
      const isSame = Object.entries(values).every(([field, value]) => former[field] === value);
      return isSame ? former : { ...former, ...values };
    });
  }, []);

  useLayoutEffect(() => {
    show(draft.values());
    setIsRestoring(false);
  }, [draft, show]);

  useLayoutEffect(() => {
    addEventListener('pagehide', draft.flush);
    document.addEventListener('visibilitychange', draft.flush);
    return () => {
      removeEventListener('pagehide', draft.flush);
      document.removeEventListener('visibilitychange', draft.flush);
      draft.flush();
    };
  }, [draft]);

  return { entered, show, draft, isRestoring };
}

/** Creates a draft that is stored in the tab's session storage, by page path and section, unless it must not. */
function createSessionDraft({ section, isStored, ...drafted }: Omit<DraftedForm, 'posted'>): EnquiryDraft {
  const path = typeof location === 'undefined' ? '' : location.pathname;
  const store = createEnquiryDraftStore({
    storage: () => (isStored ? sessionStorage : emptyStorage),
    key: toDraftKey(path, section),
    delayMs: writeDelayMs,
  });
  return createEnquiryDraft({ ...drafted, store, newKey: () => createRandomKey() });
}

/** A storage that stores nothing. */
const emptyStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

interface SectionPhotos {
  readonly photos: PhotosController;
  /** True while photos that are to be sent are being uploaded. */
  readonly isAwaitingPhotos: boolean;
  /** The paths to be sent, by field. The object stays the same until they change. */
  readonly paths: ReturnType<typeof getSendablePhotos>;
}

/**
 * Returns the photos from the props, or creates them for the lifetime of the section. Renders the section
 * again if `isAwaitingPhotos` or `paths` change, but not with the progress of an upload.
 */
function useSectionPhotos(
  { photos: givenPhotos, endpoints, form, locale, ticket }: ContactFormSectionProps,
  plan: Plan,
): SectionPhotos {
  const [ownPhotos] = useState(() =>
    createPhotos({
      endpoint: endpoints.contactUpload,
      // Only our own back end issues tickets and knows the header.
      tellsSize: ticket !== undefined,
      text: createTextFormatter(form, locale),
    }),
  );
  useEffect(() => ownPhotos.clear, [ownPhotos]);
  const photos = givenPhotos ?? ownPhotos;
  /** Returns a `Sendable` as JSON, so that React compares the snapshots by content. */
  const serializeSendable = (): string => {
    const lists = photos.getSnapshot();
    return writeJson({
      isAwaitingPhotos: photos.isAdding() || hasPendingPhotos(lists, plan),
      paths: getSendablePhotos(lists, plan),
    } satisfies Sendable);
  };
  const serialized = useSyncExternalStore(photos.subscribe, serializeSendable, () => nothingSendable);
  return useMemo(() => ({ photos, ...(JSON.parse(serialized) as Sendable) }), [photos, serialized]);
}

type Sendable = Omit<SectionPhotos, 'photos'>;

const nothingSendable = writeJson({ isAwaitingPhotos: false, paths: {} } satisfies Sendable);
