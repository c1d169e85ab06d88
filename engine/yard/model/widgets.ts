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
