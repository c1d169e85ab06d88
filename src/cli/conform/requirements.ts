/** A requirement for a back end: a sentence of docs/own-back-end.md and its section. */
export interface Requirement {
  /** The anchor of the section. */
  readonly section: string;
  /** The sentence of the page, unchanged. */
  readonly says: string;
}

/** All requirements that are checked, by stable code, in the order of the page. */
export const requirements = {
  json: {
    section: 'the-two-operations',
    says: 'Every answer of `POST /graphql` is JSON, and its `Content-Type` says so.',
  },
  titles: {
    section: 'the-two-operations',
    says: '`getFutureEventTitles` answers with a list of texts, which may be empty.',
  },
  send: {
    section: 'the-two-operations',
    says: '`sendContactUs` answers a valid enquiry with `{"data": {"sendContactUs": {"success": true}}}` and a status of 2xx; anything else is a failure to the form.',
  },
  nullable: {
    section: 'the-two-operations',
    says: 'Every argument may be left out or `null`, apart from `domain`, `submission_url` and `upload`.',
  },
  'unknown-argument': {
    section: 'the-two-operations',
    says: 'An argument that the form does not have is refused by name, with status 400.',
  },
  get: { section: 'the-two-operations', says: 'Nothing is executed by `GET`, which is answered with 405.' },
  malformed: {
    section: 'the-two-operations',
    says: 'A body that is not JSON is answered with a status of 4xx and `errors`, not with a crash.',
  },
  required: { section: 'refusals', says: 'What the form requires and is missing is refused.' },
  value: { section: 'refusals', says: 'A value that the JSON Schema of its type refuses is refused.' },
  'unknown-domain': {
    section: 'refusals',
    says: 'A domain that no site has is refused as a problem of `domain`.',
  },
  'unknown-type': {
    section: 'refusals',
    says: 'An unknown enquiry type is refused as a problem of `enquiry_type`.',
  },
  'unknown-office': {
    section: 'refusals',
    says: 'An office that is not offered is refused as a problem of `office_location`.',
  },
  'refusal-shape': {
    section: 'refusals',
    says: 'A refusal is an error with a `message` and `extensions: {code, fields: [{field, code, message}]}`.',
  },
  'refusal-code': { section: 'refusals', says: "A person's mistakes have the code `BAD_USER_INPUT`." },
  'refusal-status': { section: 'refusals', says: "A person's mistakes come with status 200." },
  'refusal-field': { section: 'refusals', says: '`field` is the name of the argument that is invalid.' },
  'refusal-language': {
    section: 'refusals',
    says: 'Messages are in the language of `Accept-Language`, where the form has it.',
  },
  repeat: {
    section: 'repeats',
    says: 'A repeat under the same key with the same body gets the answer of the first, and makes no second enquiry.',
  },
  'under-way': { section: 'repeats', says: 'A repeat that comes while the first is under way waits for it.' },
  'key-reused': {
    section: 'repeats',
    says: 'The same key with another body is refused with the code `IDEMPOTENCY_KEY_REUSED`.',
  },
  'no-key': { section: 'repeats', says: 'Without a key no enquiry counts as a repeat.' },
  target: {
    section: 'uploads',
    says: 'A call for a target is answered with status 200 and `{path, method, url}`.',
  },
  'target-types': {
    section: 'uploads',
    says: 'There is a target for each media type that the form accepts.',
  },
  'target-refused': {
    section: 'uploads',
    says: 'For any other media type there is none: the call is refused with a status of 4xx.',
  },
  'upload-refusal-shape': { section: 'uploads', says: 'A refused upload call answers `{error, message}`.' },
  stored: { section: 'uploads', says: 'A file that is stored is answered with status 200, and no other.' },
  'target-once': { section: 'uploads', says: 'A target is for one file: a second one is refused.' },
  'target-type': {
    section: 'uploads',
    says: 'A file whose media type is not the one that its target was requested for is refused.',
  },
  'too-large': {
    section: 'uploads',
    says: 'A file that is larger than the form accepts is refused, when it arrives or when an enquiry names it.',
  },
  'not-issued': {
    section: 'uploads',
    says: 'A path that was never issued is refused as a problem of `upload`.',
  },
  'not-arrived': {
    section: 'uploads',
    says: 'A path to which nothing was stored is refused as a problem of `upload`.',
  },
  interrupted: { section: 'uploads', says: 'A file whose upload broke off does not count as stored.' },
  'takes-none': {
    section: 'uploads',
    says: 'Files with a type that accepts none are refused as a problem of `upload`.',
  },
  'too-many': {
    section: 'uploads',
    says: 'More files than the type accepts are refused as a problem of `upload`.',
  },
  'photo-used': { section: 'uploads', says: 'An enquiry that names stored files is accepted.' },
  preflight: {
    section: 'other-origins',
    says: "A preflight from a site's origin allows `POST` with `Content-Type`, `Accept-Language`, `Idempotency-Key` and `Slipway-Trap`.",
  },
  'allow-origin': {
    section: 'other-origins',
    says: "An answer to a site's origin allows that origin to read it.",
  },
  'foreign-origin': { section: 'other-origins', says: 'An origin of no site is not allowed.' },
  'upload-preflight': {
    section: 'other-origins',
    says: "A preflight from a site's origin allows the call for a target, and the target's own method, each with `Content-Type`.",
  },
  limit: { section: 'limits', says: 'Too many requests from one address are refused with status 429.' },
  'retry-after': { section: 'limits', says: 'A status of 429 comes with `Retry-After`.' },
} as const satisfies Readonly<Record<string, Requirement>>;

export type RequirementCode = keyof typeof requirements;
