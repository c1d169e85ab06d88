import { asObject, getOwnMember, isObject, toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import {
  createElementReader,
  type ElementReader,
  extendPointer,
  type ImportLines,
  quoteValue,
} from '../report.ts';

/** A schema in our terms, with what its positions were in the source. */
export interface ConvertedSchema {
  readonly schema: JsonSchema;
  /** Pointers into the source by position: `schema#/properties/age`. */
  readonly origins: Map<string, string>;
  /** The new names of properties, by the old ones. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Top-level properties that were files in one text, by their new name. */
  readonly files: readonly string[];
}

/** The origin of a schema. */
export interface SchemaSource {
  /** The pointer of its root in the source. */
  readonly pointer: string;
  readonly lines: ImportLines;
  /** The new names of properties, by the old ones. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Pointers into the source of parts that were moved, by their new position. */
  readonly moved?: ReadonlyMap<string, string>;
}

interface SchemaContext {
  readonly lines: ImportLines;
  readonly origins: Map<string, string>;
  readonly renamed: ReadonlyMap<string, string>;
  readonly files: string[];
  /** Pointers into the source of parts that were moved, by their new position. */
  readonly moved: ReadonlyMap<string, string>;
}

/** A position in the schema: in the source, in our document, and the names of the properties that lead to it. */
interface SchemaPlace {
  readonly pointer: string;
  readonly path: string;
  readonly element: string;
  /** The keywords since the property: `items`. Empty for the schema of the property itself. */
  readonly part: string;
}

/** Keywords with schemas by name. */
const mapKeywords: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
/** Keywords with one schema, or a list of them. */
const schemaKeywords: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
]);

/** Keywords of other programs that change nothing a visitor notices. */
const harmlessKeywords: Readonly<Record<string, string>> = {
  example: 'it is a comment',
  nullable: 'an answer that is missing is absent, never null',
  xml: 'it is about XML',
  externalDocs: 'it is a comment',
  $id: 'the schema has the name of its enquiry type',
  id: 'the schema has the name of its enquiry type',
  javaType: 'it is about generated code',
  $vocabulary: 'it is about validators',
  i18n: 'it is a key of texts that are not in the file',
};

/** Formats of other programs and drafts, with those of ours. */
const formatNames: Readonly<Record<string, string>> = {
  'idn-email': 'email',
  'idn-hostname': 'hostname',
  iri: 'uri',
  'iri-reference': 'uri-reference',
  'alt-date': 'date',
  'alt-datetime': 'date-time',
  datetime: 'date-time',
};

/**
 * Converts a schema, and reports each property (an element) and each keyword.
 */
export function convertSchema(
  root: JsonSchema,
  { pointer, lines, renamed, moved = new Map() }: SchemaSource,
): ConvertedSchema {
  const context: SchemaContext = { lines, origins: new Map(), renamed, files: [], moved };
  context.origins.set('schema#', pointer);
  const schema = convertNode(root, { pointer, path: '', element: 'the form', part: '' }, context);
  return { schema: schema as JsonSchema, origins: context.origins, renamed, files: context.files };
}

function convertNode(node: unknown, place: SchemaPlace, context: SchemaContext): unknown {
  if (!isObject(node)) {
    const { pointer, element, part } = place;
    const reader = createElementReader(
      { pointer, element, source: {}, ...(part !== '' && { property: part }) },
      context.lines,
    );
    if (typeof node !== 'boolean') reader.leaveElementOut(`${quoteValue(node)} is no schema`);
    return node;
  }
  const reader = createElementReader(
    {
      pointer: place.pointer,
      element: place.element,
      source: node,
      ...(place.part !== '' && { property: place.part }),
    },
    context.lines,
  );
  context.origins.set(`schema#${place.path}`, place.pointer);
  const converted = Object.fromEntries(
    Object.entries(node).flatMap(([keyword, value]) =>
      convertKeyword(keyword, value, reader, place, context),
    ),
  );
  if (place.part === '' && place.path !== '' && isUnfillable(converted))
    reader.leaveElementOut('it has no "properties", so visitors cannot fill it in', 'add its properties');
  return convertValue(converted, reader, place, context);
}

/** Keywords that say what an object has. */
const objectKeywords = [
  'properties',
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
  '$ref',
  'enum',
  'const',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'dependencies',
];

/** Returns true for an object of which nothing is known. */
function isUnfillable(schema: JsonSchema): boolean {
  return schema.type === 'object' && !objectKeywords.some((keyword) => keyword in schema);
}

type Entry = readonly [keyword: string, value: unknown];

function convertKeyword(
  keyword: string,
  value: unknown,
  reader: ElementReader,
  place: SchemaPlace,
  context: SchemaContext,
): readonly Entry[] {
  const at = extendPointer(place.pointer, keyword);
  const path = extendPointer(place.path, keyword);
  const part = place.part === '' ? keyword : `${place.part}.${keyword}`;
  context.origins.set(`schema#${path}`, at);
  const isRoot = place.path === '';
  if (Object.hasOwn(harmlessKeywords, keyword) && !(keyword === 'id' && typeof value !== 'string')) {
    reader.ignore(keyword, harmlessKeywords[keyword] ?? '');
    return [];
  }
  if (keyword === '$ref' && typeof value !== 'string') {
    reader.leaveOut(keyword, `${quoteValue(value)} is no reference`);
    return [];
  }
  reader.take(keyword);
  if (mapKeywords.has(keyword) && isObject(value)) {
    const isProperties = keyword === 'properties';
    const inner = Object.entries(value).flatMap(([name, schema]): readonly Entry[] => {
      const own = isProperties || keyword === 'dependentSchemas' ? (context.renamed.get(name) ?? name) : name;
      const element = isProperties
        ? place.element === 'the form'
          ? name
          : `${place.element}.${name}`
        : place.element;
      const innerPlace = {
        pointer: context.moved.get(extendPointer(path, own)) ?? extendPointer(at, name),
        path: extendPointer(path, own),
        element,
        part: isProperties ? '' : `${part}.${name}`,
      };
      const converted = convertNode(schema, innerPlace, context);
      if (isProperties && own !== name)
        context.lines.change(innerPlace.pointer, { outcome: 'changed', became: `the field "${own}"` });
      const named =
        isProperties && own !== name && isObject(converted) && converted.title === undefined
          ? { ...converted, title: name }
          : converted;
      if (!isNullOnly(named)) return [[own, named]];
      leaveNullOut(innerPlace.pointer, context);
      return [];
    });
    return [[keyword, Object.fromEntries(inner)]];
  }
  if (schemaKeywords.has(keyword)) {
    if (Array.isArray(value))
      return [
        [
          keyword,
          value.map((schema, index) =>
            convertNode(
              schema,
              {
                pointer: extendPointer(at, index),
                path: extendPointer(path, index),
                element: place.element,
                part: `${part}.${index}`,
              },
              context,
            ),
          ),
        ],
      ];
    return isObject(value)
      ? [[keyword, convertNode(value, { pointer: at, path, element: place.element, part }, context)]]
      : [[keyword, value]];
  }
  if (keyword === 'dependencies' && isObject(value))
    return [
      [
        keyword,
        Object.fromEntries(
          Object.entries(value).map(([name, each]) => [
            context.renamed.get(name) ?? name,
            Array.isArray(each)
              ? renameList(each, context)
              : convertNode(
                  each,
                  {
                    pointer: extendPointer(at, name),
                    path: extendPointer(path, name),
                    element: place.element,
                    part: `${part}.${name}`,
                  },
                  context,
                ),
          ]),
        ),
      ],
    ];
  if (keyword === 'dependentRequired' && isObject(value))
    return [
      [
        keyword,
        Object.fromEntries(
          Object.entries(value).map(([name, each]) => [
            context.renamed.get(name) ?? name,
            renameList(each, context),
          ]),
        ),
      ],
    ];
  if (keyword === 'enum' && Array.isArray(value)) return [[keyword, removeDuplicates(value, reader)]];
  if (keyword === 'required') return convertRequired(value, reader, context);
  if (keyword === '$schema') return convertDraft(value, reader, isRoot);
  if (keyword === 'examples' && isRoot)
    return [[keyword, Array.isArray(value) ? value.map((each) => renameKeys(each, context.renamed)) : value]];
  if (keyword === 'default' && isObject(value)) return [[keyword, renameKeys(value, context.renamed)]];
  if (keyword === 'discriminator' && isObject(value) && value.mapping !== undefined) {
    reader.change(keyword, 'a discriminator without its mapping');
    return [[keyword, { propertyName: value.propertyName }]];
  }
  return [[keyword, value]];
}

/** Draft-04 of single properties: `"required": true` is not taken into the list of the object. */
function convertRequired(value: unknown, reader: ElementReader, context: SchemaContext): readonly Entry[] {
  if (Array.isArray(value)) return [['required', renameList(value, context)]];
  reader.leaveOut(
    'required',
    `${quoteValue(value)} is no list of names`,
    'name the field in "required" of the object around it',
  );
  return [];
}

/** Returns the choices without those that occur before. */
function removeDuplicates(choices: readonly unknown[], reader: ElementReader): readonly unknown[] {
  const single = [...new Map(choices.map((choice) => [JSON.stringify(choice), choice])).values()];
  if (single.length < choices.length) reader.change('enum', 'its choices, each once');
  return single;
}

const knownDrafts = /^https?:\/\/json-schema\.org\/(?:draft\/2020-12|draft-0[467])\/schema#?$/;

function convertDraft(value: unknown, reader: ElementReader, isRoot: boolean): readonly Entry[] {
  if (!isRoot) {
    reader.ignore('$schema', 'the whole schema has one draft');
    return [];
  }
  if (knownDrafts.test(toText(value))) return [['$schema', value]];
  reader.change('$schema', 'a schema of draft 2020-12');
  return [['$schema', 'https://json-schema.org/draft/2020-12/schema']];
}

function renameList(value: unknown, { renamed }: SchemaContext): unknown {
  return Array.isArray(value) ? [...new Set(value.map((name) => renamed.get(toText(name)) ?? name))] : value;
}

/** Returns a value in which the keys of objects have the new names of properties. */
export function renameKeys(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (renamed.size === 0) return value;
  if (Array.isArray(value)) return value.map((each) => renameKeys(each, renamed));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [renamed.get(key) ?? key, renameKeys(each, renamed)]),
  );
}

function isNullOnly(schema: unknown): boolean {
  const { type, enum: list } = asObject(schema);
  return type === 'null' || (Array.isArray(list) && list.length > 0 && list.every((each) => each === null));
}

function leaveNullOut(pointer: string, { lines }: SchemaContext): void {
  lines.change(pointer, {
    outcome: 'left-out',
    reason: 'it is always null, so there is nothing to ask',
    isHarmless: true,
  });
}

/** Replaces formats and choices that our forms cannot draw. */
function convertValue(
  schema: JsonSchema,
  reader: ElementReader,
  place: SchemaPlace,
  context: SchemaContext,
): JsonSchema {
  return convertObjectChoices(convertFormat(schema, reader, place, context), reader);
}

function convertFormat(
  schema: JsonSchema,
  reader: ElementReader,
  place: SchemaPlace,
  context: SchemaContext,
): JsonSchema {
  const { format } = schema;
  if (typeof format !== 'string') return schema;
  const { format: _format, ...rest } = schema;
  const own = getOwnMember(formatNames, format);
  if (own !== undefined) {
    reader.change('format', `"${own}"`);
    return { ...rest, format: own };
  }
  if (/^(?:int32|int64|float|double|byte|binary|textarea|color|tel|phone|string|text)$/.test(format)) {
    reader.ignore('format', 'it changes neither the answer nor the question');
    return rest;
  }
  if (format !== 'data-url' && format !== 'file') return schema;
  const [, properties, name, ...inner] = place.path.split('/');
  const isField =
    properties === 'properties' && (inner.length === 0 || (inner.length === 1 && inner[0] === 'items'));
  if (!isField || name === undefined) return schema;
  reader.change('format', 'an upload of files');
  if (inner.length === 0) {
    context.lines.change(place.pointer, { outcome: 'changed', became: 'an upload of one file' });
    context.files.push(name);
    const { type: _type, ...texts } = rest;
    return { ...texts, type: 'array', items: { type: 'string' }, maxItems: 1 };
  }
  context.files.push(name);
  return rest;
}

/** Replaces choices that are objects by texts. */
function convertObjectChoices(schema: JsonSchema, reader: ElementReader): JsonSchema {
  const { enum: list, enumNames, type: _type, default: preset, ...rest } = schema;
  if (!Array.isArray(list) || !list.some(isObject)) return schema;
  const names = Array.isArray(enumNames) ? enumNames.map(toText) : [];
  const texts = list.map((choice, index) => {
    const { name, title, label, id } = asObject(choice);
    return names[index] ?? toText(name ?? title ?? label ?? id ?? JSON.stringify(choice));
  });
  reader.change(
    'enum',
    `texts (${texts
      .map((text) => `"${text}"`)
      .slice(0, 5)
      .join(', ')}) instead of objects`,
  );
  for (const keyword of ['enumNames', 'type']) reader.change(keyword, 'choices that are texts');
  if (preset !== undefined) reader.leaveOut('default', 'its choice is a text now');
  return { ...rest, type: 'string', enum: [...new Set(texts)] };
}
