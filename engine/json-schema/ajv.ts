import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../types.ts';

/** The drafts of JSON Schema that forms are written in, and the one of RJSF, which knows `dependencies` and lists of `items` beside newer words. */
export type Draft = 'draft-07' | '2019-09' | '2020-12';

/** The draft that a schema names by its `$schema`, 2020-12 where it names none; undefined for one that forms are not written in. */
export function draftOf({ $schema: draft }: JsonSchema): Draft | undefined {
  if (draft === undefined || /2020-12/.test(String(draft))) return '2020-12';
  return /draft-07/.test(String(draft)) ? 'draft-07' : undefined;
}

/**
 * Ajv as it judges everywhere, when a form is compiled as when an enquiry is sent: every finding, foreign keywords let through,
 * `multipleOf: 0.01` met by 19.99, whose quotient is no whole number in binary. Not for pages: their schemas are compiled ahead of time.
 */
export function newAjv(draft: Draft, options: Options = {}): Ajv {
  const ajv = bareAjv(draft, options);
  // Compiling the meta schema takes longer than most forms: one of each draft is enough.
  ajv.validateSchema = (schema, throwOrLogError) => metaAjv(draft).validateSchema(schema, throwOrLogError);
  return ajv;
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
    multipleOfPrecision: 8,
    ...options,
  });
  addFormats.default(ajv);
  return ajv;
}

const drafts = { 'draft-07': Ajv, '2019-09': Ajv2019, '2020-12': Ajv2020 } as const;
