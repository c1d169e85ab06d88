import type { Placement } from '../../src/contact/index.ts';
import { createSectionProps } from '../../src/contact/testing/inputs.ts';
import type { FormContent } from '../../src/package/react.ts';

/** Returns a form as a server passes it to a host's page. */
export function createFormContent({
  placement = 'inline',
  inSteps = false,
}: {
  readonly placement?: Placement;
  readonly inSteps?: boolean;
} = {}): FormContent {
  const {
    validators: _validators,
    submissionUrl: _submissionUrl,
    ...section
  } = createSectionProps({ inSteps });
  return {
    version: 1,
    ticket: 't',
    address: 'https://forms.example/contact',
    locale: 'en',
    dir: 'ltr',
    form: { placement, isShown: true, section, validators: 'https://forms.example/forms/x/:type.js' },
  };
}
