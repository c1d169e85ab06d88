import { createPhotosFactory, outcomes } from '../controls/photos-widget.examples.tsx';
import type { WidgetExamples } from '../testing/widget-examples.ts';

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'signature',
    about: 'A signature, drawn or typed, that is stored as a picture.',
    field: 'signature',
    label: { en: 'Signature', de: 'Unterschrift', fr: 'Signature', ar: 'التوقيع' },
    schema: { type: 'array', items: { type: 'string' }, maxItems: 1 },
    filled: [],
    photos: createPhotosFactory([]),
    states: {
      filled: { photos: createPhotosFactory(['signature.png'], outcomes.uploaded) },
      loading: { photos: createPhotosFactory(['signature.png']) },
      failing: { photos: createPhotosFactory(['signature.png'], outcomes.late) },
    },
  },
];
