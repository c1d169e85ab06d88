/**
 * The effects of rules on the offices of a page: the conditions that an office must satisfy to be listed for
 * any type and for the current one.
 */
export const yardEffects = {
  eligible: {
    group: 'recipients',
    shape: 'condition',
    stage: 'given',
    filters: { stage: 'office', where: 'where eligible offices are chosen' },
    because: 'eligible',
    expectations: ['eligible', 'section'],
  },
  offer: {
    group: 'recipients',
    shape: 'condition',
    stage: 'type',
    filters: { stage: 'office', where: 'where offered offices are chosen' },
    because: 'offered',
    expectations: ['offices'],
  },
} as const;
