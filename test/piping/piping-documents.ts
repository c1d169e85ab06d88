import { valuationSteps } from '../steps/step-documents.ts';
import { withDemoPages } from '../support/content.ts';
import { readFrozenDocuments } from '../support/forms.ts';

type Doc = Readonly<Record<string, unknown>>;

const english = {
  'blocks.in-short.text':
    '{values.boat_make, select, empty {Tell us what she is.} other {{values.boat_make} {values.boat_model}: {values.tax_paid_status, select, empty {tell us of the tax} tax-paid {duties done, “{values.tax_paid_status}”} other {duties due}}.}}',
  'forms.valuation.fields.additional_information.label':
    'What should we know about {values.boat_make, select, empty {her} other {{values.boat_make}}}?',
  'forms.valuation.fields.engine_hours.hint':
    '{values.year, select, empty {As the meter says} other {Since {values.year}, as the meter says}}',
  'forms.valuation.fields.phone.problems.required':
    'Enter a number on which we can ask about {values.boat_make, select, empty {her} other {{values.boat_make}}}',
  'steps.boat.title': 'The boat',
  'steps.condition.title':
    'The condition of {values.boat_make, select, empty {the boat} other {{values.boat_make}}}',
  'steps.condition.text': 'As you would describe {values.boat_make} to a friend.',
  'steps.photos.title': 'Photos',
  'steps.you.title': 'You',
  'thank-you.message':
    'We look at {values.boat_make, select, empty {what you wrote} other {{values.boat_make}}}.',
  'forms.valuation.mail.subject':
    '{values.boat_make, select, empty {A boat} other {{values.boat_make}}} ({values.tax_paid_status}), {reference}',
  'forms.valuation.mail.intro': 'A visitor asks what {values.boat_make} is worth.',
};

const arabic = {
  'steps.condition.title': 'حالة {values.boat_make, select, empty {القارب} other {{values.boat_make}}}',
  'blocks.in-short.text':
    '{values.boat_make, select, empty {أخبرنا عنه.} other {{values.boat_make} {values.boat_model}: {values.tax_paid_status}.}}',
  'forms.valuation.fields.additional_information.label':
    'ماذا نعرف عن {values.boat_make, select, empty {قاربك} other {{values.boat_make}}}؟',
};

/** Returns content with a page that uses the thanks of the texts, and one that shows the form in steps. */
export function createPipingContent() {
  const page = { site: 101, title: 'What is she worth', placement: 'inline', enquiryTypes: [8] } as const;
  return withDemoPages([
    { ...page, path: '/valuation/thanks', contactForm: {} },
    { ...page, path: '/valuation/steps', contactForm: {}, inSteps: true },
    { ...page, path: '/ar/valuation/steps', locale: 'ar', contactForm: {}, inSteps: true },
  ]);
}

/** Returns the frozen forms with piped texts in the valuation, plus `changes`. */
export function createPipingDocuments(changes: Readonly<Record<string, unknown>> = {}): Doc {
  const all = readFrozenDocuments();
  const ui = all['forms/valuation/ui.json'] as { readonly 'ui:order': readonly string[] };
  const at = ui['ui:order'].indexOf('additional_information');
  return readFrozenDocuments({
    'forms/valuation/ui.json': {
      ...ui,
      'ui:order': [...ui['ui:order'].slice(0, at), 'in-short', ...ui['ui:order'].slice(at)],
      'ui:steps': valuationSteps,
      'ui:blocks': { 'in-short': { kind: 'paragraph' } },
    },
    'texts/en.json': { ...(all['texts/en.json'] as Doc), ...english },
    'texts/ar.json': { ...(all['texts/ar.json'] as Doc), ...arabic },
    ...changes,
  });
}
