import { compile as compileToTypeScript, type JSONSchema } from 'json-schema-to-typescript';
import type { Form, FormType, JsonSchema } from '#engine';
import { resolveReference } from '#engine/json-schema/references.ts';
import { asObject } from '#engine/json-schema/values.ts';
import { lowerSchema } from './lower-schema.ts';
import { createUniqueNames } from './names.ts';

export interface ValueTypes {
  /** The TypeScript declarations: `EnquiryValues` and all types that it refers to. */
  readonly source: string;
  /** The names of the types, by the key of the enquiry type. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Generates the TypeScript types of the values of all enquiry types, and `EnquiryValues`, which maps the key
 * of each enquiry type to its type. json-schema-to-typescript runs once for all of them, so that it formats
 * only once.
 * @param taken The names that exist already. The new names are added to it.
 */
export async function generateValueTypes(form: Form, taken: Set<string>): Promise<ValueTypes> {
  const keys = form.types.map(({ key }) => key);
  const names = createUniqueNames(keys, 'Values', taken);
  const definitions = Object.assign(
    {},
    ...form.types.map((type) => buildDefinitions(type, names.get(type.key) ?? '', taken)),
  );
  const bundle = {
    title: valuesTypeName,
    description: 'The values of each enquiry type, by its key.',
    type: 'object',
    additionalProperties: false,
    required: keys,
    properties: Object.fromEntries(keys.map((key) => [key, { $ref: `#/definitions/${names.get(key)}` }])),
    definitions,
  };
  // The library expects draft-04. The lowered schemas also use its own keyword `tsType`.
  const source = await compileToTypeScript(bundle as unknown as JSONSchema, valuesTypeName, {
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 110, trailingComma: 'all' },
  });
  return { source, names };
}

export const valuesTypeName = 'EnquiryValues';

/**
 * Returns the lowered schema of a type's values and of each schema under its `$defs` or `definitions`, by the
 * name of the generated type. The new names are added to `taken`.
 */
function buildDefinitions(
  { key, schema }: FormType,
  name: string,
  taken: Set<string>,
): Readonly<Record<string, JsonSchema>> {
  const inner = Object.entries({ ...asObject(schema.definitions), ...asObject(schema.$defs) });
  const innerNames = createUniqueNames(
    inner.map(([defined]) => `${key}-${defined}`),
    '',
    taken,
  );
  const lowering = {
    findTypeName: (reference: string) =>
      innerNames.get(`${key}-${/^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference)?.[1]}`),
    resolveReference: (reference: string) => asObject(resolveReference(schema, reference)),
  };
  const defined = inner.map(([each, definition]) => [innerNames.get(`${key}-${each}`), definition] as const);
  return Object.fromEntries(
    [[name, schema] as const, ...defined].map(([title = '', each]) => [
      title,
      { ...lowerSchema(each, lowering), title },
    ]),
  );
}
