import type { ReactNode } from 'react';
import { ContactFormModal, ContactFormSection, type Validators } from '../contact/index.ts';
import type { PageData } from './data.ts';

/** The form of a page in its placement: drawn by the server, taken over by the browser with the same data. */
export function PageForm({
  data: { form, ticket, key },
  validators,
}: {
  readonly data: PageData;
  readonly validators: Validators;
}): ReactNode {
  const { section, answer, isOpened } = form;
  const props = { ...section, ticket, validators, post: { key, ...(answer && { answer }) } };
  switch (form.placement) {
    case 'modal':
      return isOpened ? <ContactFormSection {...props} inModal /> : <ContactFormModal {...props} />;
    case 'inline':
      return <ContactFormSection {...props} />;
    case 'landing':
      return <ContactFormSection {...props} isForLanding />;
  }
}
