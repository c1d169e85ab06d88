import type { ReactNode } from 'react';
import type { Plan } from '#engine';
import {
  ContactFormSection,
  type ContactFormSectionProps,
  LazyContactFormModal,
  type Validators,
} from '../contact/index.ts';
import type { PageData } from './data.ts';
import './retry-styles.ts';

/**
 * Renders the form of a page in its placement. The server renders it, and the browser hydrates it with the
 * same data.
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
  const inputs = getPageSectionProps(data, validators, plan);
  return <PlacedSection inputs={inputs} isDialog={inputs.inModal === true && !data.form.isOpened} />;
}

/** Renders the section, or if `isDialog` a button that opens it in a dialog. */
export function PlacedSection({
  inputs,
  isDialog,
}: {
  readonly inputs: ContactFormSectionProps;
  readonly isDialog: boolean;
}): ReactNode {
  return isDialog ? <LazyContactFormModal {...inputs} /> : <ContactFormSection {...inputs} />;
}

/** Returns the props of a section in a page of our own, whose form can be posted without scripts. */
export function getPageSectionProps(
  { form, ticket, key }: PageData,
  validators: Validators,
  plan?: Plan | undefined,
): ContactFormSectionProps {
  const { answer } = form;
  return {
    ...getPlacedSectionProps(form, validators),
    ticket,
    post: { key, ...(answer && { answer }), ...(plan && { plan }) },
  };
}

/** Returns the props of a section that pages of our own and embedded forms have in common. */
export function getPlacedSectionProps(
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
