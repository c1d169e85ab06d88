import type { LocalizedText, WidgetExamples } from '../testing/widget-examples.ts';

const street: LocalizedText = { en: 'Street', de: 'Straße', fr: 'Rue', ar: 'الشارع' };
const town: LocalizedText = { en: 'Town', de: 'Ort', fr: 'Ville', ar: 'المدينة' };

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'object',
    about: 'Fields that belong together; what an object is drawn with.',
    field: 'address',
    label: { en: 'Address', de: 'Anschrift', fr: 'Adresse', ar: 'العنوان' },
    schema: {
      type: 'object',
      required: ['town'],
      properties: {
        street: { type: 'string', title: street.en },
        town: { type: 'string', title: town.en, maxLength: 30 },
      },
    },
    texts: { 'fields.address.street.label': street, 'fields.address.town.label': town },
    filled: { street: 'Custom House Quay 4', town: 'Falmouth' },
    wrong: { street: 'Custom House Quay 4' },
  },
];
