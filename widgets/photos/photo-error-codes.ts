/**
 * All codes of photo errors. They are stable, and each has a text `photos.problems.<code>`. The first four
 * are found before anything is sent. The photo store may answer with any but the last two (`error` in its
 * response). `failed` stands for every other failure.
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

export type PhotoErrorCode = (typeof photoErrorCodes)[number];
