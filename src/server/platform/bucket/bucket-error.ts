import type { BucketAddress } from './bucket.ts';

export type BucketErrorCode =
  /** No answer, or no further data, in time. */
  | 'silent'
  /** No connection: the host is unknown, refuses it or closes it. */
  | 'unreachable'
  /** The TLS certificate is not valid. */
  | 'untrusted'
  /** This server has no credentials for the bucket. */
  | 'no-credentials'
  /** The credentials are refused, or lack a permission. */
  | 'refused'
  /** The clocks of the bucket and of this server differ too much. */
  | 'clock'
  /** The bucket does not exist. */
  | 'missing'
  /** The bucket is in another region. */
  | 'elsewhere'
  /** The quota or the disk of the bucket is full. */
  | 'full'
  /** The bucket reports an internal error. */
  | 'failing'
  /** The answer is not that of an S3 store. */
  | 'foreign'
  /** The caller aborted the transfer. */
  | 'broken-off';

/**
 * A bucket cannot be used, for a reason that an operator can remedy. The message names the bucket, its
 * endpoint and the reason.
 */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  readonly code: BucketErrorCode;
  /**
   * The cause and the remedy, for a person: `there is no such bucket; create it, or correct
   * SLIPWAY_S3_BUCKET`.
   */
  readonly reason: string;

  /** `detail` is an error code or a status, which the message adds in parentheses. */
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

/** The reasons by code. `detail` is the error code or the status in parentheses, or empty. */
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
 * Converts an error of the S3 client to a `BucketError`. A `BucketError`, and an error that is not about the
 * bucket, is returned unchanged.
 */
export function toBucketError(error: unknown, place: BucketAddress): unknown {
  if (!(error instanceof Error) || error instanceof BucketError) return error;
  const found = classifyError(error);
  return found === undefined
    ? error
    : new BucketError(found.code, { place, detail: found.detail, cause: error });
}

/** The code of an error, and its detail for the message. */
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

/** Returns the class of a system or TLS error by its code; undefined for all other errors. */
function classifyNetworkError(error: Error): ErrorClass | undefined {
  const detail = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (detail === 'ETIMEDOUT') return { code: 'silent' };
  if (/^(?:E(?:CONN|HOST|NET)[A-Z]+|EPIPE|ENOTFOUND|EAI_AGAIN)$/.test(detail))
    return { code: 'unreachable', detail };
  if (/^(?:CERT_|DEPTH_ZERO_|ERR_TLS_|SELF_SIGNED_|UNABLE_TO_)/.test(detail))
    return { code: 'untrusted', detail };
  return /^(?:EPROTO$|ERR_SSL_|HPE_)/.test(detail) ? { code: 'foreign', detail } : undefined;
}

/** The codes of errors by the names that S3 ("Error responses") and Ceph give them. */
const codeByName: Readonly<Record<string, BucketErrorCode>> = {
  NoSuchBucket: 'missing',
  RequestTimeTooSkewed: 'clock',
  PermanentRedirect: 'elsewhere',
  AuthorizationHeaderMalformed: 'elsewhere',
  QuotaExceeded: 'full',
};

/** Returns the code for the status of a response whose error has no name in `codeByName`. */
function toErrorCode(status: number): BucketErrorCode {
  if (status === 404) return 'missing';
  if (status === 507) return 'full';
  if (status >= 500) return 'failing';
  if (status >= 400) return 'refused';
  return status >= 300 ? 'elsewhere' : 'foreign';
}

/** Returns the HTTP status of the response that caused an error; undefined if there was no response. */
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
