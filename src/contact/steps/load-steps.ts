import { lazy } from '#widgets/lazy.ts';
import { useLoaded } from '#widgets/use-loaded.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type * as steppedFormModule from './stepped-form.tsx';

const steps = lazy<typeof steppedFormModule>(() => import('./stepped-form.tsx'));

/** Loads what draws a form in steps; gives it where it is at hand. */
export const { load: loadSteps, provide: provideSteps } = steps;

/** What draws a form in steps, where a section shows some type so, once it is there. */
export function useSteps({ inSteps = false, form }: Pick<ContactFormSectionProps, 'inSteps' | 'form'>) {
  const isNeeded = inSteps && form.types.some((type) => type.steps);
  const loaded = useLoaded(steps, isNeeded, 'a form in steps');
  return isNeeded ? loaded : undefined;
}
