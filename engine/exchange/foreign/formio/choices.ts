import { asList, asObject, isObject, toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import { type ImportedChoice, toKnownField } from '../form-parts.ts';
import { createFreeNames, toFieldName } from '../names.ts';
import type { ElementReader } from '../report.ts';
import { toPlainText } from '../texts.ts';
import { addComponentField } from './add-field.ts';
import { type ConvertComponent, type FormioContext, type FormioPlace, isBlank } from './context.ts';

/** Returns choices from `[{label, value}]` or a list of texts, with their type. */
function readChoices(given: unknown, pointer: string, locale: string): readonly ImportedChoice[] {
  const seen = new Set<string>();
  const choices = asList(given).flatMap((item): readonly ImportedChoice[] => {
    const value: unknown = isObject(item) ? item.value : item;
    const label = isObject(item) ? (item.label ?? value) : item;
    const isPlain =
      (typeof value === 'string' && value.trim() !== '') ||
      typeof value === 'number' ||
      typeof value === 'boolean';
    const own = typeof value === 'string' ? value.trim() : value;
    if (!isPlain || seen.has(toText(own))) return [];
    seen.add(toText(own));
    return [
      {
        value: own as string | number,
        label: { texts: { [locale]: toPlainText(toText(label)).text }, pointer },
      },
    ];
  });
  return choices.every(({ value }) => typeof value === 'number')
    ? choices
    : choices.map((choice) => ({ ...choice, value: toText(choice.value) }));
}

function toChoiceSchema(choices: readonly ImportedChoice[]): JsonSchema {
  return {
    type: choices.every(({ value }) => typeof value === 'number') ? 'number' : 'string',
    enum: choices.map(({ value }) => value),
  };
}

/** Reports choices that could not be taken. */
function reportChoices(
  property: string,
  given: unknown,
  choices: readonly ImportedChoice[],
  reader: ElementReader,
): void {
  const lost =
    asList(given).filter((item) => !isBlank(isObject(item) ? item.value : item)).length - choices.length;
  if (lost > 0) reader.change(property, `choices without ${lost} that cannot be answers`);
  else reader.take(property);
}

/** Returns true if the answers are numbers, whatever type the choices have, and reports it. */
function readsNumbers(reader: ElementReader): boolean {
  reader.take('dataType');
  return reader.source.dataType === 'number';
}

/** Returns choices with numbers as values if all of them are numerals. */
function toNumbers(choices: readonly ImportedChoice[]): readonly ImportedChoice[] {
  const numbers = choices.map((choice) => ({ ...choice, value: Number(choice.value) }));
  return numbers.every(({ value }) => Number.isFinite(value)) ? numbers : choices;
}

export const convertRadio: ConvertComponent = (reader, context, place) => {
  const read = readChoices(reader.source.values, reader.at('values'), context.locale);
  const choices = readsNumbers(reader) ? toNumbers(read) : read;
  reportChoices('values', reader.source.values, choices, reader);
  addComponentField(
    reader,
    choices.length === 0
      ? { schema: { type: 'string' }, became: 'a text, because it has no choices' }
      : { schema: toChoiceSchema(choices), ui: { 'ui:widget': 'radio' }, choices },
    context,
    place,
  );
};

export const convertSelectBoxes: ConvertComponent = (reader, context, place) => {
  const choices = readChoices(reader.source.values, reader.at('values'), context.locale);
  reportChoices('values', reader.source.values, choices, reader);
  addSeveral(choices, reader, context, place);
};

function addSeveral(
  choices: readonly ImportedChoice[],
  reader: ElementReader,
  context: FormioContext,
  place: FormioPlace,
): void {
  const isRequired = asObject(reader.source.validate).required === true;
  addComponentField(
    reader,
    choices.length === 0
      ? {
          schema: { type: 'array', items: { type: 'string' } },
          became: 'a list of texts, because it has no choices',
        }
      : {
          schema: {
            type: 'array',
            uniqueItems: true,
            items: toChoiceSchema(choices),
            ...(isRequired && { minItems: 1 }),
          },
          ui: { 'ui:widget': 'checkboxes' },
          choices,
        },
    context,
    place,
  );
}

export const convertSelect: ConvertComponent = (reader, context, place) => {
  const { dataSrc = 'values', data, multiple } = reader.source;
  const given = dataSrc === 'json' ? readJsonChoices(reader) : asObject(data).values;
  const read = readChoices(given, reader.at('data'), context.locale);
  const choices = readsNumbers(reader) ? toNumbers(read) : read;
  const isKnown = dataSrc === 'values' || dataSrc === 'json';
  if (isKnown && choices.length > 0) {
    reader.take('dataSrc');
    reportChoices('data', given, choices, reader);
  } else
    for (const property of ['data', 'dataSrc'])
      reader.leaveOut(
        property,
        dataSrc === 'custom'
          ? 'its choices come from a script, which is never run'
          : `choices from "${toText(dataSrc)}" are not loaded`,
        'put them into the schema, or into a list of the content (lists.json)',
      );
  reader.take('valueProperty', 'template');
  if (multiple === true) addSeveral(choices, reader, context, place);
  else
    addComponentField(
      reader,
      choices.length === 0
        ? { schema: { type: 'string' }, became: 'a text, because its choices are not known' }
        : { schema: toChoiceSchema(choices), ui: { 'ui:widget': 'select' }, choices },
      context,
      place,
    );
};

/** Returns the choices of `data.json`, a list or its JSON, with the property that `valueProperty` names. */
function readJsonChoices(reader: ElementReader): unknown {
  const { data, valueProperty, template } = reader.source;
  let json = asObject(data).json;
  if (typeof json === 'string') {
    try {
      json = JSON.parse(json);
    } catch {
      return [];
    }
  }
  const shown = /\{\{\s*item\.([\w.]+)\s*\}\}/.exec(toText(template))?.[1];
  return asList(json).map((item) => {
    if (!isObject(item)) return item;
    const value =
      typeof valueProperty === 'string' && valueProperty !== ''
        ? item[valueProperty]
        : (item.value ?? item.id);
    return { value, label: shown === undefined ? (item.label ?? item.name ?? value) : item[shown] };
  });
}

/** Converts the component "survey": questions that share their answers. */
export const convertSurveyTable: ConvertComponent = (reader, context, place) => {
  const columns = readChoices(reader.source.values, reader.at('values'), context.locale);
  const rows = readChoices(reader.source.questions, reader.at('questions'), context.locale);
  reader.take('values', 'questions');
  if (columns.length === 0 || rows.length === 0) {
    reader.leaveElementOut('it needs questions and values');
    reader.finish(() => 'its component is left out');
    return;
  }
  const findFree = createFreeNames('_');
  const named = rows.map((row) => ({ ...row, own: findFree(toFieldName(toText(row.value), 'row')) }));
  const isRequired = asObject(reader.source.validate).required === true;
  const name = addComponentField(
    reader,
    {
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(named.map(({ own }) => [own, toChoiceSchema(columns)])),
        ...(isRequired && { required: named.map(({ own }) => own) }),
      },
      ui: { 'ui:widget': 'matrix' },
      became: 'a matrix',
    },
    context,
    place,
  );
  const path = [...place.scope.path, name].join('.');
  for (const { own, value } of named) {
    const key = `${place.prefix}${reader.element}.${toText(value)}`;
    if (!place.scope.isInList && !context.fields.has(key))
      context.fields.set(key, toKnownField(`values.${path}.${own}`, toChoiceSchema(columns)));
  }
  for (const { own, label } of named) {
    context.builder.setText(`fields.${path}.${own}.label`, label);
    for (const column of columns)
      context.builder.setText(`options.${path}.${own}.${column.value}`, column.label);
  }
};
