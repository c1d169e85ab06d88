import { type FormType, type Plan, resolve, toSituation } from '#engine';
import { getInitialContent } from './preset/section-data.ts';
import type { ContactFormSectionProps } from './props.ts';

/**
 * Returns the plan with which a section opens: the one that the server resolved, else a new one for the
 * values of an earlier post.
 */
export function resolveOpeningPlan(props: ContactFormSectionProps): Plan {
  if (props.post?.plan) return props.post.plan;
  const entered = props.post?.answer?.entered ?? props.initialValues ?? {};
  return resolve(props.form, toSituation({ ...props, ...getInitialContent(props), entered }));
}

/**
 * Returns the type with which a section opens; undefined if it offers none. The modules that render it must
 * be loaded before hydration.
 */
export function getOpeningType(props: ContactFormSectionProps): FormType | undefined {
  return resolveOpeningPlan(props).type;
}
