import type { ContactFormSectionProps, Validators } from './props.ts';
import type { FormView } from './section-data.ts';

/** Returns the props of a section that follow from the form of a server and its placement. */
export function getPlacedSectionProps(
  { section, placement, prefill }: Pick<FormView, 'section' | 'placement' | 'prefill'>,
  validators: Validators,
): ContactFormSectionProps {
  return {
    ...section,
    ...(prefill && { initialValues: prefill }),
    validators,
    inModal: placement === 'modal',
    isForLanding: placement === 'landing',
  };
}

/**
 * Returns true if a form is in a dialog that a button opens: its placement is `modal`, and the page does not
 * contain the form itself.
 */
export function isOpenedByButton({ placement, isOpened }: Pick<FormView, 'placement' | 'isOpened'>): boolean {
  return placement === 'modal' && !isOpened;
}
