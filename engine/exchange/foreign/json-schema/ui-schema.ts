import {
  explainIgnoredOption,
  findWidgetOfInputType,
  findWidgetOfRjsf,
  getWidget,
  toEnumNames,
} from '../../../compile/fields/rjsf-options.ts';
import { getRatingChoices } from '../../../json-schema/choices.ts';
import { dereference } from '../../../json-schema/references.ts';
import { findPropertySchemas } from '../../../json-schema/schemas-at.ts';
import { asList, asObject, getOwnMember, isObject, toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import { isWidgetName } from '../../../model/widgets.ts';
import {
  createElementReader,
  createImportLines,
  type ElementReader,
  extendPointer,
  type ImportLines,
  quoteValue,
} from '../report.ts';
import type { SchemaForm } from './schema-form.ts';

const looks = 'it only changes how the other program draws it';

const takenOptions: ReadonlySet<string> = new Set([
  'title',
  'description',
  'help',
  'placeholder',
  'enumNames',
  'enumDisabled',
  'enumOrder',
  'disabled',
  'readonly',
  'autocomplete',
  'rows',
  'order',
  'addable',
  'removable',
  'orderable',
  'inputMode',
  'wide',
]);

export interface ConvertedUi {
  readonly ui: Readonly<Record<string, unknown>>;
  readonly submitText: string | undefined;
  readonly title: string | undefined;
  /** The introduction of the form, instead of the description of its schema. */
  readonly description: string | undefined;
}

/** Converts the UI schema of RJSF, and reports each option. */
export function convertUiSchema(
  source: Readonly<Record<string, unknown>>,
  pointer: string,
  form: SchemaForm,
  lines: ImportLines,
): ConvertedUi {
  if (form.isWrapped) return convertWrappedUi(source, pointer, form, lines);
  const reader = createElementReader({ pointer, element: 'the form', property: 'uiSchema', source }, lines);
  const options = createElementReader(
    {
      pointer: reader.at('ui:options'),
      element: 'the form',
      property: 'uiSchema.ui:options',
      source: asObject(source['ui:options']),
    },
    source['ui:options'] === undefined ? createImportLines() : lines,
  );
  const { submitButtonOptions, order, title, description } = {
    ...options.source,
    ...Object.fromEntries(
      Object.entries(source).flatMap(([key, value]) =>
        key.startsWith('ui:') ? [[key.slice(3), value]] : [],
      ),
    ),
  };
  const submit = asObject(submitButtonOptions).submitText;
  reportFormOptions(reader, 'ui:');
  reportFormOptions(options, '');
  if (source['ui:options'] !== undefined) reader.change('ui:options', 'what its members became');
  if (order !== undefined)
    form.origins.set(
      'ui#/ui:order',
      source['ui:order'] === undefined ? options.at('order') : reader.at('ui:order'),
    );
  for (const key of branchKeywords) if (Array.isArray(source[key])) reader.take(key);
  for (const key of Object.keys(source))
    if (reader.isOpen(key) && !key.startsWith('ui:') && !isObject(source[key])) reader.ignore(key, looks);
  const properties = findPropertySchemas(form.schema, form.schema);
  const written: readonly WrittenNode[] = [
    ...Object.entries(source).map(([name, node]) => ({ name, node, at: extendPointer(pointer, name) })),
    ...listBranchNodes(source, reader),
  ];
  const nodes = written.flatMap(({ name, node, at }) => {
    if (name.startsWith('ui:') || !isObject(node)) return [];
    const own = form.renamed.get(name) ?? name;
    form.origins.set(`ui#/${own}`, at);
    return [
      [
        own,
        convertUiNode(
          node,
          {
            pointer: at,
            path: `/${own}`,
            element: name,
            schemas: (properties.get(own) ?? []).map((schema) => dereference(schema, form.schema)),
          },
          form,
          lines,
        ),
      ],
    ];
  });
  return {
    ui: {
      ...Object.fromEntries(form.files.map((file) => [file, { 'ui:widget': 'files' }])),
      ...mergeFiles(Object.fromEntries(nodes), form),
      ...(Array.isArray(order) && {
        'ui:order': order.map((name) => form.renamed.get(toText(name)) ?? name),
      }),
    },
    submitText: toNonBlankText(submit),
    title: toNonBlankText(title),
    description: toNonBlankText(description),
  };
}

/** Converts the UI schema of a schema that is no object: what it says is about the only field. */
function convertWrappedUi(
  source: Readonly<Record<string, unknown>>,
  pointer: string,
  form: SchemaForm,
  lines: ImportLines,
): ConvertedUi {
  const { 'ui:submitButtonOptions': submit, ...node } = source;
  const whole = submit === undefined ? {} : { 'ui:submitButtonOptions': submit };
  const converted = convertUiSchema(whole, pointer, { ...form, isWrapped: false }, lines);
  const answer = asObject(asObject(form.schema.properties).answer);
  const place = { pointer, path: '/answer', element: 'answer', schemas: [dereference(answer, form.schema)] };
  const own = convertUiNode(node, place, form, lines);
  return { ...converted, ui: mergeFiles({ ...converted.ui, answer: own }, form) };
}

/** Returns a text unchanged; undefined for a blank one and for any other value. */
function toNonBlankText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The UI schema of one field of the root. */
interface WrittenNode {
  readonly name: string;
  readonly node: unknown;
  /** Its pointer in the source. */
  readonly at: string;
}

const branchKeywords = ['oneOf', 'anyOf'];

/** Returns the UI schemas of the fields that only a branch of the root has, and reports what a branch has itself. */
function listBranchNodes(
  source: Readonly<Record<string, unknown>>,
  reader: ElementReader,
): readonly WrittenNode[] {
  return branchKeywords.flatMap((keyword) =>
    asList(source[keyword]).flatMap((branch, index) =>
      Object.entries(asObject(branch)).map(([name, node]) => {
        const at = reader.at(keyword, index, name);
        if (name.startsWith('ui:') || !isObject(node))
          reader.lines.set({
            pointer: at,
            element: reader.element,
            property: `uiSchema.${keyword}.${index}.${name}`,
            outcome: 'left-out',
            reason: 'a branch is drawn as its schema says',
            remedy: 'write it into the schema of the branch',
          });
        return { name, node, at };
      }),
    ),
  );
}

/** The options of a whole form, with what each becomes. */
const formOptions: Readonly<Record<string, string>> = {
  title: 'the name of the form',
  description: 'the introduction of the form',
  submitButtonOptions: 'the label of the button',
};

/**
 * Reports the options of a whole form.
 * @param prefix What their names begin with: `ui:`, or nothing inside `ui:options`.
 */
function reportFormOptions(reader: ElementReader, prefix: 'ui:' | ''): void {
  for (const key of Object.keys(reader.source)) {
    if (!key.startsWith(prefix) || key === 'ui:options') continue;
    const option = key.slice(prefix.length);
    const ignored = explainIgnoredOption(option);
    const became = getOwnMember(formOptions, option);
    const hasText =
      option !== 'submitButtonOptions' || typeof asObject(reader.source[key]).submitText === 'string';
    if (option === 'order') reader.take(key);
    else if (became !== undefined && hasText) reader.change(key, became);
    else if (option === 'field' || option === 'layoutGrid')
      reader.leaveOut(key, 'a component of the program draws the form', 'see docs/own-widgets.md');
    else if (ignored !== undefined) reader.ignore(key, ignored);
    else reader.leaveOut(key, 'a form of Slipway has no such option', 'see "ui.json" in docs/reference.md');
  }
}

/** Uploads have one widget, whatever was drawn before. */
function mergeFiles(
  nodes: Readonly<Record<string, unknown>>,
  { files }: SchemaForm,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(nodes).map(([name, node]) => [
      name,
      files.includes(name) ? { ...asObject(node), 'ui:widget': 'files' } : node,
    ]),
  );
}

interface UiPlace {
  readonly pointer: string;
  readonly path: string;
  readonly element: string;
  readonly schemas: readonly JsonSchema[];
}

function convertUiNode(
  node: Readonly<Record<string, unknown>>,
  place: UiPlace,
  form: SchemaForm,
  lines: ImportLines,
): Record<string, unknown> {
  const reader = createElementReader(
    { pointer: place.pointer, element: place.element, property: 'uiSchema', source: node },
    lines,
  );
  const hasWidget = getWidget(node) !== undefined;
  const entries = Object.entries(node).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    form.origins.set(`ui#${place.path}/${key}`, extendPointer(place.pointer, key));
    if (key === 'ui:options') {
      const part = createElementReader(
        {
          pointer: extendPointer(place.pointer, key),
          element: place.element,
          property: key,
          source: asObject(value),
        },
        lines,
      );
      const options = Object.entries(asObject(value)).flatMap(([option, each]) =>
        convertOption(option, each, { reader: part, property: option, place, form, hasWidget }),
      );
      return options.map(([option, each]) => [`ui:${option}`, each]);
    }
    if (key.startsWith('ui:'))
      return convertOption(key.slice(3), value, { reader, property: key, place, form, hasWidget }).map(
        ([option, each]) => [`ui:${option}`, each],
      );
    if (Array.isArray(value)) {
      reader.take(key);
      return [
        [
          key,
          value.map((each, index) =>
            isObject(each)
              ? convertUiNode(
                  each,
                  {
                    pointer: extendPointer(place.pointer, key, index),
                    path: `${place.path}/${key}/${index}`,
                    element: `${place.element}.${key}`,
                    schemas: [],
                  },
                  form,
                  lines,
                )
              : each,
          ),
        ],
      ];
    }
    if (!isObject(value)) {
      reader.ignore(key, looks);
      return [];
    }
    reader.take(key);
    const own = form.renamed.get(key) ?? key;
    const inner = place.schemas
      .flatMap((schema) => findPropertySchemas(schema, form.schema).get(own) ?? [])
      .map((schema) => dereference(schema, form.schema));
    return [
      [
        own,
        convertUiNode(
          value,
          {
            pointer: extendPointer(place.pointer, key),
            path: `${place.path}/${own}`,
            element: `${place.element}.${key}`,
            schemas: inner,
          },
          form,
          lines,
        ),
      ],
    ];
  });
  return Object.fromEntries(entries);
}

interface OptionPlace {
  readonly reader: ElementReader;
  /** The name of the option as it is written: with `ui:`, or inside `ui:options` without. */
  readonly property: string;
  readonly place: UiPlace;
  readonly form: SchemaForm;
  /** True if the field names a widget. */
  readonly hasWidget: boolean;
}

function convertOption(
  option: string,
  value: unknown,
  { reader, property, place, form, hasWidget }: OptionPlace,
): readonly (readonly [string, unknown])[] {
  if (option === 'widget') return convertWidget(value, { reader, property, place, form });
  if (option === 'field') {
    reader.leaveOut(
      property,
      `a component of the program draws it: ${quoteValue(value)}`,
      'see docs/own-widgets.md',
    );
    return [];
  }
  if (option === 'accept') {
    reader.leaveOut(property, 'uploads accept the files that Slipway accepts', 'write a rule with "limit"');
    return [];
  }
  const inputWidget = option === 'inputType' ? findWidgetOfInputType(value, place.schemas) : undefined;
  if (inputWidget !== undefined && !hasWidget) {
    reader.change(property, `the widget "${inputWidget}"`);
    return [['widget', inputWidget]];
  }
  const ignored = explainIgnoredOption(option);
  if (ignored !== undefined) {
    reader.ignore(property, ignored);
    return [];
  }
  if (option === 'order' && Array.isArray(value)) {
    reader.take(property);
    return [[option, value.map((name) => form.renamed.get(toText(name)) ?? name)]];
  }
  if (option === 'enumNames' && isObject(value)) {
    reader.change(property, 'the labels of the choices, in their order');
    return [[option, toEnumNames(value, place.schemas)]];
  }
  if (takenOptions.has(option)) {
    reader.take(property);
    return typeof value === 'string' && value.trim() === '' ? [] : [[option, value]];
  }
  reader.leaveOut(property, 'forms of Slipway have no such option', 'see "ui.json" in docs/reference.md');
  return [];
}

function convertWidget(
  value: unknown,
  { reader, property, place, form }: Omit<OptionPlace, 'hasWidget'>,
): readonly (readonly [string, unknown])[] {
  const found = findWidgetOfRjsf(value, place.schemas);
  const name = found !== undefined && 'widget' in found ? found.widget : value;
  if (found !== undefined && 'reason' in found && !form.files.includes(place.path.slice(1))) {
    reader.leaveOut(property, found.reason);
    return [];
  }
  if (!isWidgetName(name)) {
    reader.leaveOut(
      property,
      `${quoteValue(value)} is a widget of the program`,
      'write it (docs/own-widgets.md), and declare it in settings.json',
    );
    return [];
  }
  const isFile = name === 'files';
  if (isFile && !form.files.includes(place.path.slice(1))) {
    reader.leaveOut(property, 'only a list of texts at the top of the form can be files');
    return [];
  }
  if (name === 'rating' && !place.schemas.some((schema) => getRatingChoices(schema).choices)) {
    reader.leaveOut(
      property,
      'a rating has its numbers from "minimum" to "maximum", or from "enum"',
      'give them in the schema',
    );
    return [];
  }
  if (name === value) reader.take(property);
  else reader.change(property, `the widget "${name}"`);
  return [['widget', name]];
}
