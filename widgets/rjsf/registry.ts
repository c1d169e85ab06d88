import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import { type Registry, type RJSFSchema, TranslatableString } from '@rjsf/utils';
import type { Settings } from '#engine';
import { toControlName } from '../fields/pointer.ts';
import type { SharedFields } from '../fields/use-fields.ts';
import type { NestedFields } from '../nested/load-nested-fields.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';
import { FieldTemplate } from './field-template.tsx';
import { createFramedFields, createFramedWidgets } from './field-widget.tsx';
import { NullField, UntypedField } from './fields.tsx';
import { ObjectTemplate } from './object-template.tsx';
import { buildFieldTable, buildWidgetTable, type CustomComponents } from './own-widgets.tsx';
import { RestoredField } from './restored-field.tsx';
import { flatSchemaUtils } from './schema-utils.ts';

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
