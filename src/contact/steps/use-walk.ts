import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Problem, Values } from '#engine';
import {
  checkStep,
  nextStep,
  previousStep,
  type Step,
  stepAt,
  stepOfField,
  stepsOf,
  stepwise,
} from '#engine/steps.ts';
import { isPagesOwn } from '../enquiry/section-ids.ts';
import type { Enquiry } from '../enquiry/use-enquiry.ts';
import { onceMessagesAreKnown, validatorsInTime } from '../enquiry/use-submit.ts';
import { isChecked, namedProblems } from '../lifecycle.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type { PostAnswer, StepPlace } from '../section-data.ts';
import { pageAddress, stepAddress, stepIn } from './step-address.ts';

/** A visitor's position in the steps of a form, and the actions that change it. */
export interface Walk {
  /** The current steps with the problems of their fields; empty if the type has none. */
  readonly steps: readonly Step[];
  /** The name of the current step, or `checkStep`. */
  readonly at: string;
  readonly back: string | undefined;
  /** The heading that receives the focus after a change of the step. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /**
   * Goes to a step, or to the last one before it that unanswered steps allow; focuses `field` if it is given.
   */
  readonly goTo: (place: StepPlace, field?: string) => void;
  /** Judges the step and goes to the next one. From the last step it sends the form. */
  readonly goOn: () => Promise<void>;
}

interface Place extends StepPlace {
  /**
   * True if the whole form was judged to be sent: problems that concern several fields are then shown as
   * well.
   */
  readonly isWhole?: boolean;
}

/**
 * Manages the visitor's position in the steps, also in the page's URL. Entered values belong to the enquiry
 * and stay when the step changes.
 */
export function useWalk(section: ContactFormSectionProps, enquiry: Enquiry): Walk {
  const { plan, lifecycle, elements, work } = enquiry;
  const { draft, dispatch, judge, validators } = work;
  const answer = section.post?.answer;
  const [place, setPlace] = useState<Place>(answer?.at ?? { step: '' });
  const heading = useRef<HTMLHeadingElement>(null);
  const isUnderWay = useRef(false);

  const problems = useStepProblems(enquiry, place.isWhole === true);
  const steps = useMemo(() => stepsOf(plan, problems), [plan, problems]);
  const isThere = place.step === checkStep || steps.some(({ name }) => name === place.step);
  const at = isThere ? place.step : (steps[0]?.name ?? '');
  const back = place.isChange ? checkStep : previousStep(steps, at);

  const judged = (values: Values) => {
    const judgement = judge(values, validators.module, stepwise);
    return stepsOf(judgement.plan, judgement.problems);
  };
  const settle = (next: Place) => {
    const here = steps.find(({ name }) => name === at)?.fields ?? [];
    const named = namedProblems(lifecycle).filter(({ problem }) => !here.includes(topOf(problem)));
    flushSync(() => {
      dispatch({ type: 'moved', named });
      setPlace(next);
    });
  };
  const move = (next: Place, field?: string) => {
    // The URL must change before the step: the browser's history stores the former page's title, which must
    // not change afterwards.
    if (next.step !== at) remember(section, next);
    settle(next);
    if (field === undefined || !elements.fields.current?.focusField(field)) heading.current?.focus();
  };
  const tell = ({ name, problems: told }: Step, next: Omit<Place, 'step'>) => {
    if (name !== at) {
      remember(section, { ...next, step: name });
      settle({ ...next, step: name });
      heading.current?.focus();
      dispatch({ type: 'submitted' });
    }
    flushSync(() => {
      setPlace({ ...next, step: name });
      dispatch({ type: 'refused', count: told.length });
    });
    onceMessagesAreKnown(() => told.some((problem) => elements.fields.current?.focusField(problem.field)));
  };

  const goTo = ({ step, isChange = false }: StepPlace, field?: string) =>
    move({ step: stepAt(judged(enquiry.enteredNow()), step), isChange }, field);

  const goOn = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      const isLast = at === checkStep;
      const values = enquiry.enteredNow();
      if (!isLast) dispatch({ type: 'submitted' });
      const module = plan.type && (await validatorsInTime({ validators }, plan.type));
      const judgement = judge(values, module, isLast ? undefined : stepwise);
      const now = stepsOf(judgement.plan, judgement.problems);
      if (isLast) {
        const wrong = now.find((step) => step.problems.length > 0);
        if (wrong) tell(wrong, { isChange: true, isWhole: true });
        else await enquiry.submit(section.submissionUrl ?? pageAddress(location.href));
        return;
      }
      const own = now.find(({ name }) => name === at);
      if (own && own.problems.length > 0) return tell(own, place);
      const wanted = place.isChange ? checkStep : nextStep(now, at);
      const step = stepAt(now, wanted);
      const wrong = step === wanted ? undefined : now.find(({ name }) => name === step);
      if (wrong) tell(wrong, { isChange: place.isChange === true });
      else move({ step });
    } finally {
      isUnderWay.current = false;
    }
  };

  useAddress(section, {
    isAnswer: isAnswer(answer),
    open: () => {
      // For answers restored by a link, the visitor goes to the first step with something missing.
      const isResumed = answer?.outcome.kind === 'resumed' && answer.outcome.isFound;
      const asked = stepIn(location.href) ?? (isResumed ? checkStep : undefined);
      if (asked === undefined) return undefined;
      const now = judged({ ...draft.values(), ...(isResumed && answer?.entered) });
      if (now.length === 0) return undefined;
      const step = stepAt(now, asked);
      setPlace({ step, isChange: isChangeOf(history.state) });
      return step;
    },
    arrive: (asked) => {
      const now = judged(enquiry.enteredNow());
      if (now.length === 0) return undefined;
      const step = stepAt(now, asked);
      // Links to a fragment of the page also cause this event.
      if (step === at) return step;
      settle({ step, isChange: isChangeOf(history.state) });
      heading.current?.focus();
      return step;
    },
  });
  // A problem that the server reported belongs to a field of a step, but the last step has no fields. This
  // effect runs before the focus moves to the failure message.
  useLayoutEffect(() => {
    if (lifecycle.state !== 'error' || at !== checkStep) return;
    const [first] = lifecycle.named;
    const step = first && stepOfField(steps, topOf(first.problem));
    if (!step) return;
    const next = { step: step.name, isChange: true };
    remember(section, next);
    setPlace(next);
    onceMessagesAreKnown(() => elements.fields.current?.focusField(first.problem.field));
  }, [lifecycle, at, steps, section, elements]);

  return { steps, at, back, heading, goTo, goOn };
}

/**
 * Returns the problems beside the fields after a step was refused. Problems of the form as a whole are
 * included only after the visitor tried to send it.
 */
function useStepProblems({ work, entered, lifecycle }: Enquiry, isWhole: boolean): readonly Problem[] {
  const { judge, validators } = work;
  const { module } = validators;
  const isJudging = isChecked(lifecycle);
  const found = useMemo(
    () => (isJudging ? judge(entered, module, isWhole ? undefined : stepwise).problems : []),
    [isJudging, judge, entered, module, isWhole],
  );
  const named = namedProblems(lifecycle);
  return useMemo(() => {
    const fields = new Set(found.map(({ field }) => field));
    return [...found, ...named.map(({ problem }) => problem).filter(({ field }) => !fields.has(field))];
  }, [found, named]);
}

interface Arrivals {
  /** True if the page answers a post, which has no scripts. */
  readonly isAnswer: boolean;
  /**
   * Called when the page opens. Returns the step that is shown if the URL or a link to saved answers requests
   * one.
   */
  readonly open: () => string | undefined;
  /**
   * Called when the browser goes back or forward to a step. Returns the step that is shown, if the type has
   * steps.
   */
  readonly arrive: (asked: string | undefined) => string | undefined;
}

/** Follows the page's URL: the step when the page opens, and the browser's Back and Forward. */
function useAddress(section: ContactFormSectionProps, { isAnswer, open, arrive }: Arrivals): void {
  const latest = useRef({ open, arrive });
  latest.current = { open, arrive };
  const isOwn = isPagesOwn(section);
  useLayoutEffect(() => {
    if (!isOwn || isAnswer) return;
    correct(stepIn(location.href), latest.current.open());
    const follow = () => {
      const wanted = stepIn(location.href);
      correct(wanted, latest.current.arrive(wanted));
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [isOwn, isAnswer]);
}

/** Replaces the URL of a step that cannot be shown yet by that of the step that is shown. */
function correct(asked: string | undefined, shown: string | undefined): void {
  if (asked !== undefined && shown !== undefined && asked !== shown)
    history.replaceState(history.state, '', stepAddress(location.href, shown));
}

/**
 * Adds a step to the browser's history. Steps of a dialog and of a second section have no URLs, because the
 * URL belongs to the page.
 */
function remember(section: ContactFormSectionProps, { step, isChange = false }: StepPlace) {
  if (isPagesOwn(section))
    history.pushState({ ...history.state, isChange }, '', stepAddress(location.href, step));
}

/**
 * Returns true if a page answers a post and so has no scripts. A page opened by a link to saved answers has
 * scripts.
 */
export function isAnswer(answer: PostAnswer | undefined): boolean {
  return answer !== undefined && answer.outcome.kind !== 'resumed';
}

function isChangeOf(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isChange' in state && state.isChange === true;
}

function topOf({ field }: Problem): string {
  return field.split('/')[0] ?? field;
}
