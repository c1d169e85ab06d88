import type { WidgetExamples } from '../testing/widget-examples.ts';

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'checkbox',
    about: 'Yes, or nothing said; what a boolean is drawn with unless something else is said.',
    field: 'insured',
    label: {
      en: 'The boat is insured',
      de: 'Das Boot ist versichert',
      fr: 'Le bateau est assuré',
      ar: 'القارب مؤمَّن عليه',
    },
    schema: { type: 'boolean' },
    filled: true,
  },
  {
    widget: 'terms',
    about: 'What has to be agreed to before anything is sent.',
    field: 'accept_term',
    label: {
      en: 'I agree that the yard keeps what I write here to answer me',
      de: 'Ich bin einverstanden, dass die Werft meine Angaben zum Antworten aufbewahrt',
      fr: 'J’accepte que le chantier conserve ce que j’écris ici pour me répondre',
      ar: 'أوافق على أن يحتفظ الحوض بما أكتبه هنا للرد عليّ',
    },
    schema: { type: 'boolean', const: true },
    filled: true,
  },
];
