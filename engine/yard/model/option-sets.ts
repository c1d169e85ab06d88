/**
 * The option sets from the yard's content and pages. `option-readers.ts` reads their options. They are not in
 * `lists.json`, because they have an order, labels or loading states of their own.
 */
export const yardOptionSets = {
  offeredOffices: { values: 'ids of offices', hasIds: true, isOfWidget: true },
  yachtModels: { values: 'texts' },
  futureEvents: { values: 'texts' },
  pageEvent: { values: 'texts' },
} as const;
