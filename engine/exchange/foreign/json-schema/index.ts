import { isObject } from '../../../json-schema/values.ts';
import type { Conversion, ConversionOptions, ForeignSource } from '../converted-form.ts';
import type { ImportLines } from '../report.ts';
import { convertFormSchema, finishSchemaForm } from './schema-form.ts';

/** A JSON Schema alone: `{"type": "object", "properties": {"age": {"type": "integer"}}}`. */
export const jsonSchemaSource: ForeignSource = {
  name: 'json-schema',
  title: 'JSON Schema',
  detect: isSchema,
  convert: convertSchemaFile,
};

const keywords = [
  'properties',
  'items',
  'prefixItems',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'enum',
  '$defs',
  'definitions',
  'patternProperties',
];
const types: readonly unknown[] = ['object', 'array', 'string', 'number', 'integer', 'boolean'];

/** Returns true for an object that names the draft of JSON Schema, or has one of its keywords and types. */
export function isSchema(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (typeof value.$schema === 'string' && value.$schema.includes('json-schema.org')) return true;
  const isTyped =
    value.type === undefined ||
    types.includes(value.type) ||
    (Array.isArray(value.type) && value.type.every((type) => type === 'null' || types.includes(type)));
  const named = keywords.filter((keyword) => value[keyword] !== undefined);
  const isShaped =
    value.properties === undefined ||
    (isObject(value.properties) &&
      Object.values(value.properties).every((each) => isObject(each) || typeof each === 'boolean'));
  return isTyped && isShaped && (named.length > 0 || types.includes(value.type));
}

function convertSchemaFile(value: unknown, lines: ImportLines, options: ConversionOptions): Conversion {
  if (!isObject(value)) return { ok: false, reason: 'a JSON Schema is an object' };
  const form = convertFormSchema(value, { ...options, pointer: '', lines });
  const ui = Object.fromEntries(form.files.map((file) => [file, { 'ui:widget': 'files' }]));
  return { ok: true, forms: [finishSchemaForm(form, { ui, rules: [], texts: {} })] };
}
