import {
  findDuplicateKey,
  type ReadTranslations,
  type TranslationFault,
  type TranslationFile,
  type TranslationUnit,
} from './translation-file.ts';

const namespace = 'urn:oasis:names:tc:xliff:document:2.0';

/** The versions of XLIFF that can be read. The last one is written. */
const versions: readonly string[] = ['2.0', '2.1'];

/**
 * Formats translations as XLIFF 2.1 (OASIS Standard, 13 February 2018), with a unit for each text, named by
 * its key.
 */
export function writeXliff({ source, target, units }: TranslationFile): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="${namespace}" version="2.1" srcLang="${escapeAttribute(source)}" trgLang="${escapeAttribute(target)}">`,
    '  <file id="texts">',
    ...units.map((unit, index) => formatUnit(unit, index)),
    '  </file>',
    '</xliff>',
    '',
  ].join('\n');
}

/**
 * Formats a text as a unit with one segment. Its state is `translated`, or `initial` if the translation is
 * missing or outdated. The former original becomes a note. The id is `t1` for index 0.
 */
function formatUnit(
  { key, original, translation, state, writtenFor }: TranslationUnit,
  index: number,
): string {
  const notes =
    writtenFor === undefined
      ? []
      : [`      <notes><note category="written-for">${escapeXml(writtenFor, false)}</note></notes>`];
  const done = translation !== undefined && state === undefined ? 'translated' : 'initial';
  return [
    `    <unit id="t${index + 1}" name="${escapeAttribute(key)}">`,
    ...notes,
    `      <segment state="${done}">`,
    `        <source xml:space="preserve">${escapeXml(original)}</source>`,
    ...(translation === undefined
      ? []
      : [`        <target xml:space="preserve">${escapeXml(translation)}</target>`]),
    '      </segment>',
    '    </unit>',
  ].join('\n');
}

/**
 * Parses translations from XLIFF 2.0 or 2.1. Joins texts that a tool split into several segments; an empty
 * target is no translation. Returns the first fault: an empty file, broken XML, a DOCTYPE, another root
 * element, other versions, a missing target language, inline markup of tools or a repeated key.
 */
export function readXliff(text: string): ReadTranslations {
  if (text.trim() === '') return createFault({ code: 'empty' });
  const xml = readXml(text);
  if (!xml.ok) return createFault({ code: xml.isDoctype ? 'doctype' : 'broken-xml', line: xml.line });
  const { root } = xml;
  if (root.name !== 'xliff') return createFault({ code: 'no-xliff', what: root.name });
  const { version = '', srcLang = '', trgLang = '' } = root.attributes;
  if (!versions.includes(version)) return createFault({ code: 'other-version', what: version });
  if (trgLang === '') return createFault({ code: 'no-columns', line: root.line });
  const units: TranslationUnit[] = [];
  for (const unit of listUnits(root)) {
    const [original, translation] = [joinSegments(unit, 'source'), joinSegments(unit, 'target')];
    const unexpected = original?.astray ?? translation?.astray;
    if (unexpected)
      return createFault({ code: 'inline-markup', line: unexpected.line, what: unexpected.name });
    const key = unit.attributes.name ?? unit.attributes.id ?? '';
    const translated = translation?.text ?? '';
    units.push({
      key,
      original: original?.text ?? '',
      ...(translated !== '' && { translation: translated }),
    });
  }
  const twice = findDuplicateKey(units);
  if (twice !== undefined) return createFault({ code: 'twice', what: twice });
  return { ok: true, file: { source: srcLang, target: trgLang, units } };
}

/** Returns the result of a failed import. */
function createFault(fault: TranslationFault): ReadTranslations {
  return { ok: false, fault };
}

/** Returns the direct child elements that have one of the names, in document order. */
function findChildrenByName({ children }: XmlElement, ...names: readonly string[]): readonly XmlElement[] {
  return children.flatMap((child) =>
    typeof child === 'object' && names.includes(child.name) ? [child] : [],
  );
}

/** Returns the units of an element, including those in files and groups. */
function listUnits(element: XmlElement): readonly XmlElement[] {
  return findChildrenByName(element, 'file', 'group', 'unit').flatMap((child) =>
    child.name === 'unit' ? [child] : listUnits(child),
  );
}

/**
 * Joins the sources or the targets of a unit's segments. Undefined if no segment has any. Content between
 * segments is that of the source if it has no target. `astray` is the first element that cannot be part of a
 * text; absent if there is none.
 */
function joinSegments(
  unit: XmlElement,
  part: 'source' | 'target',
): { readonly text: string; readonly astray?: XmlElement } | undefined {
  const parts = findChildrenByName(unit, 'segment', 'ignorable').flatMap((segment) => {
    const [own] = findChildrenByName(segment, part);
    const [source] = findChildrenByName(segment, 'source');
    return own ?? (segment.name === 'ignorable' ? source : undefined) ?? [];
  });
  if (!findChildrenByName(unit, 'segment').some((segment) => findChildrenByName(segment, part).length > 0))
    return undefined;
  const read = parts.map(readElementText);
  const unexpected = read.find((each) => each.astray)?.astray;
  return { text: read.map((each) => each.text).join(''), ...(unexpected && { astray: unexpected }) };
}

/**
 * Returns the text of an element, including that of markers (`mrk`) and code points (`cp`). Ends at an
 * element that cannot be part of a text, and returns it as `astray`.
 */
function readElementText({ children }: XmlElement): { readonly text: string; readonly astray?: XmlElement } {
  let text = '';
  for (const child of children) {
    if (typeof child === 'string') text += child;
    else if (child.name === 'mrk') {
      const marked = readElementText(child);
      text += marked.text;
      if (marked.astray) return { text, astray: marked.astray };
    } else {
      const character = child.name === 'cp' ? readCodePoint(child) : undefined;
      if (character === undefined) return { text, astray: child };
      text += character;
    }
  }
  return { text };
}

/** Returns the character of a `cp` element; undefined if its `hex` is no code point of Unicode. */
function readCodePoint({ attributes: { hex = '' } }: XmlElement): string | undefined {
  const point = /^[\dA-Fa-f]{1,6}$/.test(hex) ? Number.parseInt(hex, 16) : Number.NaN;
  return point <= 0x10_ffff ? String.fromCodePoint(point) : undefined;
}

/**
 * Characters that XML cannot contain. They are written by their code points (XLIFF 2.1, section 4.2.3.1
 * "cp").
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
const invalidXmlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/**
 * Escapes a text. Characters that XML cannot contain become `<cp>` elements, or are removed if
 * `hasCodePoints` is false.
 */
function escapeXml(text: string, hasCodePoints = true): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
    .replaceAll(invalidXmlCharacters, (sign) =>
      hasCodePoints ? `<cp hex="${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}"/>` : '',
    );
}

/** Escapes the value of an attribute in double quotes. Characters that XML cannot contain are removed. */
function escapeAttribute(text: string): string {
  return escapeXml(text, false).replaceAll('"', '&quot;').replaceAll('\n', '&#xA;').replaceAll('\t', '&#x9;');
}

/** An XML element (1.0, fifth edition), limited to what files for translators need. */
interface XmlElement {
  /** The name without its prefix. */
  readonly name: string;
  /** The values by name, with its prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
  /** The line of its start tag, counted from 1. */
  readonly line: number;
}

/**
 * The root element, or the line of the first error, counted from 1. `isDoctype` is true if the error is a
 * DOCTYPE.
 */
type ReadXml =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly line: number; readonly isDoctype: boolean };

interface OpenElement {
  readonly name: string;
  /** The name with its prefix, as the closing tag must have it. */
  readonly whole: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
  readonly line: number;
}

const tokenPattern =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;

/**
 * Parses XML; comments, processing instructions and namespaces are ignored. Stops at the first error. Refuses
 * a DOCTYPE, so that nothing is fetched and no entity can expand without limit. `DOMParser` is not an option:
 * a page with trusted types must not pass strings to it.
 */
function readXml(source: string): ReadXml {
  const text = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  /** Returns the result for an error at an index of the text. */
  const createFault = (at: number) => ({
    ok: false as const,
    line: text.slice(0, at).split('\n').length,
    isDoctype: text.startsWith('<!DOCTYPE', at),
  });
  const root: OpenElement = { name: '', whole: '', attributes: {}, children: [], line: 1 };
  const open: OpenElement[] = [root];
  let [line, counted] = [1, 0];
  tokenPattern.lastIndex = 0;
  for (let at = 0; at < text.length; at = tokenPattern.lastIndex) {
    const found = tokenPattern.exec(text);
    const parent = open.at(-1);
    if (found === null || parent === undefined) return createFault(at);
    const [, cdata, closed, opened, attributes = '', isEmpty, plain] = found;
    line += text.slice(counted, at).split('\n').length - 1;
    counted = at;
    if (cdata !== undefined) parent.children.push(cdata);
    else if (closed !== undefined) {
      if (parent.whole !== closed) return createFault(at);
      open.pop();
    } else if (opened !== undefined) {
      const read = parseAttributes(attributes);
      if (read === undefined) return createFault(at);
      const element = {
        name: removeNamespacePrefix(opened),
        whole: opened,
        attributes: read,
        children: [],
        line,
      };
      parent.children.push(element);
      if (isEmpty === '') open.push(element);
    } else if (plain !== undefined) {
      const words = resolveReferences(plain);
      if (words === undefined || (parent === root && plain.trim() !== '')) return createFault(at);
      if (parent !== root) parent.children.push(words);
    }
  }
  const [element, ...others] = root.children;
  if (open.length > 1 || typeof element !== 'object' || others.length > 0) return createFault(text.length);
  return { ok: true, root: element };
}

/** Parses the attributes of a start tag; undefined if a name is repeated or a reference is invalid. */
function parseAttributes(text: string): Readonly<Record<string, string>> | undefined {
  const entries: [string, string][] = [];
  for (const [, name = '', double, single] of text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const value = resolveReferences(double ?? single ?? '');
    if (value === undefined || entries.some(([known]) => known === name)) return undefined;
    entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

/** Returns a name without its prefix: `removeNamespacePrefix('x:unit') // 'unit'`. */
function removeNamespacePrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Replaces character references and the five predefined entities by their characters; undefined if the text
 * contains any other `&` or an invalid code point.
 */
function resolveReferences(text: string): string | undefined {
  let areAllValid = true;
  const words = text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));|&/gi, (all, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined;
    if (code !== undefined && code <= 0x10ffff) return String.fromCodePoint(code);
    const known = name === undefined ? undefined : entities[name];
    areAllValid &&= known !== undefined;
    return known ?? all;
  });
  return areAllValid ? words : undefined;
}
