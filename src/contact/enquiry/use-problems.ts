import { useCallback, useMemo, useRef, useState } from 'react';
import {
  createResolve,
  type Form,
  type Plan,
  type Problem,
  problemMessage,
  type ResolvePlan,
  type Situation,
  type Values,
} from '#engine';
import { isEqualJson } from '#engine/resolve/reuse-equal.ts';
import type { ValidatorModule } from '#widgets';
import { getSendablePhotos } from '#widgets/photos/judge-photos.ts';
import type { PhotosController } from '#widgets/photos/photos.ts';
import { type JudgeOptions, judgeAsSent, type PageJudgement } from '../judge-as-sent.ts';
import { getNamedProblems, isChecked, type Lifecycle } from '../lifecycle.ts';
import type { JudgedValues } from '../typing/judge-change.ts';
import { lazyTyping } from '../typing/load-typing.ts';

/**
 * Judges an enquiry with given values and the current photos, in the same way as the server. Without
 * `module`, the values are not validated against the schema. `heeded` selects the schema errors that count;
 * absent: all do.
 */
export type JudgeEntered = (
  entered: Values,
  module: ValidatorModule | undefined,
  heeded?: JudgeOptions['heeded'],
) => PageJudgement;

/**
 * Returns a function that judges an enquiry of the section; a new function whenever it may return other
 * problems.
 * @param paths The paths of the photos to be sent, by field. They only show that the photos have changed.
 */
export function useJudge({
  form,
  situation,
  resolve,
  photos,
  paths,
  isLater,
}: {
  readonly form: Form;
  readonly situation: Situation;
  readonly resolve: ResolvePlan;
  readonly photos: PhotosController;
  readonly paths: Values;
  /** True if photos without a connection can be sent later. */
  readonly isLater: boolean;
}): JudgeEntered {
  const [resolveSent] = useState(createResolve);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the result depends on the photos, too
  return useCallback(
    (entered, module, heeded) => {
      const plan = resolve(form, { ...situation, entered });
      const taken = getSendablePhotos(photos.getSnapshot(), plan, isLater);
      const values = Object.keys(taken).length === 0 ? entered : { ...entered, ...taken };
      const resolvers = [resolve, resolveSent] as const;
      return judgeAsSent(form, { ...situation, entered: values }, module, { heeded, resolvers });
    },
    [form, situation, resolve, resolveSent, photos, paths, isLater],
  );
}

interface ProblemInputs {
  readonly form: Form;
  readonly plan: Plan;
  /** Returns all entered values, pending text included. The function changes when a value is committed. */
  readonly values: () => Values;
  readonly module: ValidatorModule | undefined;
  readonly lifecycle: Lifecycle;
  readonly judge: JudgeEntered;
  readonly situation: Situation;
}

/**
 * Returns the problems beside the fields: those of the page, if a submit has judged the form, and the
 * server's for other fields. `messageOf` returns the server's message if it sent one, and caches others.
 * `isOutdated` judges the current values and returns true if an input may have changed the problems, or may
 * end a failure.
 */
export function useProblems({ plan, values, lifecycle, ...judging }: ProblemInputs): {
  readonly problems: readonly Problem[];
  readonly messageOf: (problem: Problem) => string;
  readonly isOutdated: () => boolean;
} {
  const isJudging = isChecked(lifecycle);
  const { form } = judging;
  const judgeNow = useCachedJudge({ values, ...judging });
  const found = useMemo(() => (isJudging ? judgeNow() : []), [isJudging, judgeNow]);
  const named = getNamedProblems(lifecycle);
  const problems = useMemo(() => {
    const fields = new Set(found.map(({ field }) => field));
    return [...found, ...named.map(({ problem }) => problem).filter(({ field }) => !fields.has(field))];
  }, [found, named]);
  const labelledPlan = usePlanForMessages(plan);
  const messageOf = useMemo(() => {
    const cached = new Map<string, string>();
    return (problem: Problem) => {
      const byServer = named.find((one) => one.problem === problem)?.message;
      if (byServer !== undefined) return byServer;
      const key = JSON.stringify(problem);
      const message = cached.get(key) ?? problemMessage(form, labelledPlan, problem);
      cached.set(key, message);
      return message;
    };
  }, [named, form, labelledPlan]);
  const isOutdated = useCallback(
    // The server's problem of a field disappears with the first edit.
    () => named.length > 0 || lifecycle.state === 'error' || !isEqualJson(judgeNow(), found),
    [named, lifecycle, judgeNow, found],
  );
  return { problems, messageOf, isOutdated };
}

/** The problems of the last call, with what they depend on. */
interface CachedVerdict extends JudgedValues, Pick<ProblemInputs, 'judge' | 'module'> {}

/**
 * Returns a function that judges the current values. If they are equal to those of the previous call, it
 * returns the cached problems; so a commit right after a judged input costs nothing. If one field changed,
 * only that field may be judged anew.
 */
function useCachedJudge({
  form,
  situation,
  values,
  judge,
  module,
}: Omit<ProblemInputs, 'plan' | 'lifecycle'>): () => readonly Problem[] {
  const last = useRef<CachedVerdict>(undefined);
  return useCallback(() => {
    const currentValues = values();
    const { current } = last;
    const former = current?.judge === judge && current.module === module ? current : undefined;
    if (former && isEqualJson(former.values, currentValues)) return former.problems;
    const verdict =
      (former && lazyTyping.loaded()?.judgeChange({ form, situation, module }, former, currentValues)) ??
      judge(currentValues, module);
    last.current = { ...verdict, judge, module, values: currentValues };
    return verdict.problems;
  }, [form, situation, values, judge, module]);
}

/**
 * Returns the former plan as long as the type, the language and the labels are the same, so that cached
 * messages stay valid.
 */
function usePlanForMessages(plan: Plan): Plan {
  const latest = useRef(plan);
  const { current } = latest;
  const isSame =
    current.type === plan.type &&
    current.textLocale === plan.textLocale &&
    current.fields.length === plan.fields.length &&
    current.fields.every(({ label }, at) => label === plan.fields[at]?.label);
  if (!isSame) latest.current = plan;
  return latest.current;
}
