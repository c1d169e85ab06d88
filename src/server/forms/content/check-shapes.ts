import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { findNearestName } from '#engine/compile/index.ts';
import destinations from './destinations.schema.json' with { type: 'json' };
import enquiryTypes from './enquiry-types.schema.json' with { type: 'json' };
import events from './events.schema.json' with { type: 'json' };
import frame from './frame.schema.json' with { type: 'json' };
import lists from './lists.schema.json' with { type: 'json' };
import offices from './offices.schema.json' with { type: 'json' };
import pages from './pages.schema.json' with { type: 'json' };
import recipients from './recipients.schema.json' with { type: 'json' };
import sites from './sites.schema.json' with { type: 'json' };
import yachtModels from './yacht-models.schema.json' with { type: 'json' };

/** The files of a content folder (docs/contract.md, "Site content"). */
export const contentFiles = [
  'sites.json',
  'offices.json',
  'enquiry-types.json',
  'yacht-models.json',
  'lists.json',
  'recipients.json',
  'destinations.json',
  'events.json',
  'pages.json',
  'frame.json',
] as const;

export type ContentFile = (typeof contentFiles)[number];

export const optionalContentFiles: ReadonlySet<ContentFile> = new Set<ContentFile>([
  'lists.json',
  'recipients.json',
  'destinations.json',
  'frame.json',
]);

/** A problem in a content file, with a JSON Pointer (RFC 6901). */
export interface ContentProblem {
  readonly file: ContentFile;
  readonly pointer: string;
  readonly reason: string;
}

/** Returns the violations of a file's JSON Schema, which is beside this module and allows unknown keys. */
export function checkContentShape(file: ContentFile, value: unknown): readonly ContentProblem[] {
  const check = checks[file];
  if (check(value)) return [];
  return (check.errors ?? []).map((error) => ({
    file,
    pointer: error.instancePath,
    reason: describeSchemaError(error),
  }));
}

// The schemas are ours, and a test validates them against the draft: compiling its meta schema takes longer
// than compiling all of them.
const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, validateSchema: false });
addFormats.default(ajv);

const checks: Readonly<Record<ContentFile, ValidateFunction>> = {
  'sites.json': ajv.compile(sites),
  'offices.json': ajv.compile(offices),
  'enquiry-types.json': ajv.compile(enquiryTypes),
  'yacht-models.json': ajv.compile(yachtModels),
  'lists.json': ajv.compile(lists),
  'recipients.json': ajv.compile(recipients),
  'destinations.json': ajv.compile(destinations),
  'events.json': ajv.compile(events),
  'pages.json': ajv.compile(pages),
  'frame.json': ajv.compile(frame),
};

/** Formats a violation. A value is quoted, unless its schema is `writeOnly`, because it may be a secret. */
function describeSchemaError({ keyword, params, parentSchema, data, message }: ErrorObject): string {
  const found: unknown = data;
  if (keyword === 'required') return `"${params.missingProperty}" is missing`;
  const { writeOnly: isSecret } = (parentSchema ?? {}) as { readonly writeOnly?: boolean };
  const expected = (parentSchema as { readonly description?: string } | undefined)?.description ?? message;
  const near =
    keyword === 'enum'
      ? findNearestName(String(found), (params.allowedValues as readonly unknown[]).map(String))
      : undefined;
  if (isSecret) return `expected ${expected}`;
  return `expected ${expected}, found ${formatFoundValue(found)}${near === undefined ? '' : `; the nearest is "${near}"`}`;
}

/** Formats a value for a message: as JSON of about 60 characters, `a list`, `an object` or `nothing`. */
function formatFoundValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
