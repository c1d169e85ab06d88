import { asObject, isObject } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import type { Conversion, ConversionOptions, ForeignSource } from '../converted-form.ts';
import { createElementReader, type ImportLines } from '../report.ts';
import { toMessage } from '../texts.ts';
import { renameKeys } from './convert-schema.ts';
import { isSchema } from './index.ts';
import { convertFormSchema, finishSchemaForm } from './schema-form.ts';
import { convertUiSchema } from './ui-schema.ts';

/** RJSF, as its playground shares a form: `{"schema": {…}, "uiSchema": {…}, "formData": {…}}`. */
export const rjsfSource: ForeignSource = {
  name: 'rjsf',
  title: 'RJSF',
  detect: (value) =>
    isObject(value) && isSchema(value.schema) && (value.uiSchema === undefined || isObject(value.uiSchema)),
  convert: convertRjsf,
};

function convertRjsf(value: unknown, lines: ImportLines, options: ConversionOptions): Conversion {
  // A schema alone is a form of RJSF, too.
  const source = isObject(value) && !isObject(value.schema) && isSchema(value) ? { schema: value } : value;
  if (!isObject(source) || !isObject(source.schema))
    return { ok: false, reason: 'a form of RJSF is an object with "schema" and "uiSchema"' };
  const pointer = source === value ? '/schema' : '';
  const form = convertFormSchema(source.schema, { ...options, pointer, lines });
  if (source === value) {
    const reader = createElementReader({ pointer: '', element: 'the file', source }, lines);
    reader.take('schema');
    reader.take('uiSchema');
    reader.change('formData', 'an example of answers');
    for (const property of ['validate', 'customValidate', 'transformErrors'])
      reader.leaveOut(property, 'code is never run', 'write a rule');
    reader.finish(() => 'it is about the program around the form');
  }
  const { ui, submitText, title, description } = convertUiSchema(
    asObject(source.uiSchema),
    '/uiSchema',
    form,
    lines,
  );
  if (source.uiSchema !== undefined && !isObject(source.uiSchema))
    lines.set({
      pointer: '/uiSchema',
      element: 'the file',
      property: 'uiSchema',
      outcome: 'left-out',
      reason: 'a UI schema is an object',
    });
  const given = renameKeys(source.formData, form.renamed);
  const example = { ...readDefaults(form.schema), ...asObject(given) };
  const hasExample = isObject(given) && Object.keys(given).length > 0 && form.files.length === 0;
  form.origins.set('schema#/examples', '/formData');
  const schema = {
    ...form.schema,
    ...(description !== undefined && { description }),
    ...(hasExample && form.schema.examples === undefined && { examples: [example] }),
  };
  if (description !== undefined) form.origins.set('schema#/description', '/uiSchema/ui:description');
  return {
    ok: true,
    forms: [
      finishSchemaForm(
        { ...form, schema },
        {
          ui: { ...ui, ...(submitText !== undefined && { 'ui:submitLabel': 'submit-form' }) },
          rules: [],
          texts: submitText === undefined ? {} : { 'submit-form': toMessage(submitText) },
          title,
        },
      ),
    ],
  };
}

/** Returns the defaults of the fields, which RJSF adds to the answers. */
function readDefaults({ properties }: JsonSchema): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(asObject(properties)).flatMap(([name, property]) => {
      const preset = asObject(property).default;
      return preset === undefined || preset === null ? [] : [[name, preset]];
    }),
  );
}
