import { asList, asObject, toText } from '../../../json-schema/values.ts';
import type { Condition } from '../../../model/types.ts';
import { translated } from '../expressions/expression.ts';
import type { ImportedChoice } from '../form-parts.ts';
import type { ElementReader } from '../report.ts';
import { addCompanion, addQuestion, type QuestionField } from './add-question.ts';
import {
  addChoiceConditions,
  isSitePath,
  readChoices,
  type SurveyChoices,
  toChoiceSchema,
  toSameType,
} from './choices.ts';
import {
  type ConvertQuestion,
  readSurveyText,
  type SurveyContext,
  type SurveyPlace,
  toSourceText,
} from './context.ts';
import { pickLength } from './validators.ts';

/** Choices that SurveyJS adds by a property, with their value and the property of their text. */
const specialChoices = [
  { properties: ['showNoneItem', 'hasNone'], value: 'none', textProperty: 'noneText', label: 'None' },
  { properties: ['showRefuseItem'], value: 'refused', textProperty: 'refuseText', label: 'Refuse to answer' },
  { properties: ['showDontKnowItem'], value: 'dontknow', textProperty: 'dontKnowText', label: "Don't know" },
  { properties: ['showOtherItem', 'hasOther'], value: 'other', textProperty: 'otherText', label: 'Other' },
] as const;

/**
 * Returns true if the choice "other" of a question becomes "Other…" with its text as the answer. Returns false
 * without that choice, and if an expression of the survey reads it or its text by name.
 */
function hasOtherText({ source, element }: ElementReader, { json }: SurveyContext): boolean {
  if (source.showOtherItem !== true && source.hasOther !== true) return false;
  const readings = json.split(`{${element}}`).slice(1);
  return !json.includes(`{${element}-Comment}`) && !readings.some((after) => /^[^{}]{0,40}other/.test(after));
}

/** Returns choices beside which any text is an answer, as a widget with `ui:other` offers them. */
function addOtherChoice(choices: SurveyChoices): SurveyChoices {
  const list = choices.list.map((choice) => ({ ...choice, value: toText(choice.value) }));
  const examples = list.map(({ value }) => value);
  return { ...choices, list, schema: { type: 'string', maxLength: maxOtherLength, examples } };
}

/** The most letters of a text in place of a choice, of which SurveyJS knows no limit. */
const maxOtherLength = 2000;

/** Returns the choices "none", "other" and alike, and reports their properties. */
function readSpecialChoices(reader: ElementReader, context: SurveyContext): readonly ImportedChoice[] {
  const { locale } = context;
  const hasText = hasOtherText(reader, context);
  return specialChoices.flatMap(({ properties, value, textProperty, label }) => {
    const property = properties.find((each) => reader.source[each] === true);
    reader.take(...properties, textProperty);
    if (property === undefined) return [];
    if (value === 'other' && hasText) {
      reader.change(property, 'the choice "Other…", whose text is the answer');
      return [];
    }
    reader.change(property, describeSpecialChoice(value, reader));
    const pointer = reader.at(textProperty);
    return [
      {
        value,
        label: toSourceText(reader.source[textProperty] ?? label, pointer, locale) ?? {
          texts: { [locale]: label },
          pointer,
        },
      },
    ];
  });
}

/** Returns what a choice such as "none" becomes. SurveyJS removes the other ticks where it is chosen. */
function describeSpecialChoice(value: string, { source }: ElementReader): string {
  if (value === 'other') return 'a choice, and a field for the text';
  return source.type === 'checkbox' || source.type === 'tagbox'
    ? 'a choice, which can be ticked beside others'
    : 'a choice';
}

/** Adds the text that belongs to the choice "other", shown and required with it. */
function addOtherText(
  name: string,
  isList: boolean,
  reader: ElementReader,
  context: SurveyContext,
  place: SurveyPlace,
): void {
  const { source } = reader;
  if (source.showOtherItem !== true && source.hasOther !== true) return;
  if (hasOtherText(reader, context)) {
    nameOtherChoice(name, reader, context, place);
    return;
  }
  reader.take('otherPlaceholder', 'otherErrorText', 'otherPlaceHolder');
  const label = toSourceText(source.otherText, reader.at('otherText'), context.locale);
  const placeholder = toSourceText(source.otherPlaceholder, reader.at('otherPlaceholder'), context.locale);
  const other = addCompanion(
    `${name}_other`,
    { label, placeholder, fallback: 'Other' },
    reader,
    context,
    place,
  );
  const property = source.showOtherItem === true ? 'showOtherItem' : 'hasOther';
  const fact = { var: place.scope.path.length === 0 ? `values.${name}` : name };
  const condition: Condition = isList ? { in: ['other', fact] } : { '==': [fact, 'other'] };
  const part = {
    pointer: reader.at(property),
    source: `${reader.element} = other`,
    translate: () => translated(condition),
  };
  if (place.scope.path.length === 0) {
    context.builder.addRule({ effect: 'show', names: [other], parts: [...place.conditions, part] });
    context.builder.addRule({ effect: 'require', names: [other], parts: [part] });
    return;
  }
  const known = [...(place.items?.values() ?? [])];
  const findField = (named: string) =>
    known.find((field) => field.fact === named) ??
    (named === name ? { fact: name, kind: isList ? ('list' as const) : ('text' as const) } : undefined);
  context.builder.addInnerRule({ scope: place.scope, name: other, effect: 'show', parts: [part], findField });
}

/** Takes the label of "Other…", and reports the texts that it does not have. */
function nameOtherChoice(
  name: string,
  reader: ElementReader,
  { builder, locale }: SurveyContext,
  { scope }: SurveyPlace,
): void {
  const label = toSourceText(reader.source.otherText, reader.at('otherText'), locale);
  if (label !== undefined && scope.path.length === 0) builder.setText(`fields.${name}.other`, label);
  else if (label !== undefined) reader.change('otherText', 'the text "Other…" of the interface');
  for (const property of ['otherPlaceholder', 'otherPlaceHolder', 'otherErrorText'])
    reader.ignore(property, 'the interface has a text of its own for it');
}

/** The most choices that a range of numbers becomes. */
const maxRange = 500;

/** Returns the numbers between `choicesMin` and `choicesMax` as choices. Undefined if there is no such range. */
function readRange(reader: ElementReader, further: readonly ImportedChoice[]): SurveyChoices | undefined {
  const { choicesMin: from, choicesMax: to, choicesStep: step = 1 } = reader.source;
  if (typeof from !== 'number' || typeof to !== 'number' || typeof step !== 'number' || step <= 0)
    return undefined;
  const count = Math.floor((to - from) / step) + 1;
  if (count < 1 || count > maxRange) return undefined;
  reader.take('choicesMin', 'choicesMax', 'choicesStep');
  const numbers = Array.from(
    { length: count },
    (_each, index): ImportedChoice => ({
      value: from + index * step,
      label: { texts: {}, pointer: reader.at('choicesMin') },
    }),
  );
  const list = [...numbers, ...further];
  return { list: toSameType(list), schema: toChoiceSchema(list), conditions: [] };
}

/** Returns the choices of a question, also those of another question; reports where they cannot be known. */
function readQuestionChoices(
  reader: ElementReader,
  context: SurveyContext,
  place: SurveyPlace,
): SurveyChoices | undefined {
  const further = readSpecialChoices(reader, context);
  const { source } = reader;
  reader.take('choices');
  if (source.choicesByUrl !== undefined && (!Array.isArray(source.choices) || source.choices.length === 0))
    reader.leaveOut(
      'choicesByUrl',
      'choices of an address are not loaded',
      'put them into the schema, or into a list of the content (lists.json)',
    );
  if (typeof source.choicesFromQuestion === 'string') {
    const from = context.fields.get(source.choicesFromQuestion);
    if (from?.choices !== undefined) {
      reader.change('choicesFromQuestion', 'a copy of its choices');
      reader.take('choiceValuesFromQuestion', 'choiceTextsFromQuestion');
      if (source.choicesFromQuestionMode !== undefined && source.choicesFromQuestionMode !== 'all')
        reader.leaveOut(
          'choicesFromQuestionMode',
          'all choices of the other question are offered, whatever is chosen there',
        );
      const copied = from.choices.map(
        (value): ImportedChoice => ({
          value: value as string | number,
          label: { texts: { [context.locale]: toText(value) }, pointer: reader.at('choicesFromQuestion') },
        }),
      );
      const all = [...copied, ...further.filter(({ value }) => !from.choices?.includes(value))];
      return { list: all, schema: toChoiceSchema(all), conditions: [] };
    }
    reader.leaveOut('choicesFromQuestion', 'the choices of that question are not known');
  }
  const choices = readChoices(reader, 'choices', context, place, further) ?? readRange(reader, further);
  if (source.choicesOrder !== undefined && source.choicesOrder !== 'none') {
    if (source.choicesOrder === 'random')
      reader.leaveOut('choicesOrder', 'choices have the same order for everybody');
    else if (choices) {
      reader.change('choicesOrder', 'choices in that order');
      const list = [...choices.list].sort((one, other) =>
        toText(Object.values(one.label.texts)[0]).localeCompare(
          toText(Object.values(other.label.texts)[0]),
          context.locale,
        ),
      );
      const sorted = source.choicesOrder === 'desc' ? list.reverse() : list;
      return { ...choices, list: sorted, schema: toChoiceSchema(sorted) };
    }
  }
  reader.take('choicesOrder');
  if (choices) return choices;
  const only =
    further.length === 0 ? undefined : { list: further, schema: toChoiceSchema(further), conditions: [] };
  return only;
}

/** Returns the choices of a question, beside which any text is an answer if it has "other" with a text. */
function readAnswerChoices(
  reader: ElementReader,
  context: SurveyContext,
  place: SurveyPlace,
): SurveyChoices | undefined {
  const choices = readQuestionChoices(reader, context, place);
  return choices && hasOtherText(reader, context) ? addOtherChoice(choices) : choices;
}

const otherUi = { 'ui:other': true };

const withoutChoices: QuestionField = {
  schema: { type: 'string' },
  became: 'a text, because it has no choices',
};

/** Converts a question with one answer among choices. */
function convertChoice(
  widget: string,
  became?: string,
  ui: Readonly<Record<string, unknown>> = {},
): ConvertQuestion {
  return (reader, context, place) => {
    const choices = readAnswerChoices(reader, context, place);
    const placeholder = readSurveyText(reader, 'placeholder', context);
    const name = addQuestion(
      reader,
      choices === undefined
        ? { ...withoutChoices, placeholder }
        : {
            schema: choices.schema,
            ui: { 'ui:widget': widget, ...ui, ...(hasOtherText(reader, context) && otherUi) },
            choices: choices.list,
            placeholder,
            ...(became !== undefined && { became }),
          },
      context,
      place,
    );
    if (choices === undefined) return;
    addChoiceConditions(name, choices, reader, context, place);
    addOtherText(name, false, reader, context, place);
  };
}

export const convertRadioGroup = convertChoice('radio');
export const convertDropdown = convertChoice('select');
export const convertButtonGroup = convertChoice('radio', 'radio buttons');

/** Converts a question with several answers among choices. */
function convertSeveral(became?: string, ui: Readonly<Record<string, unknown>> = {}): ConvertQuestion {
  return (reader, context, place) => {
    const { source } = reader;
    const choices = readAnswerChoices(reader, context, place);
    for (const property of ['showSelectAllItem', 'hasSelectAll'])
      reader.ignore(property, 'visitors tick each choice');
    reader.ignore('selectAllText', 'there is no tick for all choices');
    reader.ignore('placeholder', 'ticks have no placeholder');
    reader.take('minSelectedChoices', 'maxSelectedChoices');
    if (choices === undefined) {
      addQuestion(reader, withoutChoices, context, place);
      return;
    }
    const name = addQuestion(
      reader,
      {
        schema: {
          type: 'array',
          uniqueItems: true,
          items: choices.schema,
          ...(source.isRequired === true && { minItems: 1 }),
          ...pickLength('minItems', source.minSelectedChoices),
          ...pickLength('maxItems', source.maxSelectedChoices),
        },
        ui: { 'ui:widget': 'checkboxes', ...ui, ...(hasOtherText(reader, context) && otherUi) },
        choices: choices.list,
        ...(became !== undefined && { became }),
      },
      context,
      place,
    );
    addChoiceConditions(name, choices, reader, context, place);
    addOtherText(name, true, reader, context, place);
  };
}

export const convertCheckbox = convertSeveral();
export const convertTagbox = convertSeveral('checkboxes');

export const convertImagePicker: ConvertQuestion = (reader, context, place) => {
  const isSeveral = reader.source.multiSelect === true;
  reader.take('multiSelect');
  const images = readImages(reader);
  const ui = Object.keys(images).length === 0 ? undefined : { 'ui:images': images };
  const without = ui === undefined ? ' with the texts of the pictures' : ' with pictures';
  const convert = isSeveral
    ? convertSeveral(`checkboxes${without}`, ui)
    : convertChoice('radio', `radio buttons${without}`, ui);
  convert(reader, context, place);
};

/** Returns the pictures of choices that are on the site itself, by value. */
function readImages({ source }: ElementReader): Readonly<Record<string, string>> {
  return Object.fromEntries(
    asList(source.choices).flatMap((choice) => {
      const { value, imageLink } = asObject(choice);
      const isValue = typeof value === 'string' || typeof value === 'number';
      return isValue && isSitePath(imageLink) ? [[toText(value).trim(), imageLink] as const] : [];
    }),
  );
}

/**
 * Converts a ranking. One in which visitors choose what they put in order, or whose choices depend on answers,
 * becomes a list into which each choice is added once, because our ranking always shows all choices.
 */
export const convertRanking: ConvertQuestion = (reader, context, place) => {
  const choices = readQuestionChoices(reader, context, place);
  if (choices === undefined) {
    addQuestion(reader, withoutChoices, context, place);
    return;
  }
  reader.take('selectToRankEnabled', 'minSelectedChoices', 'maxSelectedChoices');
  const { source } = reader;
  const isPartial = source.selectToRankEnabled === true;
  const isFiltered = choices.conditions.length > 0 || typeof source.choicesVisibleIf === 'string';
  const isRanking = !isPartial && !isFiltered && choices.list.length > 1;
  const list = { type: 'array', uniqueItems: true, items: choices.schema };
  const count = choices.list.length;
  const name = addQuestion(
    reader,
    isRanking
      ? {
          schema: { ...list, ...(source.isRequired === true && { minItems: count }) },
          ui: { 'ui:widget': 'ranking' },
          choices: choices.list,
        }
      : {
          schema: {
            ...list,
            ...(!isPartial && source.isRequired === true && { minItems: count }),
            ...pickLength('minItems', source.minSelectedChoices),
            maxItems: count,
            ...pickLength('maxItems', source.maxSelectedChoices),
          },
          ui: { 'ui:widget': 'array', items: { 'ui:widget': 'select' } },
          choices: choices.list,
          became: 'a list in which choices are put in order',
        },
    context,
    place,
  );
  addChoiceConditions(name, choices, reader, context, place);
};
