/** A part of a line of the manual. */
export type ManualSpan =
  | { readonly kind: 'text' | 'bold' | 'code'; readonly text: string }
  /** A link to a heading of the manual, by its fragment. Links to other documents are texts. */
  | { readonly kind: 'link'; readonly text: string; readonly section: string };

/** A block of the manual. */
export type ManualBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly section: string }
  | { readonly kind: 'paragraph'; readonly spans: readonly ManualSpan[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly ManualSpan[])[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly ManualSpan[])[])[] }
  | { readonly kind: 'code'; readonly text: string };

/**
 * Parses docs/studio.md: the part of Markdown that it uses. Code has no empty lines. Pictures are left out, since the reader is in the studio.
 */
export function parseManual(markdown: string): readonly ManualBlock[] {
  return markdown
    .split(/\n{2,}/)
    .flatMap((part) => splitBlock(part.trim()))
    .flatMap(parseBlock);
}

/** Returns the parts of a block; a heading is a part of its own. */
function splitBlock(block: string): readonly string[] {
  if (block === '' || !block.startsWith('#')) return block === '' ? [] : [block];
  const [heading = '', ...rest] = block.split('\n');
  return [heading, ...splitBlock(rest.join('\n').trim())];
}

function parseBlock(block: string): readonly ManualBlock[] {
  if (block.startsWith('![')) return [];
  const [, signs, title] = /^(#{1,4}) (.+)$/.exec(block) ?? [];
  if (signs !== undefined && title !== undefined)
    return [{ kind: 'heading', level: signs.length, text: title, section: toSection(title) }];
  if (block.startsWith('```')) return [{ kind: 'code', text: block.replace(/^```.*\n|\n?```$/g, '') }];
  const lines = block.split('\n');
  if (lines.every((line) => line.startsWith('|'))) return [parseTable(lines)];
  const isOrdered = /^\d+\. /.test(block);
  if (isOrdered || block.startsWith('- ')) {
    const items = lines.map((line) => parseSpans(line.replace(/^\s*(?:-|\d+\.) /, '')));
    return [{ kind: 'list', isOrdered, items }];
  }
  return [{ kind: 'paragraph', spans: parseSpans(lines.join(' ')) }];
}

function parseTable(lines: readonly string[]): ManualBlock {
  const rows = lines
    .filter((line) => !/^\|[\s|:-]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => parseSpans(cell.trim())),
    );
  return { kind: 'table', rows };
}

/** Bold text, code and links. Bold text may contain a link. */
const spanPattern = /\*\*([^*]{1,200})\*\*|`([^`]{1,200})`|\[([^\][]{1,200})\]\(([^()]{1,200})\)/g;
const linkPattern = /\[([^\][]{1,200})\]\([^()]{1,200}\)/g;

function parseSpans(line: string): readonly ManualSpan[] {
  const spans: ManualSpan[] = [];
  let from = 0;
  for (const match of line.matchAll(spanPattern)) {
    const [whole, bold, code, text = '', address = ''] = match;
    if (match.index > from) spans.push({ kind: 'text', text: line.slice(from, match.index) });
    from = match.index + whole.length;
    if (bold !== undefined) spans.push({ kind: 'bold', text: bold.replace(linkPattern, '$1') });
    else if (code !== undefined) spans.push({ kind: 'code', text: code });
    else if (address.startsWith('#')) spans.push({ kind: 'link', text, section: address.slice(1) });
    else spans.push({ kind: 'text', text });
  }
  if (from < line.length) spans.push({ kind: 'text', text: line.slice(from) });
  return spans;
}

/** Returns the fragment of a heading, as GitHub makes it: `toSection('Sign in') // 'sign-in'`. */
function toSection(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
