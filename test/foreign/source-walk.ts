import { isObject } from '#engine/json-schema/values.ts';

/** Adds one segment to a JSON Pointer. */
const at = (pointer: string, key: string | number) =>
  `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The keys below which each source has lists of elements. */
const elementLists: Readonly<Record<string, readonly string[]>> = {
  surveyjs: ['pages', 'elements', 'questions', 'templateElements', 'detailElements', 'items', 'columns'],
  formio: ['components', 'columns', 'rows'],
  jsonforms: ['elements'],
};

/**
 * Returns the pointers of all elements and properties of a source that a report has to mention. What is inside
 * an element for which `isLeftOut` is true is skipped.
 */
export function listPointers(
  source: string,
  value: unknown,
  isLeftOut: (pointer: string) => boolean,
): readonly string[] {
  if (!isObject(value)) return [];
  if (source === 'json-schema') return listSchemaPointers(value, '');
  if (source === 'rjsf')
    return [
      ...Object.keys(value).map((key) => at('', key)),
      ...listSchemaPointers(value.schema, '/schema'),
      ...listUiPointers(value.uiSchema, '/uiSchema'),
    ];
  if (source === 'jsonforms')
    return [
      ...listSchemaPointers(value.schema, '/schema'),
      ...listElementPointers(value.uischema, '/uischema', source, isLeftOut),
    ];
  if (source === 'formio' && isObject(value.forms))
    return Object.entries(value.forms).flatMap(([key, form]) =>
      listElementPointers(form, at('/forms', key), source, isLeftOut),
    );
  return listElementPointers(value, '', source, isLeftOut);
}

/** Returns the pointers of an element, its properties and the elements inside it. */
function listElementPointers(
  element: unknown,
  pointer: string,
  source: string,
  isLeftOut: (pointer: string) => boolean,
): readonly string[] {
  if (!isObject(element)) return [];
  const own = [pointer, ...Object.keys(element).map((key) => at(pointer, key))];
  if (isLeftOut(pointer)) return own;
  const inner = (elementLists[source] ?? []).flatMap((key) =>
    listInnerElements(element[key], at(pointer, key)).filter(([, each]) => isElement(each, source, element)),
  );
  const detail = isObject(element.options) ? element.options.detail : undefined;
  if (source === 'jsonforms' && isObject(detail)) inner.push([at(at(pointer, 'options'), 'detail'), detail]);
  return [...own, ...inner.flatMap(([place, each]) => listElementPointers(each, place, source, isLeftOut))];
}

/** Returns the members of a list, also of lists and cells inside it, with their pointers. */
function listInnerElements(list: unknown, pointer: string): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((each, index): readonly (readonly [string, unknown])[] => {
    const place = at(pointer, index);
    if (Array.isArray(each)) return listInnerElements(each, place);
    const isCell = isObject(each) && Array.isArray(each.components) && each.key === undefined;
    return isCell ? listInnerElements(each.components, at(place, 'components')) : [[place, each]];
  });
}

/** Returns true if a member of a list is an element, and not a choice or a column of a simple matrix. */
function isElement(value: unknown, source: string, parent: Readonly<Record<string, unknown>>): boolean {
  if (!isObject(value)) return false;
  if (source !== 'surveyjs') return true;
  return !(parent.type === 'matrix' && value.value !== undefined);
}

const schemaMaps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const schemaParts = [
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'not',
  'if',
  'then',
  'else',
];
const schemaLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];

/** Returns the pointers of all keywords and properties of a schema, at any depth. */
function listSchemaPointers(schema: unknown, pointer: string): readonly string[] {
  if (!isObject(schema)) return [pointer];
  const keywords = Object.keys(schema).map((key) => at(pointer, key));
  const inner = Object.entries(schema).flatMap(([key, value]): readonly string[] => {
    const place = at(pointer, key);
    if (schemaMaps.includes(key) && isObject(value))
      return Object.entries(value).flatMap(([name, each]) => listSchemaPointers(each, at(place, name)));
    if (schemaLists.includes(key) && Array.isArray(value))
      return value.flatMap((each, index) => listSchemaPointers(each, at(place, index)));
    return schemaParts.includes(key) && isObject(value) ? listSchemaPointers(value, place) : [];
  });
  return [...keywords, ...inner];
}

/** Returns the pointers of all options of a UI schema of RJSF. */
function listUiPointers(node: unknown, pointer: string): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((each, index) => listUiPointers(each, at(pointer, index)));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => [
    at(pointer, key),
    ...(key === 'ui:options'
      ? Object.keys(isObject(value) ? value : {}).map((option) => at(at(pointer, key), option))
      : key.startsWith('ui:')
        ? []
        : listUiPointers(value, at(pointer, key))),
  ]);
}
