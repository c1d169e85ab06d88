import type { RawPage } from '../../src/server/content/raw-content.ts';
import { pagesWith } from '../support/content.ts';
import { stepDocuments } from './step-documents.ts';

const page = (path: string, more: Partial<RawPage> = {}): RawPage => ({
  path,
  site: 101,
  title: 'What is my boat worth?',
  placement: 'inline',
  inSteps: true,
  enquiryTypes: [8],
  contactForm: { formTitle: 'Request a valuation', thankYouHeading: 'Your request has reached us' },
  ...more,
});

export const stepPages: readonly RawPage[] = [
  page('/steps'),
  page('/steps/all', { enquiryTypes: [3, 8] }),
  page('/steps/dialog', { placement: 'modal' }),
  page('/ar/steps', { locale: 'ar' }),
];

/** Returns documents and content of a server with these pages. */
export function stepSite() {
  return {
    documents: stepDocuments(),
    content: pagesWith(stepPages),
  };
}

/** Answers for the steps. */
export const boat = {
  boat_make: 'Slipway',
  boat_model: 'Kestrel 38',
  year: '2015',
  boat_location: 'Lymington',
};
export const condition = { tax_paid_status: 'tax-not-paid', engine_hours: '412' };
export const you = { name: 'Edith Farrow', phone: '+44 1590 555 021', accept_term: true };
