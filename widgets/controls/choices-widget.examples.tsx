import type { LocalizedText, WidgetExamples } from '../testing/widget-examples.ts';

const rigs: Readonly<Record<string, LocalizedText>> = {
  sloop: { en: 'Sloop', de: 'Slup', fr: 'Sloop', ar: 'سلوب' },
  ketch: { en: 'Ketch', de: 'Ketsch', fr: 'Ketch', ar: 'كتش' },
  cutter: { en: 'Cutter', de: 'Kutter', fr: 'Cotre', ar: 'كتر' },
};

/** Returns the labels of `rigs` as texts of a field’s options, by keys such as `options.rig.sloop`. */
function createOptionTexts(field: string): Readonly<Record<string, LocalizedText>> {
  return Object.fromEntries(Object.entries(rigs).map(([rig, label]) => [`options.${field}.${rig}`, label]));
}

/** This label is longer than a line on a phone. */
const longRig: LocalizedText = {
  en: 'A sloop with a second forestay, running backstays and whatever else her former owner has added over thirty years',
  de: 'Eine Slup mit zweitem Vorstag, Backstagen und allem, was ihr früherer Eigner in dreißig Jahren hinzugefügt hat',
  fr: 'Un sloop avec un second étai, des bastaques et tout ce que son ancien propriétaire y a ajouté en trente ans',
  ar: 'سلوب مع حبل أمامي ثانٍ وحبال خلفية متحركة وكل ما أضافه مالكه السابق على مدى ثلاثين سنة',
};

/** The largest number of choices that are readable below one another. */
const berths = Array.from({ length: 40 }, (_, index) => `Berth ${index + 1}`);

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'radio',
    about: 'One of a few, all in sight: up to six or so.',
    field: 'rig',
    label: { en: 'Rig', de: 'Rigg', fr: 'Gréement', ar: 'نوع الأشرعة' },
    schema: { type: 'string', enum: Object.keys(rigs) },
    texts: createOptionTexts('rig'),
    filled: 'ketch',
    states: {
      long: { texts: { 'options.rig.sloop': longRig } },
      many: { schema: { enum: berths }, entered: 'Berth 3' },
      other: {
        ownSchema: { type: 'string', maxLength: 100, examples: Object.keys(rigs) },
        ui: { 'ui:other': true },
        entered: 'Schooner',
      },
    },
  },
  {
    widget: 'checkboxes',
    about: 'Any of a few, all in sight.',
    field: 'rigs',
    label: {
      en: 'Rigs that you can think of',
      de: 'Riggs, die infrage kommen',
      fr: 'Gréements envisageables',
      ar: 'أنواع الأشرعة الممكنة',
    },
    schema: {
      type: 'array',
      uniqueItems: true,
      minItems: 1,
      items: { type: 'string', enum: Object.keys(rigs) },
    },
    texts: createOptionTexts('rigs'),
    filled: ['sloop', 'cutter'],
    states: {
      long: { texts: { 'options.rigs.sloop': longRig } },
      many: { schema: { items: { type: 'string', enum: berths } }, entered: ['Berth 3', 'Berth 7'] },
      other: {
        ownSchema: {
          type: 'array',
          uniqueItems: true,
          items: { type: 'string', maxLength: 100, examples: Object.keys(rigs) },
        },
        ui: { 'ui:other': true },
        entered: ['sloop', 'Schooner'],
      },
    },
  },
];
