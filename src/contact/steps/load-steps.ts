import { createLazy } from '#widgets/lazy.ts';
import { useLazyModule } from '#widgets/use-lazy-module.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type * as steppedFormModule from './stepped-form.tsx';

const lazySteppedForm = createLazy<typeof steppedFormModule>(() => import('./stepped-form.tsx'));

/** `loadSteps` loads the module of forms with steps; `provideSteps` sets it directly, on a server. */
export const { load: loadSteps, provide: provideSteps } = lazySteppedForm;

/**
 * Returns the module of forms with steps; undefined until it is loaded, and if the section shows no type in
 * steps.
 */
export function useSteppedForm({ inSteps = false, form }: Pick<ContactFormSectionProps, 'inSteps' | 'form'>) {
  const isNeeded = inSteps && form.types.some((type) => type.steps);
  const loaded = useLazyModule(lazySteppedForm, isNeeded, 'a form in steps');
  return isNeeded ? loaded : undefined;
}
