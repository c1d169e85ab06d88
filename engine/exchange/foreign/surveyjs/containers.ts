import { asList, asObject, isObject, toText } from '../../../json-schema/values.ts';
import type { KnownField } from '../expressions/expression.ts';
import { createFreeNames, toFieldName } from '../names.ts';
import { createElementReader, type ElementReader } from '../report.ts';
import { addQuestion } from './add-question.ts';
import { convertDropdown, convertRadioGroup } from './choice-questions.ts';
import { readChoices } from './choices.ts';
import {
  type ConvertQuestion,
  finishReader,
  type SurveyContext,
  type SurveyPlace,
  toSourceText,
} from './context.ts';
import { pickLength } from './validators.ts';

/** Converts the elements of a list at a place. Passed in, because elements contain containers. */
export type ConvertElements = (
  elements: unknown,
  pointer: string,
  context: SurveyContext,
  place: SurveyPlace,
) => void;

/** A column or row as SurveyJS writes it: a text, or an object with `value` or `name` and a text. */
function readNamedItems(
  value: unknown,
): readonly { readonly name: string; readonly text: unknown; readonly source: unknown }[] {
  return asList(value).flatMap((item) => {
    const source = asObject(item);
    const name = isObject(item) ? (source.value ?? source.name) : item;
    const isNamed = typeof name === 'string' || typeof name === 'number';
    return isNamed && toText(name).trim() !== ''
      ? [{ name: toText(name), text: source.text ?? source.title ?? toText(name), source: item }]
      : [];
  });
}

/** Reports the rows of a matrix, of which some may have no name. */
function reportRows(reader: ElementReader, taken: number): void {
  const left = asList(reader.source.rows).length - taken;
  if (left > 0) reader.change('rows', `rows without ${left} that have no name`);
  else reader.take('rows');
}

/** Converts a matrix with one answer for each row. */
export const convertMatrix: ConvertQuestion = (reader, context, place) => {
  const { source } = reader;
  const columns = readChoices(reader, 'columns', context, place);
  const rows = readNamedItems(source.rows);
  reportRows(reader, rows.length);
  reader.take('columns', 'isAllRowRequired', 'eachRowRequired', 'rowsOrder');
  if (columns === undefined || rows.length === 0) {
    reader.leaveElementOut('a matrix needs rows and columns');
    reader.finish(() => 'its question is left out');
    return;
  }
  if (source.cellType === 'checkbox') reader.change('cellType', 'one answer for each row');
  if (source.rowsVisibleIf !== undefined)
    reader.leaveOut('rowsVisibleIf', 'the rows of a matrix are always the same');
  if (source.columnsVisibleIf !== undefined)
    reader.leaveOut('columnsVisibleIf', 'the columns of a matrix are always the same');
  reader.leaveOut('cells', 'a cell has no text of its own');
  const isAllRequired = source.isAllRowRequired === true || source.eachRowRequired === true;
  if (source.eachRowUnique === true) reader.leaveOut('eachRowUnique', 'rows may have the same answer');
  const findFree = createFreeNames('_');
  const named = rows.map((row) => ({ ...row, own: findFree(toFieldName(row.name, 'row')) }));
  const renamed = named.filter(({ name, own }) => name !== own);
  if (renamed.length > 0)
    reader.change(
      'rows',
      `rows in which ${renamed.map(({ name, own }) => `"${name}" is called "${own}"`).join(', ')}`,
    );
  const name = addQuestion(
    reader,
    {
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(named.map(({ own }) => [own, columns.schema])),
        ...((isAllRequired || source.isRequired === true) && {
          required: isAllRequired ? named.map(({ own }) => own) : [],
        }),
        ...(source.isRequired === true && !isAllRequired && { minProperties: 1 }),
      },
      ui: { 'ui:widget': 'matrix' },
    },
    context,
    place,
  );
  const path = [...place.scope.path, name].join('.');
  for (const { own, name: row, text } of named) {
    const label = toSourceText(text, reader.at('rows'), context.locale);
    if (label) context.builder.setText(`fields.${path}.${own}.label`, label);
    for (const choice of columns.list)
      context.builder.setText(`options.${path}.${own}.${choice.value}`, choice.label);
    if (!place.scope.isInList)
      context.fields.set(`${place.prefix}${reader.element}.${row}`, {
        fact: `values.${path}.${own}`,
        kind: columns.schema.type === 'string' ? 'text' : 'number',
        choices: columns.list.map(({ value }) => value),
      });
  }
};

/** Converts several texts under one title into an object. */
export const convertMultipleText: (convertElements: ConvertElements) => ConvertQuestion =
  (convertElements) => (reader, context, place) => {
    const name = addQuestion(
      reader,
      { schema: { type: 'object' }, became: 'a group of fields' },
      context,
      place,
    );
    const scope = context.builder.createInnerScope(place.scope, name, 'object');
    reader.take('items');
    const items = asList(reader.source.items).map((item) => ({ type: 'text', ...asObject(item) }));
    const known = new Map<string, KnownField>();
    convertElements(items, reader.at('items'), context, {
      ...place,
      scope,
      conditions: [],
      ...(scope.isInList && { items: known }),
      prefix: `${place.prefix}${reader.element}.`,
    });
  };

/**
 * Returns the elements that the columns of a matrix are, with the type of their cells. What is no column is
 * returned unchanged.
 */
function toColumnElements(reader: ElementReader): readonly unknown[] {
  const { cellType = 'dropdown', choices, columnColCount: _count } = reader.source;
  return asList(reader.source.columns)
    .map((column) => (typeof column === 'string' ? { name: column } : column))
    .map((column) => {
      if (!isObject(column)) return column;
      const type =
        column.cellType === undefined || column.cellType === 'default'
          ? cellType === 'default'
            ? 'dropdown'
            : cellType
          : column.cellType;
      const own =
        Array.isArray(column.choices) && column.choices.length > 0
          ? {}
          : Array.isArray(choices)
            ? { choices }
            : {};
      return { ...column, ...(needsChoices.has(toText(type)) && own), type };
    });
}

const needsChoices: ReadonlySet<string> = new Set(['dropdown', 'radiogroup', 'checkbox', 'tagbox']);

/** Converts a matrix whose rows have several cells: an object for each row. */
export const convertMatrixDropdown: (convertElements: ConvertElements) => ConvertQuestion =
  (convertElements) => (reader, context, place) => {
    const rows = readNamedItems(reader.source.rows);
    reader.take('columns', 'choices', 'cellType');
    reportRows(reader, rows.length);
    reportDetails(reader);
    reportTotals(reader);
    if (rows.length === 0) {
      reader.leaveElementOut('a matrix needs rows');
      reader.finish(() => 'its question is left out');
      return;
    }
    const name = addQuestion(
      reader,
      { schema: { type: 'object' }, became: 'a group of fields for each row' },
      context,
      place,
    );
    const scope = context.builder.createInnerScope(place.scope, name, 'object');
    for (const row of rows) {
      const rowName = context.builder.addField(scope, {
        reader,
        name: row.name,
        schema: { type: 'object' },
        label: toSourceText(row.text, reader.at('rows'), context.locale),
      });
      const inner = context.builder.createInnerScope(scope, rowName, 'object');
      const items = new Map<string, KnownField>();
      const cells: SurveyPlace = {
        ...place,
        scope: inner,
        conditions: [],
        items,
        prefix: `${place.prefix}${reader.element}.${row.name}.`,
      };
      convertElements(toColumnElements(reader), reader.at('columns'), context, cells);
      convertElements(reader.source.detailElements, reader.at('detailElements'), context, cells);
    }
  };

/** Reports the questions of the panel below a row. */
function reportDetails(reader: ElementReader): void {
  reader.change('detailElements', 'questions after those of the columns');
}

function reportTotals(reader: ElementReader): void {
  const hasTotals = asList(reader.source.columns).some((column) => asObject(column).totalType !== undefined);
  if (hasTotals) reader.change('columns', 'fields without the totals of columns');
  if (reader.source.totalText !== undefined) reader.leaveOut('totalText', 'lists have no totals');
}

/** Converts a matrix to which visitors add rows into a list. */
export const convertMatrixDynamic: (convertElements: ConvertElements) => ConvertQuestion =
  (convertElements) => (reader, context, place) => {
    reader.take('columns', 'choices', 'cellType', 'minRowCount', 'maxRowCount', 'allowAddRows');
    reportTotals(reader);
    reportDetails(reader);
    const convertRow: ConvertItem = (row) => {
      convertElements(toColumnElements(reader), reader.at('columns'), context, row);
      convertElements(reader.source.detailElements, reader.at('detailElements'), context, row);
    };
    convertList(reader, convertRow, context, place);
  };

/** Converts a panel that visitors repeat into a list. */
export const convertPanelDynamic: (convertElements: ConvertElements) => ConvertQuestion =
  (convertElements) => (reader, context, place) => {
    reader.take('templateElements', 'minPanelCount', 'maxPanelCount', 'allowAddPanel');
    const title = toSourceText(reader.source.templateTitle, reader.at('templateTitle'), context.locale);
    const convertItem: ConvertItem = (item) =>
      convertElements(reader.source.templateElements, reader.at('templateElements'), context, item);
    convertList(reader, convertItem, context, place);
    if (title)
      reader.leaveOut('templateTitle', 'the items of a list are called like the list, with a number');
    reader.leaveOut('templateVisibleIf', 'all items of a list are shown');
    reader.ignore('templateDescription', 'items of a list have no description');
  };

/** Converts the questions of an item of a list at its place. */
type ConvertItem = (place: SurveyPlace) => void;

function convertList(
  reader: ElementReader,
  convertItem: ConvertItem,
  context: SurveyContext,
  place: SurveyPlace,
): void {
  const { source } = reader;
  const count = source.panelCount ?? source.rowCount;
  const canAdd = ![source.allowAddPanel, source.allowAddRows].includes(false);
  const canRemove = ![source.allowRemovePanel, source.allowRemoveRows].includes(false);
  const minimum = canAdd || canRemove ? (source.minPanelCount ?? source.minRowCount) : count;
  const most = source.maxPanelCount ?? source.maxRowCount;
  const maximum = canAdd ? most : (count ?? most);
  for (const property of ['panelCount', 'rowCount'])
    if (canAdd && (count ?? 0) !== (minimum ?? 0))
      reader.change(property, 'a list to which visitors add items');
    else reader.take(property);
  for (const property of ['allowRemovePanel', 'allowRemoveRows'])
    if (canAdd && !canRemove) reader.change(property, 'a list from which visitors can remove items');
    else reader.take(property);
  reader.leaveOut('keyName', 'items of a list may have the same answer');
  reader.leaveOut('defaultRowValue', 'new items of a list are empty');
  reader.leaveOut('defaultPanelValue', 'new items of a list are empty');
  reader.leaveOut('defaultValueFromLastRow', 'new items of a list are empty');
  reader.leaveOut('defaultValueFromLastPanel', 'new items of a list are empty');
  reader.take('allowRowReorder', 'allowRowsDragAndDrop');
  const name = addQuestion(
    reader,
    {
      schema: {
        type: 'array',
        ...(source.isRequired === true && { minItems: 1 }),
        ...pickLength('minItems', minimum),
        ...pickLength('maxItems', maximum),
      },
    },
    context,
    place,
  );
  const scope = context.builder.createInnerScope(place.scope, name, 'list');
  const items = new Map<string, KnownField>();
  convertItem({
    scope,
    conditions: [],
    items,
    prefix: '',
    level: place.level,
    isReadOnly: place.isReadOnly === true || source.readOnly === true,
  });
  if (!place.scope.isInList)
    context.fields.set(`${place.prefix}${reader.element}.length`, {
      fact: `values.${[...place.scope.path, name].join('.')}.count`,
      kind: 'number',
    });
  if (Object.keys(scope.properties).length === 0) {
    context.builder.removeField(place.scope, name);
    reader.leaveElementOut('it asks nothing that can be taken');
  }
}

/** Converts a picture on which areas are chosen into choices. */
export const convertImageMap: ConvertQuestion = (reader, context, place) => {
  const areas = readNamedItems(reader.source.areas);
  const source = { ...reader.source, choices: areas.map(({ name, text }) => ({ value: name, text })) };
  const inner = createElementReader(
    { pointer: reader.pointer, element: reader.element, source },
    reader.lines,
  );
  (areas.length > 7 ? convertDropdown : convertRadioGroup)(inner, context, place);
  inner.takeElement('choices: the names of the areas');
  for (const property of ['areas', 'imageLink', 'multiSelect'])
    reader.change(property, 'the names of the areas');
  finishReader(reader);
};
