import { asList, isObject, toText } from '../../../json-schema/values.ts';
import type { SourceText } from '../form-parts.ts';
import { addHtmlBlocks } from '../html-blocks.ts';
import { type ElementReader, quoteValue } from '../report.ts';
import {
  convertButtonGroup,
  convertCheckbox,
  convertDropdown,
  convertImagePicker,
  convertRadioGroup,
  convertRanking,
  convertTagbox,
} from './choice-questions.ts';
import {
  convertImageMap,
  convertMatrix,
  convertMatrixDropdown,
  convertMatrixDynamic,
  convertMultipleText,
  convertPanelDynamic,
} from './containers.ts';
import {
  type ConvertQuestion,
  enterGroup,
  finishReader,
  readCondition,
  readElement,
  readSurveyText,
  type SurveyContext,
  type SurveyPlace,
  toSourceText,
} from './context.ts';
import {
  convertBoolean,
  convertComment,
  convertExpression,
  convertFile,
  convertRating,
  convertSignature,
  convertSlider,
  convertText,
} from './questions.ts';

/** The types of elements, with what converts each. */
const converters: Readonly<Record<string, ConvertQuestion>> = {
  text: convertText,
  comment: convertComment,
  radiogroup: convertRadioGroup,
  dropdown: convertDropdown,
  buttongroup: convertButtonGroup,
  checkbox: convertCheckbox,
  tagbox: convertTagbox,
  imagepicker: convertImagePicker,
  ranking: convertRanking,
  boolean: convertBoolean,
  rating: convertRating,
  slider: convertSlider,
  signaturepad: convertSignature,
  file: convertFile,
  expression: convertExpression,
  matrix: convertMatrix,
  imagemap: convertImageMap,
  multipletext: convertMultipleText(convertElements),
  matrixdropdown: convertMatrixDropdown(convertElements),
  matrixdynamic: convertMatrixDynamic(convertElements),
  paneldynamic: convertPanelDynamic(convertElements),
  panel: convertPanel,
  flowpanel: convertPanel,
  html: convertHtml,
  image: convertImage,
};

/** Converts the elements of a page or a panel in their order, and reports each. */
export function convertElements(
  elements: unknown,
  pointer: string,
  context: SurveyContext,
  place: SurveyPlace,
): void {
  for (const [index, element] of asList(elements).entries()) {
    const reader = readElement(element, `${pointer}/${index}`, `element ${index + 1}`, context.lines);
    if (!isObject(element)) {
      reader.leaveElementOut(`${quoteValue(element)} is no element`);
      continue;
    }
    const type = toText(element.type ?? 'text');
    const convert = Object.hasOwn(converters, type) ? converters[type] : undefined;
    if (convert === undefined) {
      reader.leaveElementOut(
        `elements of the type ${quoteValue(element.type)} are not known`,
        'describe it with a question of another type',
      );
      reader.finish(() => 'its element is left out');
      continue;
    }
    reader.take('type', 'cellType');
    for (const property of [
      'totalType',
      'totalExpression',
      'totalFormat',
      'totalDisplayStyle',
      'totalCurrency',
    ])
      reader.leaveOut(property, 'lists have no totals', 'calculate the total with a rule');
    reader.leaveOut('isUnique', 'items of a list may have the same answer');
    reader.leaveOut('resetValueIf', 'no rule empties an answer; a field that is hidden sends none');
    convert(reader, context, place);
    finishReader(reader);
  }
}

/** Converts a panel: a heading, and its elements with its conditions. */
function convertPanel(reader: ElementReader, context: SurveyContext, place: SurveyPlace): void {
  const { source } = reader;
  const title = readSurveyText(reader, 'title', context);
  const description = readSurveyText(reader, 'description', context);
  reader.take('elements', 'name');
  const visible = readCondition(reader, 'visibleIf', context, place);
  const conditions = visible ? [...place.conditions, visible] : place.conditions;
  if (source.visible === false) {
    reader.leaveElementOut('it is never shown');
    reader.finish(() => 'its element is left out');
    for (const [index] of asList(source.elements).entries())
      readElement(
        asList(source.elements)[index],
        `${reader.at('elements')}/${index}`,
        `element ${index + 1}`,
        context.lines,
      ).leaveElementOut('its panel is never shown');
    return;
  }
  if (place.scope.path.length === 0)
    addHeading(reader, { title, description }, context, { ...place, conditions });
  else if (title || description) reader.takeElement('its elements, without its title');
  const inside = enterGroup(reader, context, place);
  const level = title === undefined ? place.level : 2;
  convertElements(source.elements, reader.at('elements'), context, { ...inside, conditions, level });
}

interface HeadingTexts {
  readonly title: SourceText | undefined;
  readonly description: SourceText | undefined;
}

/** Adds a heading and a paragraph for the title and description of a panel or page. */
export function addHeading(
  reader: ElementReader,
  { title, description }: HeadingTexts,
  context: SurveyContext,
  { conditions, level }: SurveyPlace,
): void {
  const names = [
    ...(title
      ? [
          context.builder.addBlock({
            reader,
            name: reader.element,
            kind: 'heading',
            options: { level },
            texts: { text: title },
          }),
        ]
      : []),
    ...(description
      ? [
          context.builder.addBlock({
            reader,
            name: `${reader.element}-text`,
            kind: 'paragraph',
            texts: { text: description },
          }),
        ]
      : []),
  ];
  if (title) reader.takeElement('a heading above its elements');
  if (names.length > 0 && conditions.length > 0)
    context.builder.addRule({ effect: 'show', names, parts: conditions });
}

function convertHtml(reader: ElementReader, context: SurveyContext, place: SurveyPlace): void {
  reader.take('name');
  reader.ignore('title', 'a text has no title');
  const isInList = place.scope.path.length > 0;
  const { builder, locale } = context;
  const names = isInList
    ? []
    : addHtmlBlocks({ reader, property: 'html', locale, builder, level: place.level });
  if (names.length === 0) {
    reader.leaveElementOut(
      isInList ? 'there are no texts between the fields of a list' : 'it has no text, only HTML or scripts',
    );
    if (reader.isOpen('html')) reader.ignore('html', 'its element is left out');
    reader.finish(() => 'its element is left out');
    return;
  }
  reader.takeElement(names.length === 1 ? 'a paragraph' : 'headings and paragraphs');
  addBlockConditions(names, reader, context, place);
}

function addBlockConditions(
  names: readonly string[],
  reader: ElementReader,
  context: SurveyContext,
  place: SurveyPlace,
): void {
  const visible = readCondition(reader, 'visibleIf', context, place);
  const parts = [...place.conditions, ...(visible ? [visible] : [])];
  if (parts.length > 0) context.builder.addRule({ effect: 'show', names, parts });
}

function convertImage(reader: ElementReader, context: SurveyContext, place: SurveyPlace): void {
  const { source } = reader;
  const src = typeof source.imageLink === 'string' ? source.imageLink : '';
  const size = [source.imageWidth, source.imageHeight].map((value) => Number.parseInt(toText(value), 10));
  const alt = toSourceText(
    source.altText ?? source.text ?? source.title,
    reader.at('altText'),
    context.locale,
  );
  if (!/^\/(?![/\\])/.test(src) || place.scope.path.length > 0 || size.some((value) => !(value > 0))) {
    reader.leaveElementOut(
      'a picture needs an address on the site itself, a width and a height',
      'put it into the public folder of the site, and add a block "picture"',
    );
    reader.finish(() => 'its element is left out');
    return;
  }
  reader.take('name', 'imageLink', 'imageWidth', 'imageHeight', 'altText', 'text', 'title');
  const name = context.builder.addBlock({
    reader,
    name: reader.element,
    kind: 'picture',
    options: { src, width: size[0], height: size[1], ...(alt === undefined && { decorative: true }) },
    texts: alt ? { alt } : {},
  });
  addBlockConditions([name], reader, context, place);
}
