import { type ComponentType, useEffect, useState } from 'react';
import { createLazy } from '#widgets/lazy.ts';
import { useLazyModule } from '#widgets/use-lazy-module.ts';
import { EnquiryForm, type EnquiryFormProps } from '../form/enquiry-form.tsx';
import type { ContactFormSectionProps } from '../props.ts';
import type * as steppedFormModule from './stepped-form.tsx';

const lazySteppedForm = createLazy<typeof steppedFormModule>(() => import('./stepped-form.tsx'));

/** `loadSteps` loads the module of forms with steps; `provideSteps` sets it directly, on a server. */
export const { load: loadSteps, provide: provideSteps } = lazySteppedForm;

/**
 * Returns the component that renders the form of a section: `SteppedForm` if the section shows steps and a
 * type has some, else `EnquiryForm`. Undefined while the module of forms with steps is being loaded for it.
 * If it cannot be loaded, the result is `EnquiryForm` and stays so: a form that somebody fills in is not
 * replaced by another.
 */
export function useFormComponent({
  inSteps = false,
  form,
}: Pick<ContactFormSectionProps, 'inSteps' | 'form'>): ComponentType<EnquiryFormProps> | undefined {
  const isNeeded = inSteps && form.types.some((type) => type.steps);
  const loaded = useLazyModule(lazySteppedForm, isNeeded, 'a form in steps');
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (isNeeded && !loaded) lazySteppedForm.load().catch(() => setHasFailed(true));
  }, [isNeeded, loaded]);
  return isNeeded && !hasFailed ? loaded?.SteppedForm : EnquiryForm;
}
