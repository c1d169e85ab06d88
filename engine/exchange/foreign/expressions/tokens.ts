import { type Translated, translated, untranslated } from './expression.ts';

export interface Token {
  readonly kind: 'name' | 'word' | 'number' | 'text' | 'sign' | 'end';
  readonly text: string;
}

const maxLength = 10_000;

/** Signs, the longest first. */
const signs = [
  '===',
  '!==',
  '<=',
  '>=',
  '<>',
  '!=',
  '==',
  '&&',
  '||',
  '*=',
  '(',
  ')',
  '[',
  ']',
  ',',
  '=',
  '<',
  '>',
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
  '!',
  '?',
  ':',
  ';',
];

/**
 * Splits an expression into tokens. `{name}` is one token; a word may contain dots and, in an expression of
 * SurveyJS, hyphens between letters.
 */
export function readTokens(source: string): Translated<readonly Token[]> {
  if (source.length > maxLength) return untranslated(`it is longer than ${maxLength} characters`);
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at, at + 400);
    const first = rest[0] ?? '';
    if (/\s/.test(first)) {
      at += 1;
      continue;
    }
    const comment = readComment(source, at);
    if (comment !== undefined) {
      at = comment;
      continue;
    }
    if (first === '{') {
      const end = source.indexOf('}', at);
      if (end === -1) return untranslated('a "{" is never closed');
      tokens.push({ kind: 'name', text: source.slice(at + 1, end).trim() });
      at = end + 1;
      continue;
    }
    if (first === '"' || first === "'") {
      const text = readQuoted(source, at);
      if (text === undefined) return untranslated('a text is never closed');
      tokens.push({ kind: 'text', text: text.value });
      at = text.end;
      continue;
    }
    const number = /^\d+(?:\.\d+)?(?![\w])/.exec(rest)?.[0];
    const word = /^[\p{L}_$#@][\p{L}\p{N}_$]*(?:\??\.[\p{L}_$][\p{L}\p{N}_$]*)*/u.exec(rest)?.[0];
    const sign = signs.find((each) => rest.startsWith(each));
    const found = number ?? word ?? sign ?? /^[\p{L}\p{N}_.]+/u.exec(rest)?.[0];
    if (found === undefined) return untranslated(`"${first}" is not understood`);
    const kind = number !== undefined ? 'number' : word !== undefined || sign === undefined ? 'word' : 'sign';
    tokens.push({ kind, text: found });
    at += found.length;
  }
  return translated([...tokens, { kind: 'end', text: '' }]);
}

/** Returns the end of a comment of JavaScript that starts at a position; undefined if none does. */
function readComment(source: string, start: number): number | undefined {
  const isLine = source.startsWith('//', start);
  if (!isLine && !source.startsWith('/*', start)) return undefined;
  const end = source.indexOf(isLine ? '\n' : '*/', start + 2);
  return end === -1 ? source.length : end + (isLine ? 1 : 2);
}

function readQuoted(
  source: string,
  start: number,
): { readonly value: string; readonly end: number } | undefined {
  const quote = source[start];
  let value = '';
  for (let at = start + 1; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (character === quote) return { value, end: at + 1 };
    if (character === '\\' && at + 1 < source.length) {
      at += 1;
      value += source[at] ?? '';
    } else value += character;
  }
  return undefined;
}
