/** Formats that have an order, with the type by which they are compared. */
export const temporalFormats: Readonly<Record<string, 'date' | 'time' | 'date-time'>> = {
  date: 'date',
  time: 'time',
  'date-time': 'date-time',
  'iso-time': 'time',
  'iso-date-time': 'date-time',
};

/** The keywords for limits of dates and times, lower limits first. `ajv-formats` adds them to all drafts. */
export const formatLimits = [
  'formatMinimum',
  'formatExclusiveMinimum',
  'formatMaximum',
  'formatExclusiveMaximum',
] as const;
