import { createStepDocuments } from '../steps/step-documents.ts';
import { stepPages } from '../steps/step-site.ts';
import { addStay, createStayContent } from './stay-documents.ts';
import { addSurvey, surveyPages, surveyTypeContent } from './survey-documents.ts';

type Doc = Readonly<Record<string, unknown>>;

/** The page of a form with a calculated total. */
const rentalPath = '/rental';

const rental = {
  schema: {
    type: 'object',
    required: ['days', 'rate'],
    properties: {
      days: { type: 'integer', minimum: 1, maximum: 99 },
      rate: { type: 'number', minimum: 0 },
      total: { type: 'number' },
      email: { $ref: 'fields.json#/$defs/email' },
    },
    examples: [{ days: 2, rate: 40 }],
  },
  ui: {
    'ui:steps': [
      { name: 'hire', fields: ['days', 'rate', 'total'] },
      { name: 'reach', fields: ['email'] },
    ],
  },
  rule: {
    id: 'rental-total',
    description: 'The total comes of the days and the price of one.',
    when: { '==': [{ var: 'type' }, 'rental'] },
    then: { calculate: { total: { '*': [{ var: 'values.days' }, { var: 'values.rate' }] } } },
  },
  labels: {
    en: {
      'fields.days.label': 'Days',
      'fields.rate.label': 'Price of a day',
      'fields.total.label': 'Total',
      'steps.hire.title': 'The boat',
      'steps.reach.title': 'About you',
    },
    ar: {
      'fields.days.label': 'الأيام',
      'fields.rate.label': 'سعر اليوم',
      'fields.total.label': 'المجموع',
      'steps.hire.title': 'القارب',
      'steps.reach.title': 'عنك',
    },
  },
};

/** Returns documents and content with rare features: widgets, steps with saved answers, calculated fields. */
export function createRareSite() {
  const stepped = createStepDocuments();
  const ui = stepped['forms/valuation/ui.json'] as Doc;
  const withResume = { ...stepped, 'forms/valuation/ui.json': { ...ui, 'ui:resume': { days: 14 } } };
  const all = addSurvey(addStay(withResume));
  const { enquiryTypes } = all['enquiry-types.json'] as { readonly enquiryTypes: readonly Doc[] };
  const { rules } = all['rules.json'] as { readonly rules: readonly Doc[] };
  const texts = Object.entries(rental.labels).map(([locale, words]) => {
    const file = `texts/${locale}.json`;
    return [file, { ...(all[file] as Doc), ...words }];
  });
  const content = createStayContent();
  const page = { site: 101, title: 'A boat for some days', placement: 'inline', enquiryTypes: [41] } as const;
  return {
    documents: {
      ...all,
      'enquiry-types.json': {
        enquiryTypes: [...enquiryTypes, { id: 41, key: 'rental', folder: 'rental' }],
      },
      'rules.json': { rules: [...rules, rental.rule] },
      'forms/rental/schema.json': rental.schema,
      'forms/rental/ui.json': rental.ui,
      ...Object.fromEntries(texts),
    },
    content: {
      ...content,
      'pages.json': [
        ...content['pages.json'],
        ...stepPages,
        ...surveyPages,
        { ...page, path: rentalPath, locale: 'en-GB', contactForm: { thankYouHeading: 'The boat is yours' } },
        { ...page, path: `/ar${rentalPath}`, locale: 'ar', contactForm: {} },
        { ...page, path: `${rentalPath}/steps`, inSteps: true, locale: 'en-GB', contactForm: {} },
      ],
      'enquiry-types.json': [...content['enquiry-types.json'], { id: 41, name: 'Rental' }, surveyTypeContent],
    },
  };
}
