import { asList, asObject, isObject, toText } from '../../../json-schema/values.ts';
import type { Conversion, ConversionOptions, ForeignSource } from '../converted-form.ts';
import { type Expression, type KnownField, translated, untranslated } from '../expressions/expression.ts';
import { parseSurveyExpression } from '../expressions/parse-expression.ts';
import { toFieldConstant } from '../expressions/to-condition.ts';
import { createFormBuilder } from '../form-builder.ts';
import type { SourceText } from '../form-parts.ts';
import { toKey } from '../names.ts';
import { createElementReader, type ElementReader, type ImportLines, quoteValue } from '../report.ts';
import { isLanguageTag } from '../texts.ts';
import {
  createQuestionLookup,
  createSurveyMessageWriter,
  enterGroup,
  finishReader,
  readCondition,
  readElement,
  readSurveyText,
  type SurveyContext,
  type SurveyPlace,
  translateCondition,
} from './context.ts';
import { addHeading, convertElements } from './elements.ts';

/** SurveyJS: `{"pages": [{"elements": [{"type": "text", "name": "age"}]}]}`. */
export const surveyJsSource: ForeignSource = {
  name: 'surveyjs',
  title: 'SurveyJS',
  detect(value) {
    if (!isObject(value) || value.type !== undefined || value.components !== undefined) return false;
    if (Array.isArray(value.pages))
      return value.pages.every(isObject) && value.pages.some((page) => listPageElements(page) !== undefined);
    return asList(listPageElements(value)).some((element) => typeof asObject(element).type === 'string');
  },
  convert: convertSurvey,
};

function listPageElements(page: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  const name = findElementList(page, pageLists);
  return name === undefined ? undefined : asList(page[name]);
}

/** The members that may be the list of the elements of a page. The first one that is a list is shown. */
const pageLists: readonly string[] = ['elements', 'questions'];

/** Returns the first of these members that is a list; undefined if none is. */
function findElementList(
  source: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string | undefined {
  return names.find((name) => Array.isArray(source[name]));
}

function convertSurvey(
  value: unknown,
  lines: ImportLines,
  { name, locale: defaultLocale, getTakenNames }: ConversionOptions,
): Conversion {
  if (!isObject(value)) return { ok: false, reason: 'a survey is an object with "pages" or "elements"' };
  const locale =
    typeof value.locale === 'string' && isLanguageTag(value.locale) ? value.locale : defaultLocale;
  const reader = createElementReader({ pointer: '', element: 'the survey', source: value }, lines);
  const fields = new Map<string, KnownField>();
  const context: SurveyContext = {
    builder: createFormBuilder(lines, {
      locale,
      takenNames: getTakenNames(''),
      writeMessage: createSurveyMessageWriter(fields),
    }),
    lines,
    locale,
    fields,
    json: JSON.stringify(value),
    calculated: new Map(),
  };
  reader.take('locale');
  takeElements(reader, ['pages', ...pageLists]);
  for (const [index, page] of asList(value.pages).entries())
    if (!isObject(page))
      lines.set({
        pointer: reader.at('pages', index),
        element: `page ${index + 1}`,
        outcome: 'left-out',
        reason: `${quoteValue(page)} is no page`,
      });
  readCalculatedValues(reader, context);
  const title = readSurveyText(reader, 'title', context);
  const pages = listPages(value);
  if (pages.length === 0) return { ok: false, reason: 'the survey has neither "pages" nor "elements"' };
  const description = readSurveyText(reader, 'description', context);
  const root: SurveyPlace = { scope: context.builder.root, conditions: [], prefix: '', level: 1 };
  for (const page of pages)
    convertPage(
      page,
      { isOnly: pages.length === 1, description: page === pages[0] ? description : undefined },
      context,
      root,
    );
  readConfirmation(reader, context);
  for (const trigger of asList(value.triggers).entries()) readTrigger(trigger, reader, context);
  finishReader(reader);
  // A title may be an object without any text.
  const names = Object.keys(title?.texts ?? {}).length > 0 ? (title?.texts ?? {}) : { [locale]: name };
  const key = toKey(names[locale] ?? Object.values(names)[0] ?? name, 'survey');
  return { ok: true, forms: [context.builder.finish({ key, names, pointer: '' })] };
}

interface SurveyPage {
  readonly source: Readonly<Record<string, unknown>>;
  readonly pointer: string;
  readonly elementsPointer: string;
}

/** Returns the pages of a survey; one for a survey without pages. */
function listPages(survey: Readonly<Record<string, unknown>>): readonly SurveyPage[] {
  if (Array.isArray(survey.pages))
    return survey.pages.flatMap((source, index) =>
      isObject(source)
        ? [
            {
              source,
              pointer: `/pages/${index}`,
              elementsPointer: `/pages/${index}/${findElementList(source, pageLists) ?? 'elements'}`,
            },
          ]
        : [],
    );
  const elements = listPageElements(survey);
  const name = findElementList(survey, pageLists);
  return elements === undefined ? [] : [{ source: { elements }, pointer: '', elementsPointer: `/${name}` }];
}

/** Reports the list with the elements of a survey or a page as taken, and other members as left out. */
function takeElements(reader: ElementReader, names: readonly string[]): void {
  const shown = findElementList(reader.source, names);
  for (const name of names)
    if (name === shown) reader.take(name);
    else if (!Array.isArray(reader.source[name]))
      reader.leaveOut(name, `${quoteValue(reader.source[name])} is no list`);
    else reader.leaveOut(name, `it is beside "${shown}", and only one of them is shown`);
}

interface PageOptions {
  readonly isOnly: boolean;
  /** The description of the survey, above the first page. */
  readonly description: SourceText | undefined;
}

function convertPage(
  page: SurveyPage,
  { isOnly, description }: PageOptions,
  context: SurveyContext,
  root: SurveyPlace,
): void {
  const { source, pointer, elementsPointer } = page;
  const elements = listPageElements(source) ?? [];
  if (pointer === '') {
    convertElements(elements, elementsPointer, context, root);
    return;
  }
  const reader = readElement(source, pointer, `page ${Number(pointer.split('/')[2]) + 1}`, context.lines);
  reader.take('name');
  takeElements(reader, pageLists);
  const title = readSurveyText(reader, 'title', context);
  const text = readSurveyText(reader, 'description', context);
  const visible = readCondition(reader, 'visibleIf', context, root);
  const place = enterGroup(reader, context, { ...root, conditions: visible ? [visible] : [] });
  if (source.visible === false) reader.leaveOut('visible', 'a page that is never shown is shown');
  else reader.take('visible');
  if (!isOnly) {
    context.builder.startStep(
      reader.element,
      title ?? { texts: { [context.locale]: toText(source.name ?? reader.element) }, pointer },
      text,
    );
    reader.takeElement('a step');
  }
  if (description) {
    context.builder.addBlock({
      reader,
      name: 'introduction',
      kind: 'paragraph',
      texts: { text: description },
    });
  }
  if (isOnly) addHeading(reader, { title, description: text }, context, place);
  convertElements(elements, elementsPointer, context, { ...place, level: isOnly && title ? 2 : 1 });
  finishReader(reader);
}

/** Reads the expressions that have a name, for conditions that read them. */
function readCalculatedValues(reader: ElementReader, { calculated, lines }: SurveyContext): void {
  reader.take('calculatedValues');
  for (const [index, value] of asList(reader.source.calculatedValues).entries()) {
    const { name, expression, includeIntoResult } = asObject(value);
    const pointer = reader.at('calculatedValues', index);
    const element = typeof name === 'string' ? name : `value ${index + 1}`;
    const line = { pointer, element, property: 'calculated value' };
    const parsed = parseSurveyExpression(toText(expression ?? ''));
    if (!parsed.ok || typeof name !== 'string')
      lines.set({
        ...line,
        outcome: 'left-out',
        reason:
          typeof name === 'string'
            ? `the expression ${quoteValue(expression ?? '')} is not understood`
            : 'it has no name',
      });
    else {
      calculated.set(name, parsed.value);
      lines.set(
        includeIntoResult === true
          ? {
              ...line,
              outcome: 'left-out',
              reason: 'it is used in conditions, but not sent',
              remedy: 'add a calculated field',
            }
          : { ...line, outcome: 'changed', became: 'a part of the conditions that read it' },
      );
    }
  }
  const values = new Map(calculated);
  for (const [index, value] of asList(reader.source.calculatedValues).entries()) {
    const { name } = asObject(value);
    if (typeof name !== 'string' || !leadsBack(name, values)) continue;
    calculated.delete(name);
    lines.change(reader.at('calculatedValues', index), {
      outcome: 'left-out',
      reason: 'it is calculated from itself',
    });
  }
}

/** Returns true if an expression reads a value that is calculated from itself. */
function leadsBack(name: string, values: ReadonlyMap<string, Expression>): boolean {
  const seen = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const expression = values.get(next);
    const names = expression === undefined ? [] : listNames(expression);
    if (names.includes(name)) return true;
    open.push(...names.filter((each) => !seen.has(each)));
    for (const each of names) seen.add(each);
  }
  return false;
}

/** Returns the names in an expression, without the "#" that some are written with. */
function listNames(expression: Expression): readonly string[] {
  if (expression.kind === 'name') return [expression.name.replace(/^#/, '')];
  if (expression.kind === 'constant') return [];
  return (expression.kind === 'list' ? expression.items : expression.operands).flatMap(listNames);
}

/** Converts a trigger that sets an answer into a preset under its condition, and reports any other. */
function readTrigger(
  [index, trigger]: readonly [number, unknown],
  reader: ElementReader,
  context: SurveyContext,
): void {
  const { type, expression, setToName, setValue, fromName } = asObject(trigger);
  const source = toText(expression ?? '');
  const kind = toText(type ?? '').replace(/trigger$/, '');
  reader.take('triggers');
  const pointer = reader.at('triggers', index);
  const isTaken = (kind === 'setvalue' && !isObject(setValue)) || kind === 'copyvalue';
  reader.lines.set({
    pointer,
    element: reader.element,
    property: `trigger "${toText(type ?? '')}"`,
    ...(isTaken
      ? { outcome: 'changed', became: 'a preset under its condition' }
      : {
          outcome: 'left-out',
          reason: `answers trigger nothing (${quoteValue(source)})`,
          remedy: 'write a rule with "preset" or "calculate"',
        }),
  });
  if (!isTaken) return;
  const place = { items: new Map<string, KnownField>() };
  context.builder.addLateRule({
    id: `preset-${toKey(toText(setToName ?? ''), 'answer')}`,
    description: `Presets an answer if ${source.replaceAll(/\s+/g, ' ').slice(0, 200)}.`,
    origins: [pointer],
    write() {
      const when = translateCondition(source, context, place);
      if (!when.ok) return untranslated(`the expression ${quoteValue(source)}: ${when.reason}`);
      const findName = createQuestionLookup(context, place);
      const target = findName(toText(setToName ?? ''));
      const name = target !== undefined && 'fact' in target ? target.fact.replace(/^values\./, '') : '';
      if (target === undefined || !('fact' in target) || name.includes('.') || name === '')
        return untranslated(`there is no question ${quoteValue(setToName)}`);
      const value = kind === 'copyvalue' ? findName(toText(fromName ?? '')) : toPresetValue(setValue, target);
      if (value === undefined)
        return untranslated(
          kind === 'copyvalue'
            ? `there is no question ${quoteValue(fromName)}`
            : `${quoteValue(setValue)} is no answer to the question`,
        );
      if (typeof value === 'object' && 'expression' in value)
        return untranslated(`${quoteValue(fromName)} is calculated`);
      const written = typeof value === 'object' && 'fact' in value ? { var: value.fact } : value;
      return translated({ when: when.value, then: { preset: { [name]: written } } });
    },
  });
}

/** Returns a constant in the kind of the field that it presets; undefined if it is none. */
function toPresetValue(value: unknown, field: KnownField): string | number | boolean | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const constant =
    field.kind === 'list' || field.kind === 'object' ? undefined : toFieldConstant(value, field);
  return constant?.ok === true ? constant.value : undefined;
}

/** Reads the label of the button and what visitors read after sending. */
function readConfirmation(reader: ElementReader, context: SurveyContext): void {
  const { builder } = context;
  const button = readSurveyText(reader, 'completeText', context);
  if (button) {
    builder.setText('submit-survey', button);
    builder.setUi('ui:submitLabel', 'submit-survey');
  }
  const thanks = readSurveyText(reader, 'completedHtml', context);
  if (thanks) builder.setText('thank-you.message', thanks);
  reader.leaveOut(
    'completedHtmlOnCondition',
    'the thanks are the same for all answers',
    'insert an answer into the text',
  );
  reader.leaveOut('navigateToUrl', 'after sending, the page stays', 'let the page of your site lead on');
  reader.leaveOut('navigateToUrlOnCondition', 'after sending, the page stays');
  if (reader.source.firstPageIsStarted === true || reader.source.firstPageIsStartPage === true)
    for (const property of ['firstPageIsStarted', 'firstPageIsStartPage'])
      reader.change(property, 'the first step');
}
