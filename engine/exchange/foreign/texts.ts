/** A text in each language that the source has, by language tag. */
export type LocalizedText = Readonly<Record<string, string>>;

/** Writes a text as an ICU message that shows it as it is: braces and apostrophes are quoted. */
export function toMessage(text: string): string {
  return text.replaceAll("'", "''").replaceAll(/[{}]/g, "'$&'");
}

export interface PlainText {
  readonly text: string;
  /** True if tags were removed. */
  readonly hadMarkup: boolean;
  /** True if a script, a style or an event handler was removed. */
  readonly hadScript: boolean;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
};

/**
 * Returns the text of HTML: paragraphs and lists as our texts have them, links with their address. Scripts and
 * styles are removed with their content. A text without tags is returned as it is, except for entities.
 */
export function toPlainText(html: string): PlainText {
  const hadScript = /<\s*(?:script|style|iframe|object|embed)\b|\son\w+\s*=|javascript:/i.test(html);
  const hadMarkup = /<\/?[a-z!][^<>]*>/i.test(html);
  if (!hadMarkup) return { text: hideTags(decodeEntities(html)).trim(), hadMarkup, hadScript };
  const text = replaceTags(removeElements(html, ['script', 'style', 'iframe', 'object', 'noscript']));
  const lines = decodeEntities(text)
    .split('\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim());
  const plain = lines.join('\n').replaceAll(/\n{3,}/g, '\n\n');
  return { text: hideTags(plain).trim(), hadMarkup, hadScript };
}

/** A part of HTML that a block can show. */
export interface HtmlPart {
  readonly kind: 'heading' | 'paragraph';
  /** Plain text as `toPlainText` returns it, on one line for a heading. */
  readonly text: string;
}

export interface HtmlParts extends Omit<PlainText, 'text'> {
  readonly parts: readonly HtmlPart[];
  /** The names of elements that no text can replace, each once: pictures, media, embedded pages, controls. */
  readonly lost: readonly string[];
}

/** Returns the headings of HTML and the texts between them, without scripts and styles. */
export function splitHtml(html: string): HtmlParts {
  const { hadMarkup, hadScript } = toPlainText(html);
  const clean = removeElements(html, ['script', 'style', 'noscript']);
  const parts: HtmlPart[] = [];
  const lost = new Set<string>();
  let from = 0;
  let kind: HtmlPart['kind'] = 'paragraph';
  const addPart = (end: number) => {
    const { text } = toPlainText(clean.slice(from, end));
    if (text !== '') parts.push({ kind, text: kind === 'heading' ? text.replaceAll(/\s+/g, ' ') : text });
  };
  for (const { 0: tag, 1: slash, 2: name = '', index } of clean.matchAll(/<(\/?)([a-z][a-z0-9]*)[^<>]*>/gi)) {
    const lower = name.toLowerCase();
    if (lostElements.has(lower) && slash === '') lost.add(lower);
    if (!/^h[1-6]$/.test(lower)) continue;
    addPart(index);
    from = index + tag.length;
    kind = slash === '' ? 'heading' : 'paragraph';
  }
  addPart(clean.length);
  return { parts, lost: [...lost], hadMarkup, hadScript };
}

const lostElements: ReadonlySet<string> = new Set(
  'img svg video audio iframe object embed canvas form input button select textarea'.split(' '),
);

/** Replaces the "<" of tags that entities wrote: texts cannot contain tags, not even to show them. */
function hideTags(text: string): string {
  return text.replaceAll(/<(?=[a-z/!])/gi, '‹');
}

const blockTags: ReadonlySet<string> = new Set(
  'p div ul ol h1 h2 h3 h4 h5 h6 table tr section article blockquote'.split(' '),
);

/** Replaces tags by the line breaks that they mean, and the end of a link by its address. */
function replaceTags(html: string): string {
  let text = '';
  let from = 0;
  let link: { readonly href: string; readonly start: number } | undefined;
  for (const { 0: tag, 1: inner = '', index } of html.matchAll(/<(\/?[a-z!][^<>]*)>/gi)) {
    text += html.slice(from, index);
    from = index + tag.length;
    const name = /^[a-z0-9]*/.exec(inner.toLowerCase().replace('/', ''))?.[0] ?? '';
    if (name === 'br') text += '\n';
    else if (name === 'li') text += inner.startsWith('/') ? '' : '\n- ';
    else if (name === 'td' || name === 'th') text += ' ';
    else if (blockTags.has(name)) text += '\n\n';
    else if (name === 'a' && !inner.startsWith('/')) link = { href: readAddress(inner), start: text.length };
    else if (name === 'a' && link !== undefined) {
      if (link.href !== '' && text.slice(link.start) !== link.href) text += ` (${link.href})`;
      link = undefined;
    }
  }
  return text + html.slice(from);
}

/** Returns the address of a link; an empty text for one that a text should not contain, such as a script. */
function readAddress(tag: string): string {
  const [, after = ''] = tag.split(/\bhref\b/i, 2);
  const value = after.trimStart().replace('=', '').trimStart();
  const quote = value[0];
  const href =
    quote === '"' || quote === "'" ? (value.slice(1).split(quote)[0] ?? '') : (value.split(/\s/)[0] ?? '');
  return /^(?:https?:|mailto:|\/)/i.test(href) ? href : '';
}

/** Removes elements with their content. One that is never closed ends with the text. */
function removeElements(html: string, names: readonly string[]): string {
  let rest = html;
  for (const name of names) {
    const lower = rest.toLowerCase();
    const parts: string[] = [];
    let from = 0;
    for (let start = lower.indexOf(`<${name}`); start !== -1; start = lower.indexOf(`<${name}`, from)) {
      parts.push(rest.slice(from, start));
      const end = lower.indexOf(`</${name}`, start);
      const close = end === -1 ? -1 : lower.indexOf('>', end);
      from = close === -1 ? rest.length : close + 1;
    }
    rest = parts.join('') + rest.slice(from);
  }
  return rest;
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : '';
  });
}

/** Returns true for a language tag (BCP 47). */
export function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** Returns the pattern of an input mask: 9 is a digit, a a letter, * either, and all others themselves. */
export function toMaskPattern(mask: string): string {
  const parts = [...mask].map(
    (character) =>
      ({ '9': '[0-9]', a: '[A-Za-z]', A: '[A-Z]', '*': '[A-Za-z0-9]' })[character] ??
      character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'),
  );
  return `^${parts.join('')}$`;
}
