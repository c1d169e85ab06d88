import { type EventTitles, type FormType, type Plan, resolve, toSituation } from '#engine';
import type { ContactFormSectionProps } from './props.ts';

/**
 * Returns the initial state of event titles: ready if the page contains them, otherwise loading until they
 * are fetched.
 */
export function getInitialEventTitles(titles: readonly string[] | undefined): EventTitles {
  return titles === undefined ? { state: 'loading' } : { state: 'ready', titles };
}

/**
 * Returns the plan with which a section opens: the one that the server resolved, else a new one for the
 * values of an earlier post.
 */
export function resolveOpeningPlan(props: ContactFormSectionProps): Plan {
  if (props.post?.plan) return props.post.plan;
  const entered = props.post?.answer?.entered ?? props.initialValues ?? {};
  const eventTitles = getInitialEventTitles(props.futureEventTitles);
  return resolve(props.form, toSituation({ ...props, entered, eventTitles }));
}

/**
 * Returns the type with which a section opens; undefined if it offers none. The modules that render it must
 * be loaded before hydration.
 */
export function getOpeningType(props: ContactFormSectionProps): FormType | undefined {
  return resolveOpeningPlan(props).type;
}
