import { asList, asObject, isObject, toText } from '../../../json-schema/values.ts';
import type { Conversion, ConversionOptions, ConvertedForm, ForeignSource } from '../converted-form.ts';
import type { KnownField } from '../expressions/expression.ts';
import { createFormBuilder } from '../form-builder.ts';
import { toKey } from '../names.ts';
import { createElementReader, extendPointer, type ImportLines } from '../report.ts';
import { readConditions } from './conditions.ts';
import { createTemplateWriter, type FormioContext, type FormioPlace, readComponentText } from './context.ts';
import { explainFormioProperty } from './harmless.ts';
import { convertComponents } from './layout.ts';

/** Form.io: `{"components": [{"type": "textfield", "key": "name"}]}`, or the export of a project with several forms. */
export const formioSource: ForeignSource = {
  name: 'formio',
  title: 'Form.io',
  detect: (value) => isForm(value) || listProjectForms(value, isForm).length > 0,
  convert(value, lines, options): Conversion {
    // Some components of an odd form may be left out. What is detected as a form has none of these.
    if (hasComponents(value)) return { ok: true, forms: [convertForm(value, '', lines, options)] };
    const forms = listProjectForms(value, hasComponents);
    if (forms.length === 0) return { ok: false, reason: 'a form of Form.io is an object with "components"' };
    const project = createElementReader(
      { pointer: '', element: 'the project', source: asObject(value) },
      lines,
    );
    project.take('forms', 'title', 'name');
    for (const [key, form] of Object.entries(asObject(asObject(value).forms)))
      if (!hasComponents(form))
        lines.set({
          pointer: extendPointer('/forms', key),
          element: key,
          outcome: 'left-out',
          reason: 'it is no form: it has no list of "components"',
        });
    if (/^2\./.test(toText(asObject(value).version))) project.take('version');
    else
      project.leaveOut('version', 'this version is not known; it was read as version 2', 'check the result');
    project.leaveOut(
      'resources',
      'they describe stored data, not forms that visitors fill in',
      'import one of them alone',
    );
    project.leaveOut('actions', 'forms of Slipway have destinations in the content', 'see docs/webhooks.md');
    project.finish(
      (property) => explainFormioProperty(property) ?? 'it is about the project in the other program',
    );
    return {
      ok: true,
      forms: forms.map(([key, form]) =>
        convertForm(form, extendPointer('/forms', key), lines, { ...options, name: key }),
      ),
    };
  },
};

function hasComponents(value: unknown): value is FormioForm {
  return isObject(value) && Array.isArray(value.components);
}

/** A form, of which nothing but the list of components is known. */
interface FormioForm extends Record<string, unknown> {
  readonly components: readonly unknown[];
}

/** Returns true for a form of which each component has a type or a key. */
function isForm(value: unknown): value is FormioForm {
  return (
    hasComponents(value) &&
    value.components.every(
      (each) => isObject(each) && (typeof each.type === 'string' || typeof each.key === 'string'),
    )
  );
}

/** Returns the forms of a project by key for which `test` is true. */
function listProjectForms(
  value: unknown,
  test: (form: unknown) => form is FormioForm,
): readonly (readonly [key: string, form: FormioForm])[] {
  if (!isObject(value) || !isObject(value.forms)) return [];
  return Object.entries(value.forms).flatMap(([key, form]) => (test(form) ? [[key, form] as const] : []));
}

function convertForm(
  form: Readonly<Record<string, unknown>>,
  pointer: string,
  lines: ImportLines,
  { name: fallback, locale, getTakenNames }: ConversionOptions,
): ConvertedForm {
  const reader = createElementReader({ pointer, element: 'the form', source: form }, lines);
  const fields = new Map<string, KnownField>();
  const context: FormioContext = {
    builder: createFormBuilder(lines, {
      locale,
      takenNames: getTakenNames(pointer),
      writeMessage: createTemplateWriter(fields),
    }),
    lines,
    locale,
    fields,
  };
  const place: FormioPlace = { scope: context.builder.root, conditions: [], prefix: '', level: 1 };
  const title = readComponentText(reader, 'title', context);
  reader.take('components', 'display', 'name', 'path');
  const pages = asList(form.components);
  const isWizard = form.display === 'wizard' && pages.every((page) => asObject(page).type === 'panel');
  if (isWizard)
    for (const [index, page] of pages.entries())
      convertPage(asObject(page), `${reader.at('components')}/${index}`, context, place);
  else convertComponents(form.components, reader.at('components'), context, place);
  reader.finish(explainFormioProperty);
  const names = title?.texts ?? {
    [locale]: typeof form.name === 'string' && form.name !== '' ? form.name : fallback,
  };
  const key = toKey(
    typeof form.name === 'string' && form.name !== '' ? form.name : (names[locale] ?? fallback),
    'form',
  );
  return context.builder.finish({ key, names, pointer });
}

/** Converts a page of a wizard into a step. */
function convertPage(
  page: Readonly<Record<string, unknown>>,
  pointer: string,
  context: FormioContext,
  place: FormioPlace,
): void {
  const element = typeof page.key === 'string' && page.key !== '' ? page.key : 'page';
  const reader = createElementReader({ pointer, element, source: page }, context.lines);
  const title = readComponentText(reader, 'title', context) ?? {
    texts: { [context.locale]: element },
    pointer,
  };
  reader.take('type', 'key', 'components');
  reader.takeElement('a step');
  context.builder.startStep(element, title);
  const conditions = readConditions(reader, context, place);
  convertComponents(page.components, reader.at('components'), context, { ...place, conditions });
  for (const property of ['label', 'legend']) reader.ignore(property, 'its title names the step');
  reader.finish(explainFormioProperty);
}
