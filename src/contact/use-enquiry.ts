import { useCallback, useMemo, useReducer, useState } from 'react';
import {
  type EventTitles,
  type Plan,
  type Problem,
  problemMessage,
  resolve,
  typeField,
  type Values,
} from '#engine';
import { applyConditions, needsNestedFields, useNestedFields, type ValidatorModule } from '#widgets';
import { type PhotosPort, photoValues } from '#widgets/photos/port.ts';
import { judgeAsSent } from './judge-as-sent.ts';
import { isChecked, type Lifecycle, lifecycleAfter, lifecycleReducer, namedProblems } from './lifecycle.ts';
import type { ContactFormSectionProps } from './props.ts';
import { type SectionElements, useSectionElements } from './section-elements.ts';
import { loadTransport } from './send/transport.ts';
import { initialEventTitles, situationOf } from './situation.ts';
import { useEntered } from './use-entered.ts';
import { useEventTitles } from './use-event-titles.ts';
import { usePhotos, useSendablePhotos } from './use-photos.ts';
import { useSubmit } from './use-submit.ts';
import { useValidators } from './use-validators.ts';

/** An enquiry while it is being made: what is drawn, and what a visitor can do to it. */
export interface Enquiry {
  readonly plan: Plan;
  readonly entered: Values;
  readonly lifecycle: Lifecycle;
  /** What stands beside the fields: nothing until a submit has judged them. */
  readonly problems: readonly Problem[];
  readonly messageOf: (problem: Problem) => string;
  /** When a text leaves its widget: at every input where that changes what is drawn. */
  readonly commitOn: 'blur' | 'input';
  readonly photos: PhotosPort;
  /** Photos that would be sent are still on their way. */
  readonly isAwaitingPhotos: boolean;
  /** The current type's, as far as they have arrived. */
  readonly validators: ValidatorModule | undefined;
  readonly elements: SectionElements;
  /** The form's id, and the beginning of its fields'. */
  readonly idPrefix: string;
  readonly onChange: (field: string, value: unknown) => void;
  readonly onInput: (field: string, value: unknown) => void;
  readonly submit: () => Promise<void>;
  /** Loads what sending will take. */
  readonly prepare: () => void;
}

/** The id of the form in a dialog: a page may have another beside it. */
export const modalIdPrefix = 'contact-dialog';

const noValues: Values = {};

/** The life of a section's enquiry. */
export function useEnquiry(props: ContactFormSectionProps): Enquiry {
  const { form, endpoints, site, locale } = props;
  const idPrefix = props.inModal ? modalIdPrefix : 'contact-form';
  const elements = useSectionElements();
  const [lifecycle, dispatch] = useReducer(lifecycleReducer, props.post?.answer?.outcome, lifecycleAfter);
  const [eventTitles, setEventTitles] = useState<EventTitles>(() =>
    initialEventTitles(props.futureEventTitles),
  );
  const { entered, show, keeper } = useEntered(form, idPrefix, props.post?.answer?.entered ?? noValues);
  const photos = usePhotos(props);

  const situation = useMemo(
    () => situationOf(props, { entered, eventTitles }),
    [props, entered, eventTitles],
  );
  const resolved = useMemo(() => resolve(form, situation), [form, situation]);
  const [isPrepared, setPrepared] = useState(false);
  const validators = useValidators(props.validators, { type: resolved.type, isWanted: isPrepared });
  const { module } = validators;
  const nested = useNestedFields(resolved.type !== undefined && needsNestedFields(resolved.type));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what settles a plan may arrive after it
  const plan = useMemo(() => applyConditions(resolved, module), [resolved, module, nested]);
  useEventTitles(plan, {
    endpoint: endpoints.graphql,
    domain: site.domain,
    locale,
    onChange: setEventTitles,
  });

  const sendable = useSendablePhotos(photos, plan);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other photos the verdict may be another
  const judge = useCallback(
    (values: Values, withModule: ValidatorModule | undefined) => {
      const paths = photoValues(photos.getSnapshot(), resolve(form, { ...situation, entered: values }));
      return judgeAsSent(form, { ...situation, entered: { ...values, ...paths } }, withModule);
    },
    [form, situation, photos, sendable.values],
  );
  const hasRulesOnValues = useMemo(() => readsValues(form), [form]);
  const isJudging = isChecked(lifecycle);
  const found = useMemo(
    () => (isJudging ? judge(entered, module).problems : []),
    [isJudging, judge, entered, module],
  );
  const { problems, messageOf } = useProblems({ form, plan, found, lifecycle });

  const heedsEdits = lifecycle.state === 'error' || namedProblems(lifecycle).length > 0;
  const edit = useCallback(
    (field: string, value: unknown) => {
      keeper.note({ [field]: value });
      if (field === typeField) dispatch({ type: 'type-changed' });
      // Else a keystroke is no news to the section: React would draw it again to find that out.
      else if (heedsEdits) dispatch({ type: 'edited', field });
    },
    [keeper, heedsEdits],
  );
  const onChange = useCallback(
    (field: string, value: unknown) => {
      edit(field, value);
      // The fields of another type take the place of these: what a text still holds is shown with them.
      show(field === typeField ? keeper.values() : { [field]: value });
    },
    [edit, show, keeper],
  );

  const submit = useSubmit({
    props,
    photos,
    elements,
    keeper,
    dispatch,
    judge,
    typeOf: (values) => resolve(form, { ...situation, entered: values }).type,
    loadValidators: validators.load,
  });
  const prepare = useCallback(() => {
    setPrepared(true);
    // A load that fails is tried again when something is sent, and told then.
    loadTransport().catch(() => undefined);
  }, []);

  return {
    plan,
    entered,
    lifecycle,
    problems,
    messageOf,
    commitOn: isJudging || hasRulesOnValues ? 'input' : 'blur',
    photos,
    isAwaitingPhotos: sendable.isAwaiting,
    validators: module,
    elements,
    idPrefix,
    onChange,
    onInput: edit,
    submit,
    prepare,
  };
}

interface ProblemSources {
  readonly form: ContactFormSectionProps['form'];
  readonly plan: Plan;
  /** What the page itself finds. */
  readonly found: readonly Problem[];
  readonly lifecycle: Lifecycle;
}

/** The page's problems, and those that the server named where the page finds none, in the server's words. */
function useProblems({
  form,
  plan,
  found,
  lifecycle,
}: ProblemSources): Pick<Enquiry, 'problems' | 'messageOf'> {
  const named = namedProblems(lifecycle);
  const problems = useMemo(() => {
    const told = new Set(found.map(({ field }) => field));
    return [...found, ...named.map(({ problem }) => problem).filter(({ field }) => !told.has(field))];
  }, [found, named]);
  const messageOf = useCallback(
    (problem: Problem) =>
      named.find((one) => one.problem === problem)?.message ?? problemMessage(form, plan, problem),
    [named, form, plan],
  );
  return { problems, messageOf };
}

/** Whether a rule of the form reads what is entered: `{var: 'values.boat_make'}`. */
function readsValues({ rules }: ContactFormSectionProps['form']): boolean {
  return /"var":"values\./.test(JSON.stringify(rules));
}
