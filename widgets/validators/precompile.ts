import type { Ajv, Options } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { FormType, JsonSchema } from '#engine';
import { compilable, draftOf, newAjv } from '#engine/json-schema/ajv.ts';
import { annotationKeywords } from '#engine/json-schema/keywords.ts';
import { mapEverySchema } from '#engine/json-schema/map-every-schema.ts';
import { modules } from '#engine/json-schema/runtime.ts';
import { markedSchemas } from '../schema/marks.ts';
import { rjsfSchema } from '../schema/rjsf-schema.ts';

import { rootCheck, type ValidatorModule } from './validator-module.ts';

/** The compiled schema of an enquiry type. */
export interface Precompiled {
  /** The code itself: a text that another thread can go on with (`precompiledOf`). */
  readonly code: string;
  /** The source of an ES module that a page imports; what Ajv needs at run time it takes from `runtimeUrl` (`engine/json-schema/runtime.ts`). */
  readonly moduleSource: (runtimeUrl: string) => string;
  /** The same code, evaluated here: for the server's own judging. */
  readonly evaluate: () => ValidatorModule;
}

/**
 * Compiles the schema of an enquiry type ahead of time, so that a page needs neither Ajv nor `unsafe-eval`: the root as it
 * stands, by the draft of its `$schema` (2020-12 where it names none), and every part that RJSF asks about while it draws.
 * @throws where Ajv refuses the schema, or would need a module that `runtime.ts` does not have.
 */
export function precompile(type: FormType): Precompiled {
  const { $id: _id, ...schema } = withoutAnnotations(type.schema);
  const draws = [...markedSchemas(rjsfSchema(type.schema))].map(
    ([key, drawn]) => [key, withoutAnnotations(drawn)] as const,
  );
  const body = [
    'const validators = {};',
    compiled(newAjv(draftOf(schema) ?? '2020-12', options), [[rootCheck, schema]]),
    draws.length > 0 ? compiled(newAjv('2019-09', options), draws) : '',
  ].join('\n');
  checkNeeds(body, type.key);
  return precompiledOf(body);
}

/** A compiled schema by its code, as `precompile` has made it in this release. */
export function precompiledOf(code: string): Precompiled {
  return {
    code,
    moduleSource: (runtimeUrl) =>
      `import { modules } from ${JSON.stringify(runtimeUrl)};\nconst require = (name) => modules[name];\n${code}\nexport { validators };\n`,
    evaluate: () => evaluate(code),
  };
}

/** A visitor reads the texts' messages. */
const options: Options = { messages: false, code: { source: true } };

/** Ajv copies the schema into its code: what decides nothing need not travel. */
function withoutAnnotations(schema: JsonSchema): JsonSchema {
  return mapEverySchema(schema, (inner) =>
    Object.fromEntries(Object.entries(inner).filter(([keyword]) => !annotationKeywords.has(keyword))),
  );
}

/** Code that puts each compiled schema under its key into `validators`; a scope of its own, because names repeat. */
function compiled(ajv: Ajv, schemas: readonly (readonly [key: string, schema: JsonSchema])[]): string {
  for (const [key, schema] of schemas) ajv.addSchema(compilable(schema), key);
  const names = Object.fromEntries(schemas.map(([key], index) => [`v${index}`, key]));
  const entries = Object.entries(names).map(
    ([name, key]) => `validators[${JSON.stringify(key)}] = exports.${name};`,
  );
  return `{\nconst exports = {};\n${standaloneCode(ajv, names)}\n${entries.join('\n')}\n}`;
}

function checkNeeds(body: string, key: string): void {
  for (const [, name = ''] of body.matchAll(/require\("([^"]+)"\)/g)) {
    if (name in modules) continue;
    throw new Error(
      `Cannot compile the schema of "${key}": it needs "${name}" at run time; add it to engine/json-schema/runtime.ts`,
    );
  }
}

function evaluate(body: string): ValidatorModule {
  const make = new Function('require', `${body}\nreturn validators;`);
  return { validators: make((name: string) => modules[name]) as ValidatorModule['validators'] };
}
