import { type Form, findText, formatText, type Problem } from '#engine';
import { photoTypes } from '#engine/model/photo-types.ts';
import { formatFileTypes } from '#widgets/photos/judge-photos.ts';
import type { Challenge } from './secret/challenge.ts';

/**
 * The reason for which the server refuses a request. Each transport makes its answer from it: GraphQL's
 * errors, the page that is rendered again, the uploads' JSON. The codes are stable.
 */
export type ServerRefusal = EnquiryRefusal | PhotoRefusal | SaveRefusal | RequestRefusal;

export type EnquiryRefusal =
  | { readonly code: 'bad-user-input'; readonly problems: readonly ProblemWithMessage[] }
  | { readonly code: 'idempotency-key-reused' }
  | TooManyRequests
  /** A page of another site posted it, perhaps without the visitor's knowledge. */
  | { readonly code: 'cross-site' }
  /** The enquiry is stored, and continues once the page has sent the proof of effort. */
  | { readonly code: 'proof-required'; readonly challenge: Challenge }
  | { readonly code: 'unavailable' };

/**
 * Returns the names of the fields that have problems, each once, for the log. Pointers into a field are cut,
 * because they may contain names that a visitor wrote.
 */
export function findLoggedFields(problems: readonly Pick<Problem, 'field'>[]): readonly string[] {
  return [...new Set(problems.map(({ field }) => field.split('/')[0] ?? ''))];
}

export interface TooManyRequests {
  readonly code: 'too-many-requests';
  readonly retryAfterS: number;
}

/** The reason for which no upload target is issued, or a photo is not stored. */
export type PhotoRefusal =
  | { readonly code: 'wrong-type'; readonly types: readonly string[] }
  | { readonly code: 'too-large'; readonly maxBytes: number }
  | { readonly code: 'too-many'; readonly count: number }
  /**
   * `target-altered`: not one of our targets, or altered; `target-used`: a photo was uploaded to it before;
   * `wrong-size`: the size differs from the one in the request for the target.
   */
  | {
      readonly code:
        | 'bad-filename'
        | 'target-altered'
        | 'target-expired'
        | 'target-used'
        | 'wrong-content'
        | 'wrong-size'
        | 'empty'
        | 'too-slow'
        | 'store-full'
        | 'failed'
        | 'unavailable';
    };

/** The reason for which answers are not saved, or no link to them was sent. */
export type SaveRefusal =
  | TooManyRequests
  /**
   * `bad-address`: no mail address, or one that its mail server refuses; `not-saved`: the store or the mail
   * server failed.
   */
  | { readonly code: 'bad-address' | 'answers-too-large' | 'not-saved' }
  /** The page's form does not allow saving. */
  | { readonly code: 'not-resumable' };

/** The reason for which a request is not read, or failed unexpectedly. */
export interface RequestRefusal {
  readonly code: 'bad-request' | 'payload-too-large' | 'unsupported-media-type' | 'internal-server-error';
  readonly status: number;
}

export interface ProblemWithMessage {
  readonly problem: Problem;
  readonly message: string;
}

/** Returns the HTTP status of a refusal. */
export function getRefusalStatus(refusal: ServerRefusal): number {
  return 'status' in refusal ? refusal.status : statuses[refusal.code];
}

const statuses: Readonly<Record<(EnquiryRefusal | PhotoRefusal | SaveRefusal)['code'], number>> = {
  'bad-filename': 400,
  empty: 400,
  'cross-site': 403,
  'target-altered': 403,
  'idempotency-key-reused': 409,
  'not-resumable': 409,
  'too-slow': 408,
  'target-used': 409,
  'target-expired': 410,
  'too-large': 413,
  'answers-too-large': 413,
  'wrong-type': 415,
  'bad-address': 422,
  'bad-user-input': 422,
  'too-many': 422,
  'wrong-content': 422,
  'wrong-size': 422,
  'proof-required': 428,
  'too-many-requests': 429,
  failed: 503,
  'not-saved': 503,
  unavailable: 503,
  'store-full': 507,
};

/**
 * Returns a code as in GraphQL's errors and the log: `toGraphqlCode('bad-user-input') // 'BAD_USER_INPUT'`
 */
export function toGraphqlCode(code: ServerRefusal['code']): string {
  return code.toUpperCase().replaceAll('-', '_');
}

/**
 * Returns the message of a refusal, a complete sentence in the visitor's language. A code without a text of
 * its own has the text of `bad-request`.
 */
export function formatRefusal(form: Form, locale: string, refusal: ServerRefusal): string {
  const isOfFile =
    refusal.code === 'wrong-type' && refusal.types.some((type) => !photoTypes.some((one) => one === type));
  const key = isOfFile ? 'server.unknown-file-type' : texts[refusal.code];
  return formatText(form, locale, key ?? 'server.bad-request', getMessageValues(refusal));
}

const texts: Readonly<{ [Code in ServerRefusal['code']]?: string }> = {
  'bad-filename': 'server.bad-filename',
  'wrong-type': 'server.unknown-photo-type',
  'too-large': 'photos.problems.too-large',
  empty: 'photos.problems.empty',
  'bad-user-input': 'server.problems',
  'idempotency-key-reused': 'server.idempotency-key-reused',
  'too-many-requests': 'server.too-many-requests',
  'payload-too-large': 'server.too-large',
  'internal-server-error': 'server.unavailable',
  unavailable: 'server.unavailable',
  'proof-required': 'server.unavailable',
  'answers-too-large': 'server.too-large',
  'bad-address': 'resume.problems.address',
  'not-saved': 'resume.problems.failed',
};

/**
 * Returns the message for a refused upload, below its row: `choose a photo of the type JPEG, PNG`. A code
 * without a text of its own has the text of `failed`, or is returned itself if that is missing, too.
 * @param isOfFiles True if the field accepts files instead of photos.
 */
export function formatPhotoRefusal(
  form: Form,
  locale: string,
  refusal: PhotoRefusal | TooManyRequests,
  isOfFiles = false,
): string {
  const own = isOfFiles ? [`files.problems.${refusal.code}`] : [];
  const keys = [...own, `photos.problems.${refusal.code}`, 'photos.problems.failed'];
  return findText(form, locale, keys, getMessageValues(refusal)) ?? refusal.code;
}

/** Returns the values for the placeholders of a message; empty for most codes. */
function getMessageValues(refusal: ServerRefusal): Readonly<Record<string, string | number>> {
  switch (refusal.code) {
    case 'bad-user-input':
      return { count: refusal.problems.length };
    case 'too-many-requests':
      return { minutes: Math.ceil(refusal.retryAfterS / 60) };
    case 'wrong-type':
      return { types: formatFileTypes(refusal.types) };
    case 'too-large':
      return { megabytes: refusal.maxBytes / 2 ** 20 };
    case 'too-many':
      return { count: refusal.count };
    default:
      return {};
  }
}
