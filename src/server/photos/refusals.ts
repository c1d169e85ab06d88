/** Why a photo is not taken, by the `error` of the answer, with its HTTP status (contract, "On the wire"). */
export const refusalStatus = {
  /** Not one of our targets, or altered. */
  'target-altered': 403,
  'target-expired': 410,
  /** A photo has arrived under this target before. */
  'target-used': 409,
  'wrong-type': 415,
  'wrong-content': 422,
  empty: 400,
  'too-large': 413,
  'store-full': 507,
  unavailable: 503,
} as const;

/** The `error` of a refused photo, stable; those that the uploader has words for are its codes. */
export type RefusalCode = keyof typeof refusalStatus;
