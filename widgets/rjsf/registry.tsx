import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import {
  type FallbackFieldProps,
  type FieldProps,
  type FieldTemplateProps,
  type ObjectFieldTemplateProps,
  type Registry,
  type RJSFSchema,
  type SchemaUtilsType,
  TranslatableString,
} from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import type { Settings } from '#engine';
import { BlocksContext } from '../blocks/load-blocks.ts';
import { FieldMarkupContext } from '../fields/field-markup-context.ts';
import { toControlName } from '../fields/pointer.ts';
import { renderInChunks } from '../fields/render-in-chunks.tsx';
import { RestoredFieldsContext } from '../fields/restored-fields.ts';
import { type SharedFields, useFields } from '../fields/use-fields.ts';
import { PathContext } from '../frame/path-context.ts';
import { getNestedFields, type NestedFields } from '../nested/load-nested-fields.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';
import { createFramedFields, createFramedWidgets } from './field-widget.tsx';
import { buildFieldTable, buildWidgetTable, type CustomComponents } from './own-widgets.tsx';

export interface RegistryOptions {
  /** The root schema of the rendered fields. */
  readonly schema: RJSFSchema;
  /** The module for nested fields; undefined if none is rendered or it is not loaded yet. */
  readonly nested: NestedFields | undefined;
  /** The validators for nested conditions; absent until they are loaded. */
  readonly module: ValidatorModule | undefined;
  readonly idPrefix: string;
  readonly text: SharedFields['text'];
  readonly own: ComponentRegistry;
}

/** The widgets and custom fields that RJSF renders, by name. */
export type ComponentRegistry = ReturnType<typeof createComponentRegistry>;

/** Creates the standard and custom widgets and the custom fields for RJSF, by name and each in its frame. */
export function createComponentRegistry(custom: CustomComponents, settings: Settings) {
  return {
    widgets: createFramedWidgets(buildWidgetTable(custom, settings)),
    fields: createFramedFields(buildFieldTable(custom, settings)),
  };
}

/**
 * Creates the theme that RJSF renders with: fields, templates, widgets, texts and schema utilities. RJSF's
 * `Form` is not used: the section is the form and the plan is its state. Every module is imported separately,
 * so unused parts of RJSF are not loaded.
 */
export function createRegistry({ schema, nested, module, idPrefix, text, own }: RegistryOptions): Registry {
  const parts: Omit<Registry, 'fields' | 'templates' | 'widgets'> = {
    rootSchema: schema,
    schemaUtils: nested ? nested.createNestedSchemaUtils(schema, module) : flatSchemaUtils,
    globalFormOptions: {
      idPrefix,
      idSeparator: '-',
      nameGenerator: toControlName,
      useFallbackUiForUnsupportedType: true,
    },
    translateString: (key, params) => translateRjsfString(text, key, params),
    formContext: { canMatch: module !== undefined },
  };
  return asRegistry({
    ...parts,
    fields: { ...fields, ...nested?.fields, ...own.fields },
    templates: { ...templates, ...nested?.templates },
    widgets: own.widgets,
  });
}

/**
 * RJSF's fields by its names for them. Custom fields and those of the module for nested fields replace them.
 */
const fields = {
  SchemaField: RestoredField,
  ObjectField,
  /** A list outside the module for nested fields has a widget for the whole list: photos. */
  ArrayField: StringField,
  StringField,
  BooleanField,
  /**
   * The control itself parses numbers: RJSF's field would write them in the locale of the process that
   * renders, server or browser.
   */
  NumberField: StringField,
  NullField,
  FallbackField: UntypedField,
};

/**
 * Renders nothing. Our frames, legends and widgets render the content of these templates, but RJSF requires
 * them.
 */
const RenderNothing = () => null;

/** RJSF's templates for a field, an object and the contents around a control. */
const templates = {
  FieldTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  DescriptionFieldTemplate: RenderNothing,
  FieldHelpTemplate: RenderNothing,
  FieldErrorTemplate: RenderNothing,
  UnsupportedFieldTemplate: RenderNothing,
};

/**
 * Returns our text for a text of RJSF: yes, no, or the name of a branch by its number. Empty for texts that
 * no form shows.
 */
function translateRjsfString(
  text: SharedFields['text'],
  key: TranslatableString,
  params: readonly string[] = [],
): string {
  switch (key) {
    case TranslatableString.YesLabel:
      return text('yes');
    case TranslatableString.NoLabel:
      return text('no');
    case TranslatableString.OptionPrefix:
      return text('branch', { number: Number(params[0]) });
    case TranslatableString.TitleOptionPrefix:
      return text('branch', { number: Number(params[1]) });
    default:
      return '';
  }
}

/**
 * Returns the same object, cast to RJSF's type, which requires its whole theme. No form that `compile`
 * accepts uses the missing parts.
 */
function asRegistry(registry: object): Registry {
  return registry as Registry;
}

/**
 * Renders a value with what the module for nested fields adds around it, and provides the path of the value
 * to its content. Unlike RJSF’s template it renders no label and no help: a widget has them in its frame, an
 * object and a list in their legend.
 */
function FieldTemplate(props: FieldTemplateProps): ReactNode {
  return (
    <PathContext.Provider value={props.fieldPathId.path}>
      {getNestedFields()?.renderFieldContent(props) ?? props.children}
    </PathContext.Provider>
  );
}

/** Renders nothing: a value that can only be `null` needs no input. */
function NullField(): ReactNode {
  return null;
}

/** Renders a value without a type as RJSF renders a text, so that the text widget is used. */
function UntypedField(props: FallbackFieldProps): ReactNode {
  return <StringField {...props} schema={{ ...props.schema, type: 'string' }} />;
}

/**
 * Renders an object of RJSF. The form itself is a list of fields, with blocks between them if there are any,
 * and in chunks if it is long; any other object is a group. Renders nothing for a group until the module for
 * nested fields is loaded.
 */
function ObjectTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const { fieldPathId, properties } = props;
  const blocks = useContext(BlocksContext);
  const Group = getNestedFields()?.ObjectGroup;
  const shared = useFields();
  const cacheMarkup = useContext(FieldMarkupContext);
  if (fieldPathId.path.length > 0) return Group && <Group {...props} />;
  const fields = cacheMarkup
    ? properties.map((property) => {
        const view = shared.store.getView(property.name);
        return view ? { ...property, content: cacheMarkup(view, property.content) } : property;
      })
    : properties;
  return blocks?.draw(fields, blocks, shared) ?? renderInChunks(fields, shared.parts);
}

/**
 * Renders RJSF's schema field, and mounts a top-level one again after its value was replaced from outside,
 * for example by a draft: RJSF chooses branches and counts items only in a field's first render.
 */
function RestoredField(props: FieldProps): ReactNode {
  const { revisions } = useContext(RestoredFieldsContext);
  const { path } = props.fieldPathId;
  return <SchemaField key={path.length === 1 ? revisions[String(path[0])] : undefined} {...props} />;
}

/** RJSF's schema utilities for flat fields, whose schemas contain nothing to resolve. */
const flatSchemaUtils = {
  retrieveSchema: (schema: RJSFSchema) => schema,
  isSelect: ({ enum: values }: RJSFSchema) => Array.isArray(values),
  getDisplayLabel: () => true,
} as unknown as SchemaUtilsType;
