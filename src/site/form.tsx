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
  return <PlacedForm inputs={inputs} isDialog={inputs.inModal === true && !data.form.isOpened} />;
}

/** A section in its placement: where it is, or in a dialog behind a button. */
export function PlacedForm({
  inputs,
  isDialog,
}: {
  readonly inputs: ContactFormSectionProps;
  readonly isDialog: boolean;
}): ReactNode {
  return isDialog ? <ContactFormModal {...inputs} /> : <ContactFormSection {...inputs} />;
}

/** The inputs of the section on a page. */
export function sectionInputs(
  { form, ticket, key }: PageData,
  validators: Validators,
  plan?: Plan | undefined,
): ContactFormSectionProps {
  const { answer } = form;
  return {
    ...placedInputs(form, validators),
    ticket,
    post: { key, ...(answer && { answer }), ...(plan && { plan }) },
  };
}

/** The inputs of a section wherever it stands, but for what a page adds. */
export function placedInputs(
  { section, placement }: PageData['form'],
  validators: Validators,
): ContactFormSectionProps {
  return {
    ...section,
    validators,
    inModal: placement === 'modal',
    isForLanding: placement === 'landing',
  };
}
