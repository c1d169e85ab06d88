import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import { type Registry, type RJSFSchema, TranslatableString } from '@rjsf/utils';
import type { Settings } from '#engine';
import { controlName } from '../fields/pointer.ts';
import type { Fields } from '../fields/use-fields.ts';
import type { NestedFields } from '../nested/load-nested-fields.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';
import { FieldTemplate } from './field-template.tsx';
import { framedFields, framedWidgets } from './field-widget.tsx';
import { NullField, UntypedField } from './fields.tsx';
import { ObjectTemplate } from './object-template.tsx';
import { fieldTable, type OwnParts, widgetTable } from './own-widgets.tsx';
import { RestoredField } from './restored-field.tsx';
import { flatSchemaUtils } from './schema-utils.ts';

/** What a drawing by RJSF's fields rests on. */
export interface RegistryOptions {
  /** The schema that is drawn. */
  readonly schema: RJSFSchema;
  /** What nested fields take, where there are some. */
  readonly nested: NestedFields | undefined;
  /** The validators, absent until they are loaded: what nested conditions ask. */
  readonly module: ValidatorModule | undefined;
  readonly idPrefix: string;
  readonly text: Fields['text'];
  readonly own: OwnRegistry;
}

/** The widgets of a form, and the fields that the program registers. */
export type OwnRegistry = ReturnType<typeof ownRegistry>;

/** Our widgets and the program's own, as RJSF's fields ask for them. */
export function ownRegistry(parts: OwnParts, settings: Settings) {
  return {
    widgets: framedWidgets(widgetTable(parts, settings)),
    fields: framedFields(fieldTable(parts, settings)),
  };
}

/**
 * Our theme for RJSF's fields: fields, templates and widgets by name, each imported by itself. RJSF's own `Form` and default
 * theme are left out: the section is the form, the plan its state, and what is not imported need not be loaded.
 */
export function createRegistry({ schema, nested, module, idPrefix, text, own }: RegistryOptions): Registry {
  const parts: Omit<Registry, 'fields' | 'templates' | 'widgets'> = {
    rootSchema: schema,
    schemaUtils: nested ? nested.schemaUtils(schema, module) : flatSchemaUtils,
    globalFormOptions: {
      idPrefix,
      idSeparator: '-',
      nameGenerator: controlName,
      useFallbackUiForUnsupportedType: true,
    },
    translateString: (key, params) => translate(text, key, params),
    formContext: { canMatch: module !== undefined },
  };
  return asRegistry({
    ...parts,
    fields: { ...fields, ...nested?.fields, ...own.fields },
    templates: { ...templates, ...nested?.templates },
    widgets: own.widgets,
  });
}

const fields = {
  SchemaField: RestoredField,
  ObjectField,
  /** A list that comes without the fields for lists has a widget of its own: photos. */
  ArrayField: StringField,
  StringField,
  BooleanField,
  /** Numbers are read by the control itself: RJSF's field would write them by the locale of whoever draws, server or browser. */
  NumberField: StringField,
  NullField,
  FallbackField: UntypedField,
};

/** Frames, legends and widgets draw what these would; RJSF insists on their being there. */
const nothing = () => null;

const templates = {
  FieldTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  DescriptionFieldTemplate: nothing,
  FieldHelpTemplate: nothing,
  FieldErrorTemplate: nothing,
  UnsupportedFieldTemplate: nothing,
};

function translate(text: Fields['text'], key: TranslatableString, params: readonly string[] = []): string {
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

/** RJSF's type demands its whole theme; what is left out here, no form that `compile` lets through asks for. */
function asRegistry(registry: object): Registry {
  return registry as Registry;
}
