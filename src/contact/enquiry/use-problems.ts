import { useCallback, useMemo } from 'react';
import {
  type Form,
  type Plan,
  type Problem,
  problemMessage,
  resolve,
  type Situation,
  type Values,
} from '#engine';
import type { ValidatorModule } from '#widgets';
import { photoValues } from '#widgets/photos/judge-photos.ts';
import type { Photos } from '#widgets/photos/photos.ts';
import { type Judgement, judgeAsSent } from '../judge-as-sent.ts';
import { isChecked, type Lifecycle, namedProblems } from '../lifecycle.ts';

/** Judges an enquiry with some values entered, and with the photos there are, as the server will. */
export type Judge = (
  entered: Values,
  module: ValidatorModule | undefined,
  heeded?: Parameters<typeof judgeAsSent>[3],
) => Judgement;

/** A section's judge; another one whenever the verdict on the same values may be another. */
export function useJudge({
  form,
  situation,
  photos,
  paths,
}: {
  readonly form: Form;
  readonly situation: Situation;
  readonly photos: Photos;
  /** The photos that would be sent now. */
  readonly paths: Values;
}): Judge {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other photos the verdict may be another
  return useCallback(
    (entered, module, heeded) => {
      const plan = resolve(form, { ...situation, entered });
      const values = { ...entered, ...photoValues(photos.getSnapshot(), plan) };
      return judgeAsSent(form, { ...situation, entered: values }, module, heeded);
    },
    [form, situation, photos, paths],
  );
}

/** What problems depend on. */
interface ProblemInputs {
  readonly form: Form;
  readonly plan: Plan;
  readonly entered: Values;
  readonly module: ValidatorModule | undefined;
  readonly lifecycle: Lifecycle;
  readonly judge: Judge;
}

/** The problems that the page finds once a submit has judged it, and those that the server named where the page finds none, in the server's words. */
export function useProblems({ form, plan, entered, module, lifecycle, judge }: ProblemInputs): {
  readonly problems: readonly Problem[];
  readonly messageOf: (problem: Problem) => string;
} {
  const isJudging = isChecked(lifecycle);
  const found = useMemo(
    () => (isJudging ? judge(entered, module).problems : []),
    [isJudging, judge, entered, module],
  );
  const named = namedProblems(lifecycle);
  const problems = useMemo(() => {
    const fields = new Set(found.map(({ field }) => field));
    return [...found, ...named.map(({ problem }) => problem).filter(({ field }) => !fields.has(field))];
  }, [found, named]);
  const messageOf = useCallback(
    (problem: Problem) =>
      named.find((one) => one.problem === problem)?.message ?? problemMessage(form, plan, problem),
    [named, form, plan],
  );
  return { problems, messageOf };
}
