import { _, Ajv, type AnySchema, type CodeKeywordDefinition, type ErrorObject, type Options, str } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../model/types.ts';
import { createOwnFormats } from './formats.ts';
import { findPrecompiledCheck } from './known-schemas.ts';
import { mapEverySchema } from './map-every-schema.ts';
import { asList, asObject, toText } from './values.ts';
import { iterateSchemas } from './walk.ts';

/**
 * Returns an equivalent schema that Ajv can compile; unchanged if no schema in it has
 * `unevaluatedProperties`. Ajv's code for `patternProperties` throws next to a failed keyword whose evaluated
 * properties are unknown. Inside an `allOf` it does not throw.
 */
export function toCompilableSchema(schema: JsonSchema): JsonSchema {
  const hasUnevaluated = [...iterateSchemas(schema)].some((inner) => 'unevaluatedProperties' in inner.schema);
  return hasUnevaluated ? mapEverySchema(schema, movePatternsToAllOf) : schema;
}

/**
 * Returns a schema whose `patternProperties` are moved into its `allOf`. Unchanged if it has none, or if it
 * has `additionalProperties`, which must see them.
 */
function movePatternsToAllOf(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...rest } = schema;
  if (patternProperties === undefined || 'additionalProperties' in schema) return schema;
  return { ...rest, allOf: [...asList(schema.allOf), { patternProperties }] };
}

/**
 * The drafts that forms are written in, and 2019-09 for RJSF's schemas, which combine `dependencies` and
 * lists of `items` with newer keywords.
 */
export type SchemaDraft = 'draft-07' | '2019-09' | '2020-12';

/**
 * Returns the draft that a schema's `$schema` names, or 2020-12 if it names none. Returns undefined for any
 * other draft, also for 2019-09.
 */
export function getSchemaDraft({ $schema: draft = newest }: JsonSchema): SchemaDraft | undefined {
  const [, name] = (typeof draft === 'string' && draftPattern.exec(draft)) || [];
  return name === '2020-12' || name === 'draft-07' ? name : undefined;
}

const newest = 'https://json-schema.org/draft/2020-12/schema';
const draftPattern = /^https?:\/\/json-schema\.org\/(?:draft\/)?(2020-12|draft-07)\/schema#?$/;

/**
 * Creates the Ajv that validates everywhere except in pages, both when a form is compiled and when an enquiry
 * is sent. It reports all errors, ignores unknown keywords, and accepts 19.99 for `multipleOf: 0.01`. Pages
 * do not use it, because their schemas are compiled ahead of time.
 * @param options Options of Ajv. They override those of this function.
 */
export function createAjv(draft: SchemaDraft, options: Options = {}): Ajv {
  const ajv = createBareAjv(draft, options);
  // Compiling the meta schema is slower than compiling most forms. It is compiled only to report errors, and
  // once per draft.
  ajv.validateSchema = (schema, throwOrLogError) =>
    passesPrecompiledCheck(schema, draft) || getMetaAjv(draft).validateSchema(schema, throwOrLogError);
  return ajv;
}

/**
 * Returns true if the precompiled check accepts a schema. A schema for which it returns false, such as one
 * that names another draft, may still be valid.
 */
function passesPrecompiledCheck(schema: AnySchema, draft: SchemaDraft): boolean {
  const ajv = getMetaAjv(draft);
  const address = draftUrls[draft];
  const { $schema = address } = asObject(schema);
  if (toText($schema).replace(/#$/, '') !== address) return false;
  return findPrecompiledCheck(asObject(ajv.schemas[address]?.schema))?.(schema) === true;
}

/** The URLs of the drafts. Ajv's `defaultMeta` is not used, because it compiles the meta schema. */
const draftUrls: Readonly<Record<SchemaDraft, string>> = {
  'draft-07': 'http://json-schema.org/draft-07/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': newest,
};

/** Returns the errors that the meta schema of a draft reports for a schema; none if it is valid. */
export function findSchemaErrors(schema: JsonSchema, draft: SchemaDraft): readonly ErrorObject[] {
  if (passesPrecompiledCheck(schema, draft)) return [];
  const ajv = getMetaAjv(draft);
  return ajv.validateSchema(schema) === true ? [] : (ajv.errors ?? []);
}

const metaAjvs = new Map<SchemaDraft, Ajv>();

/** Returns the Ajv that checks schemas against the meta schema. It is created once per draft. */
function getMetaAjv(draft: SchemaDraft): Ajv {
  const known = metaAjvs.get(draft) ?? createBareAjv(draft, {});
  metaAjvs.set(draft, known);
  return known;
}

/** Creates an Ajv with our formats and our `multipleOf`, but without the precompiled check of schemas. */
function createBareAjv(draft: SchemaDraft, options: Options): Ajv {
  const ajv = new ajvByDraft[draft]({
    allErrors: true,
    strict: false,
    logger: false,
    // An inherited name such as "toString" counts as present only if it was sent.
    ownProperties: true,
    ...options,
  });
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(createOwnFormats())) ajv.addFormat(name, format);
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword(multipleOf);
  return ajv;
}

/**
 * `multipleOf` with a tolerance for binary numbers and their quotients. 19.99 is a multiple of 0.01 and so is
 * 12345678901.23, but 1e308 is not a multiple of 0.123456789, although a double cannot represent their
 * quotient.
 */
const multipleOf: CodeKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: {
    message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  },
  code(cxt) {
    const { gen, data, schemaCode } = cxt;
    const quotient = gen.const('quotient', _`${data} / ${schemaCode}`);
    const slack = _`Math.max(1e-8, Math.abs(${quotient}) * 2 ** -51)`;
    cxt.fail(
      _`${data} % ${schemaCode} !== 0 && !(Math.abs(Math.round(${quotient}) - ${quotient}) <= ${slack})`,
    );
  },
};

const ajvByDraft = { 'draft-07': Ajv, '2019-09': Ajv2019, '2020-12': Ajv2020 } as const;
