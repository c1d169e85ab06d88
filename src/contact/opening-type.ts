import { type FormType, resolve } from '#engine';
import type { ContactFormSectionProps } from './props.ts';
import { initialEventTitles, situationOf } from './situation.ts';

/** The type that a section opens with: what drawing it takes must be there before a page takes over what a server drew. */
export function openingType(props: ContactFormSectionProps): FormType | undefined {
  const eventTitles = initialEventTitles(props.futureEventTitles);
  return resolve(props.form, situationOf(props, { entered: props.post?.answer?.entered ?? {}, eventTitles }))
    .type;
}
