import { readFrozenDocuments } from '../support/forms.ts';

type Doc = Readonly<Record<string, unknown>>;

/** Texts that differ by language, so that tests see which language was used. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    'your-boat.text': 'Your boat',
    'about-the-boat.text':
      'We value what you tell us.\n\n- Its papers are at hand\n- The hull number is on the stern',
    'hull-number.summary': 'Where is the hull number?',
    'hull-number.text': 'On the stern, on the starboard side. Fourteen characters & no spaces: a < b.',
    'running-hours.text': 'Running hours',
    'unpaid-tax.title': 'Tax is due when the boat is sold',
    'unpaid-tax.text': 'We value the boat without it.',
    'on-the-slip.alt': 'A boat on the slipway, seen from the quay',
    'on-the-slip.caption': 'From the side, afloat or ashore',
    'about-you.text': 'About you',
    'what-we-keep.text': 'What you tell us stays with the office.',
  },
  ar: {
    'your-boat.text': 'قاربك',
    'about-the-boat.text': 'نقيّم ما تخبرنا به.\n\n- أوراقه في متناول اليد\n- رقم الهيكل على المؤخرة',
    'hull-number.summary': 'أين رقم الهيكل؟',
    'hull-number.text': 'على المؤخرة، من الجهة اليمنى.',
    'running-hours.text': 'ساعات التشغيل',
    'unpaid-tax.title': 'الضريبة مستحقة عند بيع القارب',
    'unpaid-tax.text': 'نقيّم القارب من دونها.',
    'on-the-slip.alt': 'قارب على المنزلق',
    'on-the-slip.caption': 'من الجانب',
    'about-you.text': 'عنك',
    'what-we-keep.text': 'ما تخبرنا به يبقى لدى المكتب.',
  },
};

/** Returns the frozen forms with every kind of block in the valuation, plus `changes`. */
export function createBlockDocuments(changes: Readonly<Record<string, unknown>> = {}): Doc {
  const all = readFrozenDocuments();
  const ui = all['forms/valuation/ui.json'] as Doc;
  const rules = all['rules.json'] as { readonly rules: readonly Doc[] };
  const withWords = (locale: string) => {
    const file = `texts/${locale}.json`;
    const own = Object.entries(words[locale] ?? {}).map(([key, text]) => [`blocks.${key}`, text]);
    return [file, { ...(all[file] as Doc), ...Object.fromEntries(own) }];
  };
  return {
    ...all,
    ...Object.fromEntries(Object.keys(words).map(withWords)),
    'forms/valuation/ui.json': { ...ui, 'ui:blocks': blocks, 'ui:order': order },
    'rules.json': {
      ...rules,
      rules: [
        ...rules.rules,
        {
          id: 'unpaid-tax',
          description: 'Who has not paid the tax is told what that means.',
          when: { '==': [{ var: 'values.tax_paid_status' }, 'tax-not-paid'] },
          then: { show: ['unpaid-tax'] },
        },
      ],
    },
    'scenarios.json': { ...(all['scenarios.json'] as Doc), scenarios },
    ...changes,
  };
}

const blocks = {
  'your-boat': { kind: 'heading' },
  'about-the-boat': { kind: 'paragraph' },
  'hull-number': { kind: 'details' },
  'running-hours': { kind: 'heading', level: 2 },
  'unpaid-tax': { kind: 'notice', tone: 'warning' },
  'on-the-slip': { kind: 'picture', src: '/art/slipway.svg', width: 1600, height: 900 },
  'about-you': { kind: 'heading' },
  'what-we-keep': { kind: 'notice' },
};

const order = [
  'office_location',
  'your-boat',
  'about-the-boat',
  'boat_make',
  'boat_model',
  'hin_number',
  'year',
  'hull-number',
  'boat_location',
  'tax_paid_status',
  'unpaid-tax',
  'running-hours',
  'engine_hours',
  'generator_hours',
  'condition_of_boat',
  'additional_information',
  'on-the-slip',
  'upload',
  'about-you',
  'name',
  'email',
  'phone',
  'address',
  'accept_term',
  'what-we-keep',
];

const scenarios = [
  {
    name: 'Who has not paid the tax reads what that means',
    on: { types: ['valuation'], entered: { tax_paid_status: 'tax-not-paid' } },
    expect: { shown: ['unpaid-tax', 'your-boat'] },
  },
  {
    name: 'Others do not',
    on: { types: ['valuation'], entered: { tax_paid_status: 'tax-paid' } },
    expect: { hidden: ['unpaid-tax'], shown: ['what-we-keep'] },
  },
];
