import type { ReactNode } from 'react';
import { ContactFormModal, ContactFormSection, type Validators } from '../contact/index.ts';
import type { PageData } from './data.ts';

/** The form of a page in its placement: drawn by the server, taken over by the browser with the same data. */
export function PageForm({
  data: { form, ticket },
  validators,
}: {
  readonly data: PageData;
  readonly validators: Validators;
}): ReactNode {
  const props = { ...form.section, ticket, validators };
  switch (form.placement) {
    case 'modal':
      return <ContactFormModal {...props} />;
    case 'inline':
      return <ContactFormSection {...props} />;
    case 'landing':
      return <ContactFormSection {...props} isForLanding />;
  }
}
