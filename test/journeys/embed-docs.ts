import { readFileSync } from 'node:fs';

export const example = (file: string) =>
  readFileSync(new URL(`../../examples/plain-html/${file}`, import.meta.url), 'utf8');

const docs = readFileSync(new URL('../../docs/embed.md', import.meta.url), 'utf8');

/** The snippets of docs/embed.md in a language, in their order. */
export const snippets = (language: string) =>
  [...docs.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

export const [elementSnippet = '', frameSnippet = '', frameScript = ''] = snippets('html');

export const [room = '', accent = '', partAccent = ''] = snippets('css');

/** What docs/embed.md asks of a host's policy, and nothing else. */
export const strictPolicy = (snippets('http')[0] ?? '').replace(/^[^:]*: /, '').trim();
