import type { RawPage } from '../../src/server/forms/content/raw-content.ts';
import { withDemoPages } from '../support/content.ts';
import { createStepDocuments } from './step-documents.ts';

const createStepPage = (path: string, more: Partial<RawPage> = {}): RawPage => ({
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
  createStepPage('/steps'),
  createStepPage('/steps/all', { enquiryTypes: [3, 8] }),
  createStepPage('/steps/dialog', { placement: 'modal' }),
  createStepPage('/ar/steps', { locale: 'ar' }),
];

/** Returns documents and content of a server with these pages. */
export function createStepSite() {
  return {
    documents: createStepDocuments(),
    content: withDemoPages(stepPages),
  };
}

/** Answers for the steps. */
export const boatAnswers = {
  boat_make: 'Slipway',
  boat_model: 'Kestrel 38',
  year: '2015',
  boat_location: 'Lymington',
};
export const conditionAnswers = { tax_paid_status: 'tax-not-paid', engine_hours: '412' };
export const personAnswers = { name: 'Edith Farrow', phone: '+44 1590 555 021', accept_term: true };
