/** Formats that have an order, by what they are compared as. */
export const temporalFormats: Readonly<Record<string, 'date' | 'time' | 'date-time'>> = {
  date: 'date',
  time: 'time',
  'date-time': 'date-time',
  'iso-time': 'time',
  'iso-date-time': 'date-time',
};

/** Limits of days and times, the lower ones first: what `ajv-formats` adds to either draft. */
export const formatLimits = [
  'formatMinimum',
  'formatExclusiveMinimum',
  'formatMaximum',
  'formatExclusiveMaximum',
] as const;
