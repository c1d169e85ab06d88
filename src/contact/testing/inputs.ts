import { type Form, type Office, toClientForm } from '#engine';
import { compileFrozenForm, createTestValidators } from '#widgets/testing/forms.ts';
import type { ContactFormSectionProps, Validators } from '../props.ts';

const shipped = toClientForm(compileFrozenForm(), { locale: 'en' });

/** A domestic office with all services. */
export const poole: Office = {
  id: 11,
  name: 'Poole',
  title: 'Yard',
  email: 'x',
  sortOrder: 1,
  services: ['general', 'sales', 'service'],
  site: { id: 1, isInternational: false },
};

/** A domestic office for service only. */
export const cowes: Office = {
  ...poole,
  id: 12,
  name: 'Cowes',
  title: null,
  sortOrder: 2,
  services: ['service'],
};

/** The enquiry types of the shipped form, as content lists them. */
const types = [
  { id: 3, name: 'General' },
  { id: 6, name: 'Sales' },
  { id: 7, name: 'Service' },
  { id: 8, name: 'Valuation' },
  { id: 5, name: 'Careers' },
  { id: 9, name: 'Event' },
] as const;

/** Returns the props of a plain section on a domestic site, with some replaced. */
export function createSectionProps(more: Partial<ContactFormSectionProps> = {}): ContactFormSectionProps {
  const { form = shipped } = more;
  return {
    enquiryTypes: types,
    offices: [poole, cowes],
    contactForm: {
      formTitle: 'Write to us',
      formCopy: 'We answer within a day.\n\nOn Sundays we sail.',
      thankYouHeading: 'Fair winds',
      thankYouMessage: 'We have your enquiry.',
    },
    yachtModels: [{ name: 'Kestrel 38' }, { name: 'Osprey 52' }],
    form,
    site: {
      id: 1,
      domain: 'yard.example',
      isInternational: false,
      socials: [
        { link: 'https://social.example/yard', type: 'instagram' },
        { link: 'https://harbour.example/yard', type: 'harbour' },
      ],
    },
    locale: 'en',
    today: '2026-11-21',
    validators: createLazyValidators(form),
    endpoints: { graphql: '/graphql', contactUpload: '/api/contact-upload' },
    submissionUrl: 'https://yard.example/contact',
    ...more,
  };
}

/** Returns validators whose `load` resolves without a server, and rejects for an unknown type. */
function createLazyValidators(form: Form): Validators {
  const moduleOf = createTestValidators(form);
  return {
    async load(typeKey) {
      const module = moduleOf(typeKey);
      if (!module) throw new Error(`Cannot load the validators of "${typeKey}": no such type`);
      return module;
    },
  };
}
