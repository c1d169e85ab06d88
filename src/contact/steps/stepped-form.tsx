import { type ReactNode, type Ref, useLayoutEffect, useMemo, useState } from 'react';
import { needsScripts, type Plan, postNames, type Text, textsOf } from '#engine';
import { checkStep } from '#engine/steps.ts';
import { useIsHydrating } from '#widgets';
import { isPagesOwn } from '../enquiry/section-ids.ts';
import { EnquiryForm, type EnquiryFormProps } from '../form/enquiry-form.tsx';
import { Hidden } from '../form/post-fields.tsx';
import { Copy } from '../section/copy.tsx';
import { CheckAnswers } from './check-answers.tsx';
import { type Going, StepLink } from './step-link.tsx';
import { pageTitle, type StepWords, stepWords } from './step-words.ts';
import './steps.css';
import { isAnswer, useWalk, type Walk } from './use-walk.ts';

/** A form that shows one step at a time; for a type without steps, the whole form. */
export function SteppedForm(props: EnquiryFormProps): ReactNode {
  const { section, enquiry, headingLevel, text } = props;
  const { plan } = enquiry;
  const { form: piped } = enquiry.piped;
  const { form, post } = section;
  const isOwn = isPagesOwn(section);
  const answer = post?.answer;
  const walk = useWalk(section, enquiry);
  const { steps, at } = walk;
  const hasSteps = steps.length > 0;
  const isPosted = useIsHydrating() && post !== undefined;
  const words = stepWords({ form: piped, plan, steps, at, text });
  // The title appears in the browser's history and in analytics, so it must not contain answers.
  const titleWords = useMemo(
    () => stepWords({ form, plan, steps, at, text: textsOf(form, plan.textLocale) }),
    [form, plan, steps, at],
  );
  const problems = steps.find(({ name }) => name === at)?.problems ?? [];
  const drawn = useStepPlan(plan, walk, text);
  useTitle(hasSteps && isOwn && !isAnswer(answer) ? titleWords : undefined, {
    hasProblems: problems.length > 0,
    text,
  });
  if (!hasSteps) return <EnquiryForm {...props} />;

  const isLast = at === checkStep;
  const { idPrefix } = enquiry;
  const going: Going = { isPosted, hasAddress: isOwn, idPrefix, goTo: walk.goTo };
  const inner = headingLevel === 2 ? 3 : 4;
  const lead = (
    <>
      {isPosted && <Hidden name={postNames.step} value={at} />}
      {isPosted && answer?.at?.isChange && <Hidden name={postNames.isChange} value="1" />}
      <Lead
        words={words}
        heading={walk.heading}
        headingLevel={headingLevel}
        takesFocus={isPosted && answer?.outcome.kind === 'moved'}
        back={
          walk.back !== undefined && (
            <StepLink
              going={going}
              place={{ step: walk.back }}
              className="sw-button sw-button--quiet sw-back"
            >
              {text('step.back')}
            </StepLink>
          )
        }
      />
    </>
  );
  const body = isLast && (
    <CheckAnswers
      form={piped}
      plan={plan}
      steps={steps}
      photos={enquiry.photos}
      stored={answer?.photos ?? []}
      going={going}
      headingLevel={inner}
      text={text}
    />
  );
  return (
    <EnquiryForm
      {...props}
      headingLevel={inner}
      step={{ lead, isScripted: needsScripts(plan), ...(body && { body }) }}
      enquiry={{
        ...enquiry,
        plan: drawn,
        problems: isLast ? enquiry.problems : problems,
        isAwaitingPhotos: isLast && enquiry.isAwaitingPhotos,
        submit: walk.goOn,
      }}
    />
  );
}

/** Returns the part of a plan for the current step; the last step has no fields. */
function useStepPlan(plan: Plan, { steps, at }: Walk, text: Text): Plan {
  return useMemo(() => {
    if (steps.length === 0) return plan;
    const isLast = at === checkStep;
    const own = new Set(steps.find(({ name }) => name === at)?.fields);
    const isEnd = steps.at(-1)?.name === at;
    const standsHere = (field: string | undefined) => (field === undefined ? isEnd : own.has(field));
    const { type, blocks } = plan;
    return {
      ...plan,
      fields: plan.fields.filter(({ name }) => own.has(name)),
      ...(blocks && { blocks: blocks.filter(({ definition }) => standsHere(definition.before)) }),
      ...(type && { type: isLast ? { ...type, isDeciding: false } : withoutLinks(type) }),
      submitLabel: isLast ? plan.submitLabel : text('step.continue'),
    };
  }, [plan, steps, at, text]);
}

type Type = NonNullable<Plan['type']>;

const linkless = new WeakMap<Type, Type>();

/**
 * Returns the type without its links, which are shown on the last step. The result is the same object for the
 * same type, because fields are compared by it.
 */
function withoutLinks(type: Type): Type {
  const known = linkless.get(type) ?? { ...type, links: [] };
  linkless.set(type, known);
  return known;
}

function Lead({
  words,
  heading,
  headingLevel,
  takesFocus,
  back,
}: {
  readonly words: StepWords;
  readonly heading: Ref<HTMLHeadingElement>;
  readonly headingLevel: 2 | 3 | 4;
  /** True to focus the heading when the page is loaded, if no script moves the focus. */
  readonly takesFocus: boolean;
  readonly back: ReactNode;
}): ReactNode {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="sw-step">
      {back}
      <Heading className="sw-step-title" ref={heading} tabIndex={-1} autoFocus={takesFocus}>
        <span className="sw-step-progress">{`${words.progress} `}</span>
        {words.title}
      </Heading>
      {words.copy !== undefined && <Copy text={words.copy} className="sw-copy" />}
    </div>
  );
}

/** Keeps the page's title in step with the form; without steps the title is not changed. */
function useTitle(
  words: StepWords | undefined,
  { hasProblems, text }: { readonly hasProblems: boolean; readonly text: Text },
): void {
  const [page, setPage] = useState<string>();
  const title = words && page !== undefined && pageTitle(words, { page, hasProblems, text });
  useLayoutEffect(() => {
    if (words === undefined || page !== undefined) return;
    // The server rendered the title of the step with which the page opens.
    const drawn = pageTitle(words, { page: '', hasProblems: false, text });
    const { title: whole } = document;
    setPage(whole.startsWith(drawn) ? whole.slice(drawn.length) : whole);
  }, [words, page, text]);
  useLayoutEffect(() => {
    if (page === undefined) return;
    document.title = title || page;
    return () => {
      document.title = page;
    };
  }, [title, page]);
}
