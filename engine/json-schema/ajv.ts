import { _, Ajv, type AnySchema, type CodeKeywordDefinition, type ErrorObject, type Options, str } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../types.ts';
import { ownFormats } from './formats.ts';
import { knownCheck } from './known-schemas.ts';
import { mapEverySchema } from './map-every-schema.ts';
import { asList, asObject } from './values.ts';
import { subschemas } from './walk.ts';

/**
 * A schema as Ajv can compile it, with the same meaning. Beside a keyword that may or may not have told which properties it looked at,
 * the code that Ajv writes for `patternProperties` throws where that keyword did not fit; in an `allOf` of its own it does not.
 */
export function compilable(schema: JsonSchema): JsonSchema {
  const tells = [...subschemas(schema)].some((inner) => 'unevaluatedProperties' in inner.schema);
  return tells ? mapEverySchema(schema, withPatternsApart) : schema;
}

function withPatternsApart(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...rest } = schema;
  if (patternProperties === undefined || 'additionalProperties' in schema) return schema;
  return { ...rest, allOf: [...asList(schema.allOf), { patternProperties }] };
}

/** The drafts of JSON Schema that forms are written in, and the one of RJSF, which knows `dependencies` and lists of `items` beside newer words. */
export type Draft = 'draft-07' | '2019-09' | '2020-12';

/** The draft that a schema names by its `$schema`, 2020-12 where it names none; undefined for one that forms are not written in. */
export function draftOf({ $schema: draft = newest }: JsonSchema): Draft | undefined {
  const [, name] = (typeof draft === 'string' && draftPattern.exec(draft)) || [];
  return name === '2020-12' || name === 'draft-07' ? name : undefined;
}

const newest = 'https://json-schema.org/draft/2020-12/schema';
const draftPattern = /^https?:\/\/json-schema\.org\/(?:draft\/)?(2020-12|draft-07)\/schema#?$/;

/**
 * Ajv as it judges everywhere, when a form is compiled as when an enquiry is sent: every finding, foreign keywords let through,
 * `multipleOf: 0.01` met by 19.99. Not for pages: their schemas are compiled ahead of time.
 */
export function newAjv(draft: Draft, options: Options = {}): Ajv {
  const ajv = bareAjv(draft, options);
  // Compiling the meta schema takes longer than most forms: it is done only to say what is wrong, and once a draft.
  ajv.validateSchema = (schema, throwOrLogError) =>
    isSurelySchema(schema, draft) || metaAjv(draft).validateSchema(schema, throwOrLogError);
  return ajv;
}

/** Whether what was compiled ahead says yes; it says nothing of a schema that names another draft. */
function isSurelySchema(schema: AnySchema, draft: Draft): boolean {
  const ajv = metaAjv(draft);
  const address = addresses[draft];
  const { $schema = address } = asObject(schema);
  if (String($schema).replace(/#$/, '') !== address) return false;
  return knownCheck(asObject(ajv.schemas[address]?.schema))?.(schema) === true;
}

/** By which drafts are named. Ajv is not asked (`defaultMeta`): to say it, it compiles the meta schema. */
const addresses: Readonly<Record<Draft, string>> = {
  'draft-07': 'http://json-schema.org/draft-07/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': newest,
};

/** What is wrong with a schema by the meta schema of its draft; none where it is one. */
export function schemaErrors(schema: JsonSchema, draft: Draft): readonly ErrorObject[] {
  if (isSurelySchema(schema, draft)) return [];
  const ajv = metaAjv(draft);
  return ajv.validateSchema(schema) === true ? [] : (ajv.errors ?? []);
}

const metaAjvs = new Map<Draft, Ajv>();

/** What tells whether something is a JSON Schema of a draft. */
function metaAjv(draft: Draft): Ajv {
  const known = metaAjvs.get(draft) ?? bareAjv(draft, {});
  metaAjvs.set(draft, known);
  return known;
}

function bareAjv(draft: Draft, options: Options): Ajv {
  const ajv = new drafts[draft]({
    allErrors: true,
    strict: false,
    logger: false,
    // A key that every object inherits, as "toString", is there only where it was sent.
    ownProperties: true,
    ...options,
  });
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(ownFormats())) ajv.addFormat(name, format);
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword(multipleOf);
  return ajv;
}

/**
 * `multipleOf` for numbers that are binary, their quotient too: 19.99 is a multiple of 0.01, and so is 12345678901.23, but 1e308 is none
 * of 0.123456789, though no number holds their quotient.
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

const drafts = { 'draft-07': Ajv, '2019-09': Ajv2019, '2020-12': Ajv2020 } as const;
