import { isObject } from '../../json-schema/values.ts';
import type { FormBuilder, SourceText } from './form-parts.ts';
import type { ElementReader } from './report.ts';
import { isLanguageTag, splitHtml } from './texts.ts';

interface HtmlInput {
  readonly reader: ElementReader;
  /** The property with the HTML: a text, or a text for each language. */
  readonly property: string;
  /** The language of a text without one. */
  readonly locale: string;
  readonly builder: Pick<FormBuilder, 'addBlock'>;
  /** The level of its headings: 2 below another heading. */
  readonly level: 1 | 2;
}

/**
 * Adds blocks for the headings and paragraphs in the HTML of an element, and reports the property, with a line
 * for each kind of element that no block can show. Returns the names of the blocks; empty if there is no text.
 * HTML in several languages with different headings becomes one paragraph.
 */
export function addHtmlBlocks({ reader, property, locale, builder, level }: HtmlInput): readonly string[] {
  const value = reader.source[property];
  const given = isObject(value) ? Object.entries(value) : [['default', value] as const];
  const documents = given.flatMap(([language, html]) =>
    typeof html === 'string'
      ? [{ language: language === 'default' ? locale : language, html, ...splitHtml(html) }]
      : [],
  );
  const shown = documents.filter(({ parts, language }) => parts.length > 0 && isLanguageTag(language));
  for (const name of new Set(documents.flatMap(({ lost }) => lost)))
    reportLostElement(name, reader, property);
  const hadScript = documents.some((document) => document.hadScript);
  const [first] = shown;
  if (first === undefined) {
    if (hadScript) reader.leaveOut(property, 'it is a script, which is never run');
    else reader.ignore(property, 'it is empty');
    return [];
  }
  const kinds = first.parts.map(({ kind }) => kind);
  const isAlike = shown.every(({ parts }) => parts.map(({ kind }) => kind).join() === kinds.join());
  /** Returns the texts of a part in all languages; of all parts together without an index. */
  const collectTexts = (index?: number): SourceText => ({
    pointer: reader.at(property),
    texts: Object.fromEntries(
      shown.map(({ language, parts }) => [
        language,
        parts
          .slice(index, index === undefined ? undefined : index + 1)
          .map(({ text }) => text)
          .join('\n\n'),
      ]),
    ),
  });
  const blocks = isAlike
    ? kinds.map((kind, index) => ({ kind, text: collectTexts(index) }))
    : [{ kind: 'paragraph' as const, text: collectTexts() }];
  const hasHeadings = blocks.some(({ kind }) => kind === 'heading');
  const became = hasHeadings ? 'headings and paragraphs' : 'plain text, without its HTML';
  if (hadScript) reader.change(property, `${became}; the script in it was removed and never run`);
  else if (documents.some(({ hadMarkup }) => hadMarkup)) reader.change(property, became);
  else reader.take(property);
  return blocks.map(({ kind, text }) =>
    builder.addBlock({
      reader,
      name: reader.element,
      kind,
      options: kind === 'heading' ? { level } : {},
      texts: { text },
    }),
  );
}

/** Reports a kind of element inside HTML that no block can show. */
function reportLostElement(name: string, reader: ElementReader, property: string): void {
  const isPicture = name === 'img' || name === 'svg';
  reader.lines.set({
    pointer: reader.at(property, name),
    element: reader.element,
    property: `${property}, <${name}>`,
    outcome: 'left-out',
    reason: `no block can show <${name}> of another program`,
    remedy: isPicture
      ? 'put it into the public folder of the site, and add a block "picture"'
      : 'describe it in a text, or ask for it with a field',
  });
}
