import type { BucketAddress } from './bucket.ts';

export type BucketErrorCode =
  /** No answer, or no further data, in time. */
  | 'silent'
  | 'unreachable'
  | 'untrusted'
  | 'no-credentials'
  /** The credentials are refused, or lack a permission. */
  | 'refused'
  | 'clock'
  | 'missing'
  | 'elsewhere'
  | 'full'
  /** The bucket reports an internal error. */
  | 'failing'
  /** The answer is not that of an S3 store. */
  | 'foreign'
  | 'broken-off';

export class BucketError extends Error {
  override readonly name = 'BucketError';
  readonly code: BucketErrorCode;
  /**
   * The cause and the remedy, for a person: `there is no such bucket; create it, or correct
   * SLIPWAY_S3_BUCKET`.
   */
  readonly reason: string;

  constructor(
    code: BucketErrorCode,
    {
      place,
      detail,
      cause,
    }: { readonly place: BucketAddress; readonly detail?: string; readonly cause?: unknown },
  ) {
    const reason = reasons[code](detail === undefined ? '' : ` (${detail})`);
    const { bucket, endpoint } = place;
    super(`Cannot use SLIPWAY_S3_BUCKET="${bucket}" at SLIPWAY_S3_ENDPOINT="${endpoint}": ${reason}`, {
      cause,
    });
    this.code = code;
    this.reason = reason;
  }
}

/** The messages by code. `detail` is the error code or the status in parentheses, or empty. */
const reasons: Readonly<Record<BucketErrorCode, (detail: string) => string>> = {
  silent: () => 'it does not answer in time; check that it runs, and that no firewall blocks this server',
  unreachable: (detail) => `nothing answers there${detail}; start it, or correct SLIPWAY_S3_ENDPOINT`,
  untrusted: (detail) =>
    `its certificate is not valid${detail}; renew it, or name its authority in NODE_EXTRA_CA_CERTS`,
  'no-credentials': () => 'there are no credentials for it; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  refused: (detail) =>
    `it denies access${detail}; correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or their permissions there`,
  clock: (detail) => `its clock and that of this machine differ${detail}; synchronise both (NTP)`,
  missing: () => 'there is no such bucket; create it, or correct SLIPWAY_S3_BUCKET',
  elsewhere: (detail) => `it is in another region${detail}; set AWS_REGION to it`,
  full: (detail) => `it is full${detail}; free some space there`,
  failing: (detail) => `it fails${detail}; see its own log`,
  foreign: (detail) => `it is not an S3 store${detail}; correct SLIPWAY_S3_ENDPOINT`,
  'broken-off': () => 'the transfer was interrupted',
};

/**
 * Converts an error of the S3 client to a `BucketError`. An error that is not about the bucket is returned
 * unchanged.
 */
export function toBucketError(error: unknown, place: BucketAddress): unknown {
  if (!(error instanceof Error) || error instanceof BucketError) return error;
  const found = classifyError(error);
  return found === undefined
    ? error
    : new BucketError(found.code, { place, detail: found.detail, cause: error });
}

interface ErrorClass {
  readonly code: BucketErrorCode;
  readonly detail?: string;
}

/** Returns the class of an error of the S3 client; undefined if it is not about the bucket. */
function classifyError(error: Error): ErrorClass | undefined {
  const system = classifyNetworkError(error);
  if (system) return system;
  if (error.name === 'CredentialsProviderError') return { code: 'no-credentials' };
  const status = findHttpStatus(error);
  if (status === undefined) return error.name === 'TimeoutError' ? { code: 'silent' } : undefined;
  const detail = formatStatus(error, status);
  const code = codeByName[error.name] ?? toErrorCode(status);
  return { code, detail };
}

/** Classifies system and TLS errors by their code; undefined for all other errors. */
function classifyNetworkError(error: Error): ErrorClass | undefined {
  const detail = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (detail === 'ETIMEDOUT') return { code: 'silent' };
  if (/^(?:E(?:CONN|HOST|NET)[A-Z]+|EPIPE|ENOTFOUND|EAI_AGAIN)$/.test(detail))
    return { code: 'unreachable', detail };
  if (/^(?:CERT_|DEPTH_ZERO_|ERR_TLS_|SELF_SIGNED_|UNABLE_TO_)/.test(detail))
    return { code: 'untrusted', detail };
  return /^(?:EPROTO$|ERR_SSL_|HPE_)/.test(detail) ? { code: 'foreign', detail } : undefined;
}

/** Classifies error codes of S3 ("Error responses") and Ceph. */
const codeByName: Readonly<Record<string, BucketErrorCode>> = {
  NoSuchBucket: 'missing',
  RequestTimeTooSkewed: 'clock',
  PermanentRedirect: 'elsewhere',
  AuthorizationHeaderMalformed: 'elsewhere',
  QuotaExceeded: 'full',
};

/** Returns the code for a response whose error has no name in `codeByName`. */
function toErrorCode(status: number): BucketErrorCode {
  if (status === 404) return 'missing';
  if (status === 507) return 'full';
  if (status >= 500) return 'failing';
  if (status >= 400) return 'refused';
  return status >= 300 ? 'elsewhere' : 'foreign';
}

function findHttpStatus(error: Error): number | undefined {
  const metadata = '$metadata' in error ? Object(error.$metadata) : {};
  const status: unknown = metadata.httpStatusCode;
  return typeof status === 'number' ? status : undefined;
}

/**
 * Returns the status, followed by the error's name if that is an S3 error code: `403 AccessDenied`. The
 * message is left out, because it may quote any text.
 */
function formatStatus({ name }: Error, status: number): string {
  return /^[A-Z][A-Za-z]{2,40}$/.test(name) && name !== 'Error' ? `${status} ${name}` : String(status);
}
