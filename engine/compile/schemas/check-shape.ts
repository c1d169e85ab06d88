import type { ErrorObject, ValidateFunction } from 'ajv';
import { createAjv } from '../../json-schema/ajv.ts';
import { findPrecompiledCheck } from '../../json-schema/known-schemas.ts';
import { parsePointer } from '../../json-schema/pointers.ts';
import { toText } from '../../json-schema/values.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import type { Documents, JsonSchema } from '../../model/types.ts';
import type { ProblemReport } from '../report.ts';

/**
 * Returns the file of the meta schema of a document: `meta/ui.schema.json`. Returns undefined for a form's
 * `schema.json`, because it is itself a JSON Schema.
 */
function getMetaSchemaFile(file: string): string | undefined {
  if (file.startsWith('texts/')) return 'meta/texts.schema.json';
  if (file.endsWith('/ui.json')) return 'meta/ui.schema.json';
  return file.includes('/') ? undefined : `meta/${file.replace(/\.json$/, '.schema.json')}`;
}

/** The minimal content of documents that may be empty. */
const minimalDocuments: Readonly<Record<string, string>> = {
  'fields.json': '{"$defs": {}}',
  'rules.json': '{"rules": []}',
  'ui.json': '{}',
};

/**
 * Checks a document against its meta schema. Reports its errors, except those that later checks explain
 * better, and missing documents. Returns false if the document or its meta schema is missing or an error was
 * reported. Returns true for a form's `schema.json`, which has no meta schema.
 */
export function checkDocumentShape(documents: Documents, file: string, report: ProblemReport): boolean {
  const document = documents[file];
  if (document === undefined) {
    const least = minimalDocuments[file.replace(/^forms\/.*\//, '')];
    const advice = `add it${least === undefined ? '' : `: ${least} is enough`}`;
    report.add({ file, path: [] }, 'missing-document', `this document is missing; ${advice}`);
    return false;
  }
  const meta = getMetaSchemaFile(file);
  if (meta === undefined) return true;
  const schema = documents[meta];
  if (schema === undefined) {
    report.add(
      { file: meta, path: [] },
      'missing-document',
      `this document is missing; "${file}" is checked against it`,
    );
    return false;
  }
  if (findPrecompiledCheck(schema as JsonSchema)?.(document)) return true;
  const check = getShapeCheck(schema as JsonSchema);
  if (check(document)) return true;
  const errors = (check.errors ?? []).filter(isRelevantError);
  const reported = new Set<string>();
  for (const error of errors) {
    // All branches of an "anyOf" report the same mistake.
    const word =
      error.keyword === 'type'
        ? `${error.instancePath} type`
        : JSON.stringify([error.instancePath, error.keyword, error.params]);
    if (!reported.has(word)) reportShapeError(file, error, listAllowedTypes(error, errors), report);
    reported.add(word);
  }
  return errors.length === 0;
}

/** Returns the compiled check of a meta schema; cached. */
const getShapeCheck = memoizeByObject(
  (schema: JsonSchema): ValidateFunction =>
    createAjv('2020-12', { verbose: true, validateFormats: false }).compile(schema),
);

/**
 * Positions of conditions and of names of facts, widgets and option sets. Later checks report them with their
 * own codes.
 */
const laterChecked =
  /\/(when|eligible|offer|preferTypes|filter)(\/|$)|\/(var|ui:widget|ui:field|ui:optionSet)$|\/then\/options\/[^/]+$|\/then\/calculate\/[^/]+/;

/** Returns false for errors that only repeat a deeper error, and for those that later checks report. */
function isRelevantError({ keyword, instancePath, propertyName }: ErrorObject): boolean {
  // "propertyNames" reports the same mistake and includes the name.
  if (propertyName !== undefined) return false;
  return !['if', 'oneOf', 'anyOf', 'allOf'].includes(keyword) && !laterChecked.test(instancePath);
}

/** The present names of renamed keys, by the former name. */
const renamedKeys: Readonly<Record<string, string>> = { least: 'minimum', greatest: 'maximum' };

/** Returns all types that are allowed at the position of an error, including those of several branches. */
function listAllowedTypes({ instancePath }: ErrorObject, errors: readonly ErrorObject[]): readonly string[] {
  const ofPlace = errors.filter((error) => error.keyword === 'type' && error.instancePath === instancePath);
  return [...new Set(ofPlace.flatMap(({ params }) => params.type as string | string[]))];
}

/** The types of JSON Schema in messages. */
const typeLabels: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};

/**
 * Reports one error of a document in words for its author.
 * @param allowedTypes All types that are allowed at the position, for an error about the type.
 */
function reportShapeError(
  file: string,
  error: ErrorObject,
  allowedTypes: readonly string[],
  report: ProblemReport,
): void {
  const path = parsePointer(error.instancePath);
  const { keyword, params, parentSchema, schema, data } = error;
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const wrong = toText(params.additionalProperty ?? params.unevaluatedProperty);
    const known = Object.keys((parentSchema?.properties as object | undefined) ?? {});
    const name = renamedKeys[wrong];
    const reason =
      name !== undefined && known.includes(name)
        ? `"${wrong}" is called "${name}" now; rename it`
        : `unknown key "${wrong}"`;
    report.add({ file, path: [...path, wrong] }, 'malformed-document', reason, { wrong, known });
    return;
  }
  if (keyword === 'propertyNames') {
    const wrong = toText(params.propertyName);
    const { pattern } = Object((schema ?? {}) as object) as { readonly pattern?: string };
    const reason = `"${wrong}" is not allowed as a name here${pattern === undefined ? '' : `: names match ${pattern}`}; rename it`;
    report.add({ file, path: [...path, wrong] }, 'malformed-document', reason);
    return;
  }
  if (keyword === 'enum') {
    const known = (params.allowedValues as readonly unknown[]).map(toText);
    const wrong = toText(data);
    report.add(
      { file, path },
      'malformed-document',
      `"${wrong}" is not one of ${formatNamesOrCount(known)}`,
      {
        wrong,
        known,
      },
    );
    return;
  }
  if (keyword === 'pattern') {
    // A description that is a sentence is one of the member, not of the texts that it can have.
    const { description } = Object(parentSchema) as { readonly description?: unknown };
    const isSentence = typeof description !== 'string' || description.endsWith('.');
    const wanted = isSentence ? `a text that matches ${params.pattern}` : description;
    const reason = `${JSON.stringify(data)?.slice(0, 60)} is here, but ${wanted} is expected; correct it`;
    report.add({ file, path }, 'malformed-document', reason);
    return;
  }
  if (keyword === 'type') {
    const wanted = allowedTypes.map((type) => typeLabels[type] ?? type).join(' or ');
    const reason = `${JSON.stringify(data)?.slice(0, 60)} is here, but ${wanted} is expected; correct it`;
    report.add({ file, path }, 'malformed-document', reason);
    return;
  }
  report.add(
    { file, path },
    'malformed-document',
    keyword === 'required' ? `"${params.missingProperty}" is missing; add it` : (error.message ?? keyword),
  );
}

/**
 * Returns up to eight names in quotation marks; only the number of names if there are more: `the 12 known
 * ones`.
 */
function formatNamesOrCount(names: readonly string[]): string {
  return names.length <= 8 ? names.map((name) => `"${name}"`).join(', ') : `the ${names.length} known ones`;
}
