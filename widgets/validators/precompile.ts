import type { Ajv, Options } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { FormType, JsonSchema } from '#engine';
import { createAjv, getSchemaDraft, toCompilableSchema } from '#engine/json-schema/ajv.ts';
import { annotationKeywords } from '#engine/json-schema/keywords.ts';
import { mapEverySchema } from '#engine/json-schema/map-every-schema.ts';
import { modules } from '#engine/json-schema/runtime.ts';
import { collectMarkedSchemas } from '../schema/marks.ts';
import { toRjsfSchema } from '../schema/rjsf-schema.ts';

import { rootCheckKey, type ValidatorModule } from './validator-module.ts';

export interface PrecompiledSchema {
  /** The code, which another thread can use (`restorePrecompiled`). */
  readonly code: string;
  /**
   * Returns the source of an ES module for pages. It imports Ajv's runtime functions from `runtimeUrl`
   * (`engine/json-schema/runtime.ts`).
   */
  readonly moduleSource: (runtimeUrl: string) => string;
  /** Evaluates the code again at each call, for the server's own judging. */
  readonly evaluate: () => ValidatorModule;
}

/**
 * Compiles the schema of an enquiry type to JavaScript code, so that a page needs neither Ajv nor
 * `unsafe-eval`: the root by the draft of its `$schema` (2020-12 by default), and all subschemas that RJSF
 * validates.
 * @throws Error if Ajv rejects the schema, or needs a module that `runtime.ts` does not have.
 */
export function precompile(type: FormType): PrecompiledSchema {
  const { $id: _id, ...schema } = omitAnnotations(type.schema);
  const markedSchemas = [...collectMarkedSchemas(toRjsfSchema(type.schema))].map(
    ([key, subschema]) => [key, omitAnnotations(subschema)] as const,
  );
  const body = [
    'const validators = {};',
    compileToCode(createAjv(getSchemaDraft(schema) ?? '2020-12', ajvOptions), [[rootCheckKey, schema]]),
    markedSchemas.length > 0 ? compileToCode(createAjv('2019-09', ajvOptions), markedSchemas) : '',
  ].join('\n');
  checkRuntimeModules(body, type.key);
  return restorePrecompiled(body);
}

/** Returns a compiled schema from code that `precompile` of this release has generated. Compiles nothing. */
export function restorePrecompiled(code: string): PrecompiledSchema {
  return {
    code,
    moduleSource: (runtimeUrl) =>
      `import { modules } from ${JSON.stringify(runtimeUrl)};\nconst require = (name) => modules[name];\n${code}\nexport { validators };\n`,
    evaluate: () => evaluateCode(code),
  };
}

/** Ajv's messages are not needed: visitors read the messages of the texts. */
const ajvOptions: Options = { messages: false, code: { source: true } };

/**
 * Returns the schema without the keywords that have no effect on validation, at any depth, to save bytes: Ajv
 * copies the schema into its code.
 */
function omitAnnotations(schema: JsonSchema): JsonSchema {
  return mapEverySchema(schema, (inner) =>
    Object.fromEntries(Object.entries(inner).filter(([keyword]) => !annotationKeywords.has(keyword))),
  );
}

/**
 * Returns code that adds the validator of each schema to the object `validators` under its key. The code is a
 * block, because names repeat. Adds the schemas to `ajv`.
 */
function compileToCode(ajv: Ajv, schemas: readonly (readonly [key: string, schema: JsonSchema])[]): string {
  for (const [key, schema] of schemas) ajv.addSchema(toCompilableSchema(schema), key);
  const names = Object.fromEntries(schemas.map(([key], index) => [`v${index}`, key]));
  const entries = Object.entries(names).map(
    ([name, key]) => `validators[${JSON.stringify(key)}] = exports.${name};`,
  );
  return `{\nconst exports = {};\n${standaloneCode(ajv, names)}\n${entries.join('\n')}\n}`;
}

/**
 * Throws if the code (`body`) requires a module that pages do not have. `key` names the enquiry type in the
 * message.
 */
function checkRuntimeModules(body: string, key: string): void {
  for (const [, name = ''] of body.matchAll(/require\("([^"]+)"\)/g)) {
    if (name in modules) continue;
    throw new Error(
      `Cannot compile the schema of "${key}": it needs "${name}" at run time; add it to engine/json-schema/runtime.ts`,
    );
  }
}

/** Runs the code with `new Function` and returns its validators. */
function evaluateCode(body: string): ValidatorModule {
  const make = new Function('require', `${body}\nreturn validators;`);
  return { validators: make((name: string) => modules[name]) as ValidatorModule['validators'] };
}
