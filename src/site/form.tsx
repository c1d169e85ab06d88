import type { ReactNode } from 'react';
import type { Plan } from '#engine';
import {
  ContactFormModal,
  ContactFormSection,
  type ContactFormSectionProps,
  type Validators,
} from '../contact/index.ts';
import type { PageData } from './data.ts';

/**
 * The form of a page in its placement. The server renders it, and the browser hydrates it with the same data.
 */
export function PageForm({
  data,
  validators,
  plan,
}: {
  readonly data: PageData;
  readonly validators: Validators;
  /** The plan with which the form opens, if the server has resolved it. */
  readonly plan?: Plan | undefined;
}): ReactNode {
  const inputs = sectionInputs(data, validators, plan);
  return <PlacedForm inputs={inputs} isDialog={inputs.inModal === true && !data.form.isOpened} />;
}

/** A section in its placement: inline, or in a dialog behind a button. */
export function PlacedForm({
  inputs,
  isDialog,
}: {
  readonly inputs: ContactFormSectionProps;
  readonly isDialog: boolean;
}): ReactNode {
  return isDialog ? <ContactFormModal {...inputs} /> : <ContactFormSection {...inputs} />;
}

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

/** Returns the props of a section without those that only a page of our own adds. */
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
