/** The requirements for the query of event titles. */
export const yardQueryRequirements = {
  titles: {
    section: 'the-two-operations',
    sentence: '`getFutureEventTitles` answers with a list of texts, which may be empty.',
  },
} as const;

/** The requirements for the refusal of offices. */
export const yardRefusalRequirements = {
  'unknown-office': {
    section: 'refusals',
    sentence: 'An office that is not offered is refused as a problem of `office_location`.',
  },
} as const;
