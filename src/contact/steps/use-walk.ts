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

/** A visitor's way through the steps of a form. */
export interface Walk {
  /** Those that there are now, each with what is said of its fields; none where the type has no steps. */
  readonly steps: readonly Step[];
  /** Where the visitor is: the name of a step, or `checkStep`. */
  readonly at: string;
  /** The step that Back leads to. */
  readonly back: string | undefined;
  /** Takes the focus after a move. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Goes to a step, or as near as unanswered ones let through; to a field of it, where one is named. */
  readonly goTo: (place: StepPlace, field?: string) => void;
  /** Judges the step and goes on; from the last one it sends. */
  readonly goOn: () => Promise<void>;
}

interface Place extends StepPlace {
  /** The whole form was judged, because it was to be sent: what is wrong with several fields together is told as well. */
  readonly isWhole?: boolean;
}

/** Keeps where a visitor is, in the page's address as well; what was entered stays with the enquiry, whatever step is drawn. */
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
    // The browser's list of pages has a title for each: that of the former is not to change any more.
    if (next.step !== at) remember(section, next);
    settle(next);
    if (field === undefined || !elements.fields.current?.focusField(field)) heading.current?.focus();
  };
  /** Shows a step with what is wrong on it, and moves the focus to the first of that. */
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
      // Answers that a link brought are as good as given: only what is missing is asked for.
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
      // A link to a place on the page comes by here as well.
      if (step === at) return step;
      settle({ step, isChange: isChangeOf(history.state) });
      heading.current?.focus();
      return step;
    },
  });
  // What the server names stands on a step, and the last one has no fields to tell it at. Before the focus goes to the failure.
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

/** What is said beside fields once a step was refused: of the form as a whole only after it was to be sent. */
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
  /** A post is answered: no script walks. */
  readonly isAnswer: boolean;
  /** The page opens; gives the step that is shown where the address, or what a link brought, asks for one. */
  readonly open: () => string | undefined;
  /** The browser's Back or Forward leads to a step; gives the one that is shown, if the type has some. */
  readonly arrive: (asked: string | undefined) => string | undefined;
}

/** Follows the page's address: what it names when the page opens, and where the browser's Back and Forward lead. */
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

/** The address of a step that is not to be reached yet gives way to that of the one that is shown. */
function correct(asked: string | undefined, shown: string | undefined): void {
  if (asked !== undefined && shown !== undefined && asked !== shown)
    history.replaceState(history.state, '', stepAddress(location.href, shown));
}

/** A dialog's steps have no addresses: the page's own is what stands behind it. Nor have those of a second section. */
function remember(section: ContactFormSectionProps, { step, isChange = false }: StepPlace) {
  if (isPagesOwn(section))
    history.pushState({ ...history.state, isChange }, '', stepAddress(location.href, step));
}

/** Whether a page answers a post, so that no script walks; one that a link to saved answers leads to has scripts. */
export function isAnswer(answer: PostAnswer | undefined): boolean {
  return answer !== undefined && answer.outcome.kind !== 'resumed';
}

function isChangeOf(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isChange' in state && state.isChange === true;
}

function topOf({ field }: Problem): string {
  return field.split('/')[0] ?? field;
}
