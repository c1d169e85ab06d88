import { dereference } from '../../../json-schema/references.ts';
import { findPropertySchemas } from '../../../json-schema/schemas-at.ts';
import { asObject, isObject, toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import {
  type Conversion,
  type ConversionOptions,
  type ForeignSource,
  splitRequirements,
} from '../converted-form.ts';
import { toKnownField } from '../form-parts.ts';
import { renameKeys } from '../json-schema/convert-schema.ts';
import { isSchema } from '../json-schema/index.ts';
import { convertFormSchema, finishSchemaForm, type SchemaForm } from '../json-schema/schema-form.ts';
import { createElementReader, extendPointer, type ImportLines } from '../report.ts';
import { type FindScope, readScope } from './conditions.ts';
import { applyInnerRules } from './inner-rules.ts';
import { addTitles } from './labels.ts';
import { convertUi } from './layouts.ts';

/** JSON Forms: `{"schema": {…}, "uischema": {"type": "VerticalLayout", "elements": […]}}`. */
export const jsonFormsSource: ForeignSource = {
  name: 'jsonforms',
  title: 'JSON Forms',
  detect: (value) =>
    isUiSchema(value) || (isObject(value) && isSchema(value.schema) && isUiSchema(getUiSchema(value))),
  convert: convertJsonForms,
};

const layoutTypes: readonly unknown[] = [
  'VerticalLayout',
  'HorizontalLayout',
  'Group',
  'Categorization',
  'Category',
  'Control',
  'Label',
  'ListWithDetail',
];

function isUiSchema(value: unknown): boolean {
  return (
    isObject(value) &&
    layoutTypes.includes(value.type) &&
    (Array.isArray(value.elements) || value.scope !== undefined || value.type === 'Label')
  );
}

function getUiSchema(value: Readonly<Record<string, unknown>>): unknown {
  return value.uischema ?? value.uiSchema ?? value.uiSchemas;
}

function convertJsonForms(value: unknown, lines: ImportLines, options: ConversionOptions): Conversion {
  if (isUiSchema(value))
    return {
      ok: false,
      reason:
        'this is a UI schema of JSON Forms alone; put its schema beside it: {"schema": …, "uischema": …}',
    };
  if (!isObject(value) || !isObject(value.schema))
    return { ok: false, reason: 'a form of JSON Forms is an object with "schema" and "uischema"' };
  const reader = createElementReader({ pointer: '', element: 'the file', source: value }, lines);
  reader.take('schema', 'uischema', 'uiSchema');
  reader.change('data', 'an example of answers');
  reader.ignore('i18n', 'texts by key are not taken; the labels of the schema are');
  reader.finish(() => 'it is about the program around the form');
  const converted = convertFormSchema(value.schema, { ...options, pointer: '/schema', lines });
  const originalNames = new Map([...converted.renamed].map(([before, after]) => [after, before]));
  const form = { ...converted, schema: addTitles(converted.schema, originalNames) };
  const findScope = createFindScope(form);
  const uiName = value.uischema === undefined ? 'uiSchema' : 'uischema';
  const parts = isObject(value[uiName])
    ? convertUi(value[uiName], `/${uiName}`, form, findScope, lines)
    : { ui: {}, rules: [], texts: {}, inner: [], shown: undefined };
  const ui = hideUnshown(form, parts.ui, parts.shown, lines);
  const required = listAnswerable(form, parts.shown, lines);
  const requirements = splitRequirements(required, parts.rules, '/schema/required');
  const whole = applyInnerRules(form, parts.inner, lines);
  const schema = whole.required === undefined ? whole : { ...whole, required: requirements.required };
  const rules = [...parts.rules, ...requirements.rules];
  const example = renameKeys(value.data, form.renamed);
  form.origins.set('schema#/examples', '/data');
  const hasExample = isObject(example) && Object.keys(example).length > 0 && schema.examples === undefined;
  return {
    ok: true,
    forms: [
      finishSchemaForm(
        { ...form, schema: hasExample ? { ...schema, examples: [example] } : schema },
        { ui, rules, texts: parts.texts },
      ),
    ],
  };
}

/** Returns a function that finds the field of a scope, outside of lists. */
function createFindScope({ schema, renamed }: SchemaForm): FindScope {
  return (scope) => {
    const path = readScope(scope).map((name) => renamed.get(name) ?? name);
    let inner: readonly JsonSchema[] = [schema];
    for (const name of path)
      inner = inner.flatMap((each) => findPropertySchemas(each, schema).get(name) ?? []);
    const [found] = inner;
    if (found === undefined || path.length === 0) return undefined;
    const value = dereference(found, schema);
    const items = isObject(value.items) ? { items: dereference(value.items, schema) } : {};
    return toKnownField(`values.${path.join('.')}`, { ...value, ...items });
  };
}

/** Returns the required fields that a control shows, and reports the others: nobody could answer them. */
function listAnswerable(
  { schema, pointer }: SchemaForm,
  shown: ReadonlySet<string> | undefined,
  lines: ImportLines,
): readonly string[] {
  const required = Array.isArray(schema.required) ? schema.required.map(toText) : [];
  if (shown === undefined) return required;
  const properties = asObject(schema.properties);
  const isHidden = (name: string) =>
    Object.hasOwn(properties, name) && !shown.has(name) && asObject(properties[name]).default === undefined;
  const hidden = required.filter(isHidden);
  const at = extendPointer(pointer, 'required');
  const unknown = lines.get(at)?.reason;
  if (hidden.length > 0)
    lines.change(at, {
      outcome: 'left-out',
      reason: `${unknown === undefined ? '' : `${unknown}; `}no control shows ${hidden.map((name) => `"${name}"`).join(', ')}; the others are required`,
      remedy: 'add a control',
    });
  return required.filter((name) => !isHidden(name));
}

/** Hides the fields that no control shows, and reports them. */
function hideUnshown(
  form: SchemaForm,
  ui: Readonly<Record<string, unknown>>,
  shown: ReadonlySet<string> | undefined,
  lines: ImportLines,
): Readonly<Record<string, unknown>> {
  if (shown === undefined) return ui;
  const hidden = Object.keys(asObject(form.schema.properties)).filter((name) => !shown.has(name));
  for (const name of hidden) {
    const origin = form.origins.get(`schema#/properties/${name}`);
    if (origin !== undefined)
      lines.change(origin, { outcome: 'changed', became: 'a hidden field, because no control shows it' });
  }
  return { ...ui, ...Object.fromEntries(hidden.map((name) => [name, { 'ui:widget': 'hidden' }])) };
}
