import { type ReactNode, type Ref, useLayoutEffect, useMemo, useState } from 'react';
import { createTextFormatter, needsScripts, type Plan, postNames, type TextFormatter } from '#engine';
import { memoizeByObject } from '#engine/model/memoize.ts';
import { reviewStep } from '#engine/resolve/steps.ts';
import { useIsHydrating } from '#widgets';
import { isMainSection } from '../enquiry/section-ids.ts';
import { EnquiryForm, type EnquiryFormProps } from '../form/enquiry-form.tsx';
import { HiddenInput } from '../form/post-fields.tsx';
import { PlainTextCopy } from '../section/copy.tsx';
import { isPostAnswer } from '../section-data.ts';
import { CheckAnswers } from './check-answers.tsx';
import { StepLink, type StepLinkContext } from './step-link.tsx';
import { getStepPageTitle, getStepTexts, type StepTexts } from './step-texts.ts';
import './steps.css';
import { type StepNavigation, useStepNavigation } from './use-step-navigation.ts';

/** Renders a form that shows one step at a time; for a type without steps, the whole form. */
export function SteppedForm(props: EnquiryFormProps): ReactNode {
  const { section, enquiry, headingLevel, text } = props;
  const { plan } = enquiry;
  const { form: piped } = enquiry.piped;
  const { form, post } = section;
  const isMain = isMainSection(section);
  const answer = post?.answer;
  const navigation = useStepNavigation(section, enquiry);
  const { steps, at } = navigation;
  const hasSteps = steps.length > 0;
  const isPosted = useIsHydrating() && post !== undefined;
  const stepTexts = getStepTexts({ form: piped, plan, steps, at, text });
  // The title appears in the browser's history and in analytics, so it must not contain answers.
  const titleTexts = useMemo(
    () => getStepTexts({ form, plan, steps, at, text: createTextFormatter(form, plan.textLocale) }),
    [form, plan, steps, at],
  );
  const problems = steps.find(({ name }) => name === at)?.problems ?? [];
  const stepPlan = useStepPlan(plan, navigation, text);
  useStepTitle(hasSteps && isMain && !isPostAnswer(answer) ? titleTexts : undefined, {
    hasProblems: problems.length > 0,
    text,
  });
  if (!hasSteps) return <EnquiryForm {...props} />;

  const isLast = at === reviewStep;
  const { idPrefix } = enquiry;
  const going: StepLinkContext = { isPosted, hasAddress: isMain, idPrefix, goTo: navigation.goTo };
  const innerHeadingLevel = headingLevel === 2 ? 3 : 4;
  const lead = (
    <>
      {isPosted && <HiddenInput name={postNames.step} value={at} />}
      {isPosted && answer?.at?.isChange && <HiddenInput name={postNames.isChange} value="1" />}
      <StepLead
        stepTexts={stepTexts}
        heading={navigation.heading}
        headingLevel={headingLevel}
        takesFocus={isPosted && answer?.outcome.kind === 'moved'}
        back={
          navigation.back !== undefined && (
            <StepLink
              going={going}
              place={{ step: navigation.back }}
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
      headingLevel={innerHeadingLevel}
      text={text}
    />
  );
  return (
    <EnquiryForm
      {...props}
      headingLevel={innerHeadingLevel}
      step={{ lead, isScripted: needsScripts(plan), ...(body && { body }) }}
      enquiry={{
        ...enquiry,
        plan: stepPlan,
        problems: isLast ? enquiry.problems : problems,
        isAwaitingPhotos: isLast && enquiry.isAwaitingPhotos,
        submit: navigation.submitStep,
      }}
    />
  );
}

/**
 * Returns the plan with only the fields and blocks of the current step; the last step has no fields and no
 * blocks. Its submit label is that of the form in the last step, else "Continue". A plan without steps is
 * returned unchanged.
 */
function useStepPlan(plan: Plan, { steps, at }: StepNavigation, text: TextFormatter): Plan {
  return useMemo(() => {
    if (steps.length === 0) return plan;
    const isLast = at === reviewStep;
    const fieldNames = new Set(steps.find(({ name }) => name === at)?.fields);
    const isLastWithFields = steps.at(-1)?.name === at;
    /**
     * Returns true if a block before this field is in the step. Undefined is the end of the form, which
     * belongs to the last step with fields.
     */
    const isInStep = (field: string | undefined) =>
      field === undefined ? isLastWithFields : fieldNames.has(field);
    const { type, blocks } = plan;
    return {
      ...plan,
      fields: plan.fields.filter(({ name }) => fieldNames.has(name)),
      ...(blocks && { blocks: blocks.filter(({ definition }) => isInStep(definition.before)) }),
      ...(type && { type: isLast ? { ...type, isDeciding: false } : removeLinks(type) }),
      submitLabel: isLast ? plan.submitLabel : text('step.continue'),
    };
  }, [plan, steps, at, text]);
}

type Type = NonNullable<Plan['type']>;

/**
 * Returns the type without its links, because only the last step shows them. The result is the same object
 * for the same type, because fields are compared by it.
 */
const removeLinks = memoizeByObject((type: Type): Type => ({ ...type, links: [] }));

/** Renders the beginning of a step: the link back, the progress, the title and the copy. */
function StepLead({
  stepTexts,
  heading,
  headingLevel,
  takesFocus,
  back,
}: {
  readonly stepTexts: StepTexts;
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
        <span className="sw-step-progress">{`${stepTexts.progress} `}</span>
        {stepTexts.title}
      </Heading>
      {stepTexts.copy !== undefined && <PlainTextCopy text={stepTexts.copy} className="sw-copy" />}
    </div>
  );
}

/**
 * Sets the page's title to that of the step. Restores the page's own title when the component unmounts and
 * while `stepTexts` is undefined; if it is undefined from the start, the title stays unchanged.
 */
function useStepTitle(
  stepTexts: StepTexts | undefined,
  { hasProblems, text }: { readonly hasProblems: boolean; readonly text: TextFormatter },
): void {
  const [page, setPage] = useState<string>();
  const title = stepTexts && page !== undefined && getStepPageTitle(stepTexts, { page, hasProblems, text });
  useLayoutEffect(() => {
    if (stepTexts === undefined || page !== undefined) return;
    // The server rendered the title of the step with which the page opens.
    const renderedStart = getStepPageTitle(stepTexts, { page: '', hasProblems: false, text });
    const { title: documentTitle } = document;
    setPage(
      documentTitle.startsWith(renderedStart) ? documentTitle.slice(renderedStart.length) : documentTitle,
    );
  }, [stepTexts, page, text]);
  useLayoutEffect(() => {
    if (page === undefined) return;
    document.title = title || page;
    return () => {
      document.title = page;
    };
  }, [title, page]);
}
