import type { ReactNode } from 'react';
import type { Plan } from '#engine';
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
  plan,
}: {
  readonly data: PageData;
  readonly validators: Validators;
  /** The plan that it opens with, where the server has made it. */
  readonly plan?: Plan | undefined;
}): ReactNode {
  const inputs = sectionInputs(data, validators, plan);
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
  plan?: Plan | undefined,
): ContactFormSectionProps {
  const { section, answer, placement } = form;
  return {
    ...section,
    ticket,
    validators,
    post: { key, ...(answer && { answer }), ...(plan && { plan }) },
    inModal: placement === 'modal',
    isForLanding: placement === 'landing',
  };
}
