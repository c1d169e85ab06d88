import { defaultOperation } from '#engine/preset/model.ts';
import { presetQueryRequirements, presetRefusalRequirements } from '../preset/requirements.ts';

/** A requirement for a back end: a sentence of docs/own-back-end.md and its section. */
export interface Requirement {
  /** The anchor of the section. */
  readonly section: string;
  /** The sentence of the page, unchanged. */
  readonly sentence: string;
}

/** All requirements that are checked, by stable code, in the order of the page. */
export const requirements = {
  json: {
    section: 'the-two-operations',
    sentence: 'Every answer of `POST /graphql` is JSON, and its `Content-Type` says so.',
  },
  ...presetQueryRequirements,
  send: {
    section: 'the-two-operations',
    sentence: `\`${defaultOperation}\` answers a valid enquiry with \`{"data": {"${defaultOperation}": {"success": true}}}\` and a status of 2xx; anything else is a failure to the form.`,
  },
  nullable: {
    section: 'the-two-operations',
    sentence: 'Every argument may be left out or `null`, apart from `domain`, `submission_url` and `upload`.',
  },
  'unknown-argument': {
    section: 'the-two-operations',
    sentence: 'An argument that the form does not have is refused by name, with status 400.',
  },
  get: {
    section: 'the-two-operations',
    sentence: 'Nothing is executed by `GET`, which is answered with 405.',
  },
  malformed: {
    section: 'the-two-operations',
    sentence: 'A body that is not JSON is answered with a status of 4xx and `errors`, not with a crash.',
  },
  required: { section: 'refusals', sentence: 'What the form requires and is missing is refused.' },
  value: { section: 'refusals', sentence: 'A value that the JSON Schema of its type refuses is refused.' },
  'unknown-domain': {
    section: 'refusals',
    sentence: 'A domain that no site has is refused as a problem of `domain`.',
  },
  'unknown-type': {
    section: 'refusals',
    sentence: 'An unknown enquiry type is refused as a problem of `enquiry_type`.',
  },
  ...presetRefusalRequirements,
  'refusal-shape': {
    section: 'refusals',
    sentence:
      'A refusal is an error with a `message` and `extensions: {code, fields: [{field, code, message}]}`.',
  },
  'refusal-code': { section: 'refusals', sentence: "A person's mistakes have the code `BAD_USER_INPUT`." },
  'refusal-status': { section: 'refusals', sentence: "A person's mistakes come with status 200." },
  'refusal-field': { section: 'refusals', sentence: '`field` is the name of the argument that is invalid.' },
  'refusal-language': {
    section: 'refusals',
    sentence: 'Messages are in the language of `Accept-Language`, where the form has it.',
  },
  repeat: {
    section: 'repeats',
    sentence:
      'A repeat under the same key with the same body gets the answer of the first, and makes no second enquiry.',
  },
  'under-way': {
    section: 'repeats',
    sentence: 'A repeat that comes while the first is under way waits for it.',
  },
  'key-reused': {
    section: 'repeats',
    sentence: 'The same key with another body is refused with the code `IDEMPOTENCY_KEY_REUSED`.',
  },
  'no-key': { section: 'repeats', sentence: 'Without a key no enquiry counts as a repeat.' },
  target: {
    section: 'uploads',
    sentence: 'A call for a target is answered with status 200 and `{path, method, url}`.',
  },
  'target-types': {
    section: 'uploads',
    sentence: 'There is a target for each media type that the form accepts.',
  },
  'target-refused': {
    section: 'uploads',
    sentence: 'For any other media type there is none: the call is refused with a status of 4xx.',
  },
  'upload-refusal-shape': {
    section: 'uploads',
    sentence: 'A refused upload call answers `{error, message}`.',
  },
  stored: {
    section: 'uploads',
    sentence: 'A file that is stored is answered with status 200, and no other.',
  },
  'target-once': { section: 'uploads', sentence: 'A target is for one file: a second one is refused.' },
  'target-type': {
    section: 'uploads',
    sentence: 'A file whose media type is not the one that its target was requested for is refused.',
  },
  'too-large': {
    section: 'uploads',
    sentence:
      'A file that is larger than the form accepts is refused, when it arrives or when an enquiry names it.',
  },
  'not-issued': {
    section: 'uploads',
    sentence: 'A path that was never issued is refused as a problem of `upload`.',
  },
  'not-arrived': {
    section: 'uploads',
    sentence: 'A path to which nothing was stored is refused as a problem of `upload`.',
  },
  interrupted: { section: 'uploads', sentence: 'A file whose upload broke off does not count as stored.' },
  'takes-none': {
    section: 'uploads',
    sentence: 'Files with a type that accepts none are refused as a problem of `upload`.',
  },
  'too-many': {
    section: 'uploads',
    sentence: 'More files than the type accepts are refused as a problem of `upload`.',
  },
  'photo-used': { section: 'uploads', sentence: 'An enquiry that names stored files is accepted.' },
  preflight: {
    section: 'other-origins',
    sentence:
      "A preflight from a site's origin allows `POST` with `Content-Type`, `Accept-Language`, `Idempotency-Key` and `Slipway-Trap`.",
  },
  'allow-origin': {
    section: 'other-origins',
    sentence: "An answer to a site's origin allows that origin to read it.",
  },
  'foreign-origin': { section: 'other-origins', sentence: 'An origin of no site is not allowed.' },
  'upload-preflight': {
    section: 'other-origins',
    sentence:
      "A preflight from a site's origin allows the call for a target, and the target's own method, each with `Content-Type`.",
  },
  limit: { section: 'limits', sentence: 'Too many requests from one address are refused with status 429.' },
  'retry-after': { section: 'limits', sentence: 'A status of 429 comes with `Retry-After`.' },
} as const satisfies Readonly<Record<string, Requirement>>;

export type RequirementCode = keyof typeof requirements;
