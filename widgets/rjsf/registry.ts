import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js';
import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js';
import MultiSchemaField from '@rjsf/core/lib/components/fields/MultiSchemaField.js';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import {
  createSchemaUtils,
  type Registry,
  type RJSFSchema,
  TranslatableString,
  type ValidatorType,
} from '@rjsf/utils';
import type { JsonSchema } from '#engine';
import type { Fields } from '../fields/use-fields.ts';
import { ArrayItemTemplate, ArrayTemplate } from './array-template.tsx';
import { BranchesTemplate, FieldTemplate } from './field-template.tsx';
import { ObjectTemplate } from './object-template.tsx';
import { NullField, UntypedField } from './other-fields.tsx';
import { pathName } from './path-name.ts';
import { rjsfWidgets } from './rjsf-widgets.tsx';

/** What a drawing by RJSF's fields rests on. */
export interface RegistryParts {
  /** The schema that is drawn: a field's own. */
  readonly schema: JsonSchema;
  readonly validator: ValidatorType;
  readonly idPrefix: string;
  readonly text: Fields['text'];
}

/**
 * Our theme for RJSF's fields: fields, templates and widgets by name, each imported by itself. RJSF's own `Form` and default
 * theme are left out: the section is the form, the plan its state, and what is not imported need not be loaded.
 */
export function createRegistry({ schema, validator, idPrefix, text }: RegistryParts): Registry {
  const rootSchema = schema as RJSFSchema;
  const parts: Pick<Registry, 'rootSchema' | 'schemaUtils' | 'globalFormOptions' | 'translateString'> = {
    rootSchema,
    schemaUtils: createSchemaUtils(validator, rootSchema, defaultsBehaviour),
    globalFormOptions: {
      idPrefix,
      idSeparator: '-',
      nameGenerator: pathName,
      useFallbackUiForUnsupportedType: true,
    },
    translateString: (key, params) => translate(text, key, params),
  };
  return asRegistry({ ...parts, fields, templates, widgets: rjsfWidgets, formContext: {} });
}

/** What a new item of a list or a newly chosen branch starts with; drawn schemas keep `const: true` from ticking anything. */
const defaultsBehaviour = {
  constAsDefaults: 'always',
  emptyObjectFields: 'skipEmptyDefaults',
} as const;

const fields = {
  SchemaField,
  ObjectField,
  ArrayField,
  StringField,
  BooleanField,
  /** Numbers are read by the control itself: RJSF's field would write them by the locale of whoever draws, server or browser. */
  NumberField: StringField,
  NullField,
  AnyOfField: MultiSchemaField,
  OneOfField: MultiSchemaField,
  FallbackField: UntypedField,
};

/** Frames, legends and widgets draw what these would; RJSF insists on their being there. */
const nothing = () => null;

const templates = {
  FieldTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  ArrayFieldTemplate: ArrayTemplate,
  ArrayFieldItemTemplate: ArrayItemTemplate,
  MultiSchemaFieldTemplate: BranchesTemplate,
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
