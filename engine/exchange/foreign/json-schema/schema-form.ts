import { getValueAt, parsePointer } from '../../../json-schema/pointers.ts';
import { findPropertySchemas } from '../../../json-schema/schemas-at.ts';
import { asObject, isObject, toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import type { ConversionOptions, ConvertedForm, ConvertedRule } from '../converted-form.ts';
import { createFreeNames, toFieldName, toKey } from '../names.ts';
import { extendPointer, type ImportLines, quoteValue } from '../report.ts';
import { toMessage } from '../texts.ts';
import { type ConvertedSchema, convertSchema } from './convert-schema.ts';

/** A schema that is the root of a form, before its UI schema. */
export interface SchemaForm extends ConvertedSchema {
  /** True if the whole schema became the field `answer`, because it is no object. */
  readonly isWrapped: boolean;
  readonly title: string;
  readonly locale: string;
  readonly pointer: string;
}

/** Converts the schema of a form: its root becomes an object with properties whose names fields can have. */
export function convertFormSchema(
  source: JsonSchema,
  {
    pointer,
    lines,
    name,
    locale,
    getTakenNames,
  }: ConversionOptions & { readonly pointer: string; readonly lines: ImportLines },
): SchemaForm {
  const { root, note, isWrapped = false } = toObjectRoot(source);
  const renamed = findNewNames(root, getTakenNames(pointer));
  const moved = new Map(isWrapped ? [['/properties/answer', pointer]] : []);
  const converted = convertSchema(root, { pointer, lines, renamed, moved });
  if (typeof source.$ref === 'string' && root.$ref === undefined)
    lines.set({
      pointer: extendPointer(pointer, '$ref'),
      element: 'the form',
      property: '$ref',
      outcome: 'changed',
      became: 'what it refers to',
    });
  if (note !== undefined) lines.change(pointer, { outcome: 'changed', became: note });
  const title = typeof converted.schema.title === 'string' ? converted.schema.title : name;
  const schema = removeFreeNames(removeUnknownRequired(converted.schema, pointer, lines), pointer, lines);
  return { ...converted, schema, title, locale, pointer, isWrapped };
}

/** Returns the schema without answers whose names visitors choose: a form has the fields that it names. */
function removeFreeNames(schema: JsonSchema, pointer: string, lines: ImportLines): JsonSchema {
  const keywords = ['additionalProperties', 'patternProperties'].filter((keyword) =>
    isObject(schema[keyword]),
  );
  for (const keyword of keywords)
    lines.change(extendPointer(pointer, keyword), {
      outcome: 'left-out',
      reason: 'a form has the fields that it names, and visitors add no others',
      remedy: 'put it into a property that is an object',
    });
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Returns the schema without required names that are no fields: nobody could answer them. */
function removeUnknownRequired(schema: JsonSchema, pointer: string, lines: ImportLines): JsonSchema {
  if (!Array.isArray(schema.required)) return schema;
  const known = findPropertySchemas(schema, schema);
  const unknown = schema.required.filter((name) => !known.has(toText(name)));
  if (unknown.length === 0) return schema;
  lines.change(extendPointer(pointer, 'required'), {
    outcome: 'left-out',
    reason: `there is no field ${unknown.map(quoteValue).join(', ')}; the others are required`,
    remedy: 'add the field to "properties"',
  });
  return { ...schema, required: schema.required.filter((name) => known.has(toText(name))) };
}

const maxReferences = 20;

interface ObjectRoot {
  readonly root: JsonSchema;
  /** The change, as the end of "taken as …". */
  readonly note?: string;
  /** True if the whole schema became the property `answer`. */
  readonly isWrapped?: boolean;
}

/** Returns a schema whose root is an object with properties, and what changed for it. */
function toObjectRoot(source: JsonSchema): ObjectRoot {
  let root = source;
  let note: string | undefined;
  for (
    let count = 0;
    typeof root.$ref === 'string' && root.properties === undefined && count < maxReferences;
    count += 1
  ) {
    const target = root.$ref.startsWith('#/') ? getValueAt(source, parsePointer(root.$ref)) : undefined;
    if (!isObject(target)) break;
    const { $ref: _reference, ...beside } = root;
    root = { ...target, ...beside };
    note = 'what its root refers to';
  }
  const { type, properties, $schema, $defs, definitions, title, ...rest } = root;
  const types = Array.isArray(type) ? type : [type];
  const isObjectRoot =
    properties !== undefined ||
    types.includes('object') ||
    (type === undefined &&
      ['allOf', 'anyOf', 'oneOf', 'if', 'patternProperties'].some((keyword) => keyword in rest));
  if (isObjectRoot) {
    const isWhole = type === 'object' && isObject(properties);
    return isWhole
      ? { root, ...(note !== undefined && { note }) }
      : {
          root: { ...root, type: 'object', properties: asObject(properties) },
          note: note ?? 'an object with properties',
        };
  }
  return {
    root: {
      ...($schema !== undefined && { $schema }),
      ...(title !== undefined && { title }),
      type: 'object',
      properties: {
        answer: { ...(type !== undefined && { type }), ...(title !== undefined && { title }), ...rest },
      },
      ...($defs !== undefined && { $defs }),
      ...(definitions !== undefined && { definitions }),
    },
    note: 'an object with one field, "answer"',
    isWrapped: true,
  };
}

/** Returns new names for the fields of the root that cannot be sent or are taken, by their old names. */
function findNewNames(root: JsonSchema, takenNames: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Set<string>();
  const inner = new Set<string>();
  collectNames(root, root, names, inner, true, 0);
  const isFree = (name: string) => toFieldName(name, 'field') === name && !takenNames.has(name);
  const findFree = createFreeNames('_', [...takenNames, ...[...names].filter(isFree)]);
  const wrong = [...names].filter((name) => !isFree(name));
  const nested = [...inner].filter(
    (name) => !names.has(name) && (name in {} || name === '' || /[/[\]]/.test(name)),
  );
  return new Map([...wrong, ...nested].map((name) => [name, findFree(toFieldName(name, 'field'))]));
}

const inPlaceKeywords: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'not',
  'dependencies',
  'dependentSchemas',
]);

/** Collects the names of properties of the root and its branches, and those of all other objects. */
function collectNames(
  node: unknown,
  root: JsonSchema,
  names: Set<string>,
  inner: Set<string>,
  isAtRoot: boolean,
  depth: number,
): void {
  if (depth > 90) return;
  if (Array.isArray(node)) {
    for (const each of node) collectNames(each, root, names, inner, isAtRoot, depth + 1);
    return;
  }
  if (!isObject(node)) return;
  if (isAtRoot && typeof node.$ref === 'string' && node.$ref.startsWith('#/') && depth < 10)
    collectNames(getValueAt(root, parsePointer(node.$ref)), root, names, inner, true, depth + 10);
  for (const [keyword, value] of Object.entries(node)) {
    if (keyword === 'properties' && isObject(value)) {
      for (const name of Object.keys(value)) (isAtRoot ? names : inner).add(name);
      for (const each of Object.values(value)) collectNames(each, root, names, inner, false, depth + 1);
    } else if (inPlaceKeywords.has(keyword))
      for (const each of isObject(value) && /^depend/.test(keyword) ? Object.values(value) : [value])
        collectNames(each, root, names, inner, isAtRoot, depth + 1);
    else if (typeof value === 'object') collectNames(value, root, names, inner, false, depth + 1);
  }
}

/** The parts of a form beside its schema. */
export interface SchemaFormParts {
  readonly ui: Readonly<Record<string, unknown>>;
  readonly rules: readonly ConvertedRule[];
  readonly texts: Readonly<Record<string, string>>;
  /** The title of the form, if it is not that of the schema. */
  readonly title?: string | undefined;
}

/** Writes a form with the description of its schema as its first paragraph. */
export function finishSchemaForm(
  form: SchemaForm,
  { ui, rules, texts, title }: SchemaFormParts,
): ConvertedForm {
  const name = title ?? form.title;
  const { locale } = form;
  const { description } = form.schema;
  const introduction =
    typeof description === 'string' && description.trim() !== '' ? toMessage(description) : undefined;
  const order = Array.isArray(ui['ui:order']) ? ui['ui:order'] : ['*'];
  const blocks = asObject(ui['ui:blocks']);
  const blockName = Object.hasOwn(asObject(form.schema.properties), 'introduction')
    ? 'introduction-text'
    : 'introduction';
  if (introduction !== undefined)
    form.origins.set(
      `text#blocks.${blockName}.text`,
      form.origins.get('schema#/description') ?? extendPointer(form.pointer, 'description'),
    );
  return {
    key: toKey(name, 'form'),
    pointer: form.pointer,
    names: { [locale]: name.trim() === '' ? 'Form' : name },
    locale,
    // The introduction has it, so it must not be shown a second time above the form.
    schema: introduction === undefined ? form.schema : omitDescription(form.schema),
    ui: {
      ...ui,
      ...(introduction !== undefined && {
        'ui:order': [blockName, ...order],
        'ui:blocks': { [blockName]: { kind: 'paragraph' }, ...blocks },
      }),
    },
    rules: [...rules, ...writeFileRules(form)],
    texts: {
      [locale]: {
        ...(introduction !== undefined && { [`blocks.${blockName}.text`]: introduction }),
        ...texts,
      },
    },
    origins: form.origins,
  };
}

function omitDescription({ description: _shown, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Returns rules that limit the uploads that were texts. */
function writeFileRules({ files, schema, origins, pointer }: SchemaForm): readonly ConvertedRule[] {
  return files.map((name) => ({
    id: `limit-${name.toLowerCase().replaceAll('_', '-')}`,
    description: `Limits the uploads of "${name}".`,
    then: {
      limit: { [name]: { count: Number(asObject(asObject(schema.properties)[name]).maxItems ?? 10) } },
    },
    origins: [origins.get(`schema#/properties/${name}`) ?? pointer],
  }));
}
