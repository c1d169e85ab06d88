/** An XML element (1.0, fifth edition), limited to what files for translators need. */
export interface XmlElement {
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
export type ReadXml =
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
export function readXml(source: string): ReadXml {
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
