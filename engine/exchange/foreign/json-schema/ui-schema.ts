import { getRatingChoices } from '../../../json-schema/choices.ts';
import { findPropertySchemas } from '../../../json-schema/schemas-at.ts';
import { asList, asObject, getOwnMember, isObject } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import { isWidgetName } from '../../../model/widgets.ts';
import {
  createElementReader,
  type ElementReader,
  extendPointer,
  type ImportLines,
  quoteValue,
} from '../report.ts';
import type { SchemaForm } from './schema-form.ts';

/** Names of widgets in RJSF, with those of ours. */
const widgetNames: Readonly<Record<string, string>> = {
  TextWidget: 'text',
  TextareaWidget: 'textarea',
  CheckboxWidget: 'checkbox',
  CheckboxesWidget: 'checkboxes',
  RadioWidget: 'radio',
  SelectWidget: 'select',
  PasswordWidget: 'password',
  EmailWidget: 'email',
  URLWidget: 'uri',
  url: 'uri',
  UpDownWidget: 'updown',
  RangeWidget: 'range',
  DateWidget: 'date',
  DateTimeWidget: 'date-time',
  datetime: 'date-time',
  TimeWidget: 'time',
  AltDateWidget: 'date-parts',
  'alt-date': 'date-parts',
  AltDateTimeWidget: 'date-time',
  'alt-datetime': 'date-time',
  ColorWidget: 'color',
  HiddenWidget: 'hidden',
  FileWidget: 'files',
  file: 'files',
  RatingWidget: 'rating',
  rating: 'rating',
};

const looks = 'it only changes how the other program draws it';

/** Options that change nothing that visitors notice. */
const harmlessOptions: ReadonlySet<string> = new Set([
  'autofocus',
  'className',
  'classNames',
  'style',
  'emptyValue',
  'hideError',
  'enumOrder',
  'globalOptions',
  'inline',
  'label',
  'inputType',
  'copyable',
  'rootFieldId',
  'filePreview',
  'duplicateKeySuffixSeparator',
  'enableMarkdownInDescription',
  'enableMarkdownInHelp',
  'norender',
  'expandable',
  'hideClearButton',
  'hideNowButton',
  'yearsRange',
  'format',
  'arrayTemplate',
  'title_',
  'chakra',
  'semantic',
  'mantine',
  'order_',
  'stars',
  'shape',
  'accept_',
  'optionsSchemaSelector',
]);

const takenOptions: ReadonlySet<string> = new Set([
  'title',
  'description',
  'help',
  'placeholder',
  'enumNames',
  'enumDisabled',
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
}

/** Converts the UI schema of RJSF, and reports each option. */
export function convertUiSchema(
  source: Readonly<Record<string, unknown>>,
  pointer: string,
  form: SchemaForm,
  lines: ImportLines,
): ConvertedUi {
  const reader = createElementReader({ pointer, element: 'the form', property: 'uiSchema', source }, lines);
  const submit =
    asObject(source['ui:submitButtonOptions']).submitText ??
    asObject(asObject(source['ui:options']).submitButtonOptions).submitText;
  const order = source['ui:order'] ?? asObject(source['ui:options']).order;
  if (typeof submit === 'string') reader.change('ui:submitButtonOptions', 'the label of the button');
  else reader.ignore('ui:submitButtonOptions', looks);
  if (source['ui:title'] !== undefined) reader.change('ui:title', 'the name of the form');
  reader.take('ui:order');
  reader.leaveOut('ui:description', 'the form has the description of its schema');
  if (order !== undefined) form.origins.set('ui#/ui:order', extendPointer(pointer, 'ui:order'));
  for (const key of branchKeywords) if (Array.isArray(source[key])) reader.take(key);
  for (const key of Object.keys(source))
    if (reader.isOpen(key) && (key.startsWith('ui:') || !isObject(source[key]))) reportOwnOption(key, reader);
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
            schemas: properties.get(own) ?? [],
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
        'ui:order': order.map((name) => form.renamed.get(String(name)) ?? name),
      }),
    },
    submitText: typeof submit === 'string' && submit.trim() !== '' ? submit : undefined,
    title:
      typeof source['ui:title'] === 'string' && source['ui:title'].trim() !== ''
        ? source['ui:title']
        : undefined,
  };
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

function reportOwnOption(key: string, reader: ElementReader): void {
  if (key === 'ui:options') reader.change(key, 'what its members became');
  else if (key === 'ui:field')
    reader.leaveOut(key, 'a component of the program draws the form', 'see docs/own-widgets.md');
  else reader.ignore(key, looks);
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
        convertOption(option, each, { reader: part, property: option, place, form }),
      );
      return options.map(([option, each]) => [`ui:${option}`, each]);
    }
    if (key.startsWith('ui:'))
      return convertOption(key.slice(3), value, { reader, property: key, place, form }).map(
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
    const inner = place.schemas.flatMap((schema) => findPropertySchemas(schema, form.schema).get(own) ?? []);
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
}

function convertOption(
  option: string,
  value: unknown,
  { reader, property, place, form }: OptionPlace,
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
  if (/Template$/.test(option) || harmlessOptions.has(option)) {
    reader.ignore(property, looks);
    return [];
  }
  if (option === 'order' && Array.isArray(value)) {
    reader.take(property);
    return [[option, value.map((name) => form.renamed.get(String(name)) ?? name)]];
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
  { reader, property, place, form }: OptionPlace,
): readonly (readonly [string, unknown])[] {
  const name = typeof value === 'string' ? (getOwnMember(widgetNames, value) ?? value) : '';
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
  if (name === 'date-parts' && !place.schemas.some(({ format }) => format === 'date')) {
    reader.change(property, 'the widget of its format');
    return [];
  }
  if (name === 'scale' && !place.schemas.some(({ enum: list }) => Array.isArray(list))) {
    reader.leaveOut(property, 'a scale has its numbers from "enum"', 'list them in the schema');
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
