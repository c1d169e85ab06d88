import type { ReactNode } from 'react';
import type { Plan } from '#engine';
import {
  ContactFormSection,
  type ContactFormSectionProps,
  getPlacedSectionProps,
  isOpenedByButton,
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
  return <PlacedSection inputs={inputs} isDialog={isOpenedByButton(data.form)} />;
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
