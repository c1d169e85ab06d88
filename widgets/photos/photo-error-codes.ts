/**
 * Every code of a photo's error, stable; each has a text `photos.problems.<code>`. The first four are found before
 * anything is sent, a store may answer with all but the last two (`error` of its refusal), `failed` is whatever else
 * went wrong on the way.
 */
export const photoErrorCodes = [
  'wrong-type',
  'empty',
  'too-large',
  'too-many',
  'wrong-content',
  'target-expired',
  'store-full',
  'time-out',
  'failed',
] as const;

/** What can be wrong with a photo. */
export type PhotoErrorCode = (typeof photoErrorCodes)[number];
