import { officeField } from './names.ts';

/** The uses of the yard's own widgets. */
export const yardWidgetUses = {
  'office-select': {
    kinds: ['id', 'string', 'integer'],
    field: officeField,
    optionSet: 'offeredOffices',
    isWide: true,
  },
  'event-select': { kinds: ['string'] },
} as const;

/** The behaviour of the yard's own widgets, as far as they are not plain inputs of text. */
export const yardWidgetBehaviours = { 'office-select': { posts: 'data' } } as const;

/** The kinds of the yard's fields in the outline of a form, in display order. */
export const yardFieldKinds = ['office', 'event'] as const;

/** The kinds of the fields that have one of the yard's widgets. */
export const yardKindsByWidget = { 'office-select': 'office', 'event-select': 'event' } as const;
