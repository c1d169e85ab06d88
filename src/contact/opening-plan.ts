import { type EventTitles, type FormType, type Plan, resolve, situationOf } from '#engine';
import type { ContactFormSectionProps } from './props.ts';

/** Titles that came with the page are ready; others count as loading until someone asks for them and they are fetched. */
export function initialEventTitles(titles: readonly string[] | undefined): EventTitles {
  return titles === undefined ? { state: 'loading' } : { state: 'ready', titles };
}

/** The plan that a section opens with: as it was handed over, else made here. */
export function openingPlan(props: ContactFormSectionProps): Plan {
  if (props.post?.plan) return props.post.plan;
  const entered = props.post?.answer?.entered ?? {};
  const eventTitles = initialEventTitles(props.futureEventTitles);
  return resolve(props.form, situationOf({ ...props, entered, eventTitles }));
}

/** The type that a section opens with: what drawing it takes must be there before a page hydrates what a server drew. */
export function openingType(props: ContactFormSectionProps): FormType | undefined {
  return openingPlan(props).type;
}
