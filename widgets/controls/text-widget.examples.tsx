import type { WidgetExamples, Words } from '../testing/widget-examples.ts';

const boatName: Words = {
  en: 'Name of the boat',
  de: 'Name des Bootes',
  fr: 'Nom du bateau',
  ar: 'اسم القارب',
};

const password: Words = { en: 'Password', de: 'Kennwort', fr: 'Mot de passe', ar: 'كلمة المرور' };

/** What is typed: a line or several, letters, digits or days. */
export const examples: readonly WidgetExamples[] = [
  {
    widget: 'text',
    about: 'One line of text; what a string is drawn with unless something else is said.',
    field: 'boat_name',
    label: boatName,
    schema: { type: 'string', maxLength: 30 },
    filled: 'Kestrel of Falmouth',
    wrong: 'Kestrel of Falmouth, which was called Merganser before',
    states: { long: { entered: 'Kestrelkestrelkestrelkestrelke' } },
  },
  {
    widget: 'textarea',
    about: 'Several lines of text, for what people tell in their own words.',
    field: 'message',
    label: { en: 'Message', de: 'Nachricht', fr: 'Message', ar: 'الرسالة' },
    schema: { type: 'string', maxLength: 120 },
    filled: 'We sail a Kerensa 46.\nWe would like to see the new Steren before she goes in the water.',
    wrong: 'We would like to see the new Steren before she goes in the water. '.repeat(3).trim(),
    states: { long: { entered: 'Steren '.repeat(17).trim() } },
  },
  {
    widget: 'email',
    about: 'An email address, with the keyboard for it.',
    field: 'email',
    label: { en: 'Email address', de: 'E-Mail-Adresse', fr: 'Adresse e-mail', ar: 'البريد الإلكتروني' },
    schema: { type: 'string', format: 'email' },
    ui: { 'ui:autocomplete': 'email' },
    filled: 'ada.marsh@example.com',
    wrong: 'ada.marsh',
  },
  {
    widget: 'tel',
    about: 'A telephone number, with the keyboard for it.',
    field: 'phone',
    label: { en: 'Phone number', de: 'Telefonnummer', fr: 'Numéro de téléphone', ar: 'رقم الهاتف' },
    schema: { type: 'string', minLength: 8 },
    ui: { 'ui:autocomplete': 'tel' },
    filled: '+44 1632 960017',
    wrong: '960',
  },
  {
    widget: 'uri',
    about: 'The address of a page.',
    field: 'listing',
    label: {
      en: 'Where the boat is offered',
      de: 'Wo das Boot angeboten wird',
      fr: 'Où le bateau est proposé',
      ar: 'أين يُعرض القارب',
    },
    schema: { type: 'string', format: 'uri' },
    filled: 'https://example.com/boats/kestrel',
    wrong: 'example',
  },
  {
    widget: 'password',
    about: 'A text that nobody reads over a shoulder.',
    field: 'secret',
    label: password,
    schema: { type: 'string', minLength: 8 },
    ui: { 'ui:autocomplete': 'current-password' },
    filled: 'fair winds',
    wrong: 'wind',
  },
  {
    widget: 'number',
    about:
      'A number, written with a point or a comma; what a number is drawn with unless something else is said.',
    field: 'length',
    label: { en: 'Length in metres', de: 'Länge in Metern', fr: 'Longueur en mètres', ar: 'الطول بالأمتار' },
    schema: { type: 'number', minimum: 3, maximum: 60 },
    filled: 14.2,
    wrong: 120,
  },
  {
    widget: 'updown',
    about: 'A number with arrows, for few steps.',
    field: 'guests',
    label: { en: 'Guests', de: 'Gäste', fr: 'Invités', ar: 'الضيوف' },
    schema: { type: 'integer', minimum: 1, maximum: 8 },
    filled: 2,
    wrong: 12,
  },
  {
    widget: 'date',
    about: 'A day, by the browser’s own calendar: for days that are looked up.',
    field: 'visit',
    label: {
      en: 'Day of your visit',
      de: 'Tag Ihres Besuchs',
      fr: 'Jour de votre visite',
      ar: 'يوم زيارتكم',
    },
    schema: { type: 'string', format: 'date', formatMinimum: '2026-01-01' },
    filled: '2026-12-03',
    wrong: '2025-12-03',
  },
];
