import type { Form, Problem, ProblemCode, Values } from '#engine';
import type { FormDocument } from '#engine/documents/form-document.ts';
import type { ValidatorModule } from '#widgets';

/**
 * A compiled form with its compiled schemas, as the plugin of `slipway/vite` generates it:
 * `import form from './form.json?slipway'`.
 */
export interface PrecompiledForm<FormValues = Values> {
  readonly form: Form;
  /** The compiled schemas by the keys of the types. */
  readonly validators: Readonly<Record<string, ValidatorModule>>;
  /** Never present: it only types the values of `onSubmit`. */
  readonly values?: FormValues;
}

/**
 * A form that is drawn without a server: a form in one file, a form that `compile` has compiled, or a module of the
 * plugin. The first two are compiled in the page, so its policy must allow `eval`.
 */
export type FormSource = FormDocument | Form | PrecompiledForm<unknown>;

/** A problem that `onSubmit` returns: one of `judgeSubmitted`, or a message for a field. */
export type SubmitProblem =
  | Problem
  | {
      /** The field, with the path to a nested value after it: `guests/0/name`. Absent or empty: the whole form. */
      readonly field?: string;
      /** The message for visitors, in their language. It replaces the text of the code. */
      readonly message: string;
      readonly code?: ProblemCode;
    };

/** The problems because of which the values are refused; nothing or an empty list if they are accepted. */
export type SubmitResult =
  | readonly SubmitProblem[]
  | { readonly problems: readonly SubmitProblem[] }
  | undefined;

/** The circumstances of a submit. */
export interface SubmitContext {
  /** The same key for a repeated attempt with equal values, also after a reload of the page. */
  readonly idempotencyKey: string;
  /** Aborts after `sendTimeoutMs` of the settings; the submit has failed then. */
  readonly signal: AbortSignal;
}

/**
 * The values that `onSubmit` gets from a form: those of a module, else as far as the type of the document says. A JSON
 * import has no literal types, so only the names of its fields are known.
 */
export type SubmittedValues<Source> =
  Source extends PrecompiledForm<infer FormValues>
    ? FormValues
    : Source extends { readonly schema: infer Schema }
      ? DocumentValues<Schema, Source>
      : Values;

/** Keywords by which a schema has fields beside its `properties`. */
type ConditionalKeyword = 'if' | 'allOf' | 'anyOf' | 'oneOf' | 'dependentSchemas' | 'dependencies' | '$ref';

/** With rules, a required field may be hidden and absent. */
type DocumentValues<Schema, Document> =
  Extract<keyof Schema, ConditionalKeyword> extends never
    ? Document extends { readonly rules: readonly unknown[] }
      ? Partial<ObjectValues<Schema, UploadNames<Document>>>
      : ObjectValues<Schema, UploadNames<Document>>
    : Values;

/** The names of the fields with files. */
type UploadNames<Document> = Document extends { readonly ui: infer Ui }
  ? {
      [Name in keyof Ui]: Ui[Name] extends { readonly 'ui:widget': 'photos' | 'files' | 'signature' }
        ? Name
        : never;
    }[keyof Ui]
  : never;

type ObjectValues<Schema, UploadName = never> = Schema extends { readonly properties: infer Properties }
  ? {
      readonly [Name in keyof Properties as Name extends RequiredNames<Schema> ? Name : never]: FieldValue<
        Properties[Name],
        Name extends UploadName ? true : false
      >;
    } & {
      readonly [Name in keyof Properties as Name extends RequiredNames<Schema> ? never : Name]?: FieldValue<
        Properties[Name],
        Name extends UploadName ? true : false
      >;
    }
  : Values;

type FieldValue<Schema, IsUpload> = IsUpload extends true ? readonly (File | string)[] : SchemaValue<Schema>;

type RequiredNames<Schema> = Schema extends { readonly required: readonly (infer Name)[] }
  ? string extends Name
    ? never
    : Name
  : never;

type SchemaValue<Schema> = Schema extends { readonly const: infer Constant }
  ? Constant
  : Schema extends { readonly enum: readonly (infer Choice)[] }
    ? Choice
    : Schema extends { readonly type: 'string' }
      ? string
      : Schema extends { readonly type: 'number' | 'integer' }
        ? number
        : Schema extends { readonly type: 'boolean' }
          ? boolean
          : Schema extends { readonly type: 'array'; readonly items: infer Item }
            ? readonly SchemaValue<Item>[]
            : Schema extends { readonly type: 'object'; readonly properties: object }
              ? ObjectValues<Schema>
              : unknown;
