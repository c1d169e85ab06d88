import type { ReactNode } from 'react';
import {
  ContactFormModal,
  ContactFormSection,
  type ContactFormSectionProps,
  type Validators,
} from '../contact/index.ts';
import type { PageData } from './data.ts';

/** The form of a page in its placement: drawn by the server, taken over by the browser with the same data. */
export function PageForm({
  data,
  validators,
}: {
  readonly data: PageData;
  readonly validators: Validators;
}): ReactNode {
  const inputs = sectionInputs(data, validators);
  return inputs.inModal && !data.form.isOpened ? (
    <ContactFormModal {...inputs} />
  ) : (
    <ContactFormSection {...inputs} />
  );
}

/** The inputs of the section on a page. */
export function sectionInputs(
  { form, ticket, key }: PageData,
  validators: Validators,
): ContactFormSectionProps {
  const { section, answer, placement } = form;
  return {
    ...section,
    ticket,
    validators,
    post: { key, ...(answer && { answer }) },
    inModal: placement === 'modal',
    isForLanding: placement === 'landing',
  };
}
