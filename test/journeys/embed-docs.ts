import { readFileSync } from 'node:fs';

export const readExample = (file: string) =>
  readFileSync(new URL(`../../examples/plain-html/${file}`, import.meta.url), 'utf8');

/** Returns the snippets in a language of a page of the docs, in their order. */
export const readSnippets = (language: string, page = 'embed.md') => {
  const docs = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return [...docs.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  );
};

export const [elementSnippet = '', frameSnippet = '', frameScript = ''] = readSnippets('html');

export const [room = '', accent = '', partAccent = ''] = readSnippets('css');

/** A host's own styles, from docs/theming.md. */
export const [, hostLayer = ''] = readSnippets('css', 'theming.md');

/** Only the directives that docs/embed.md requires of a host's policy. */
export const strictPolicy = (readSnippets('http')[0] ?? '').replace(/^[^:]*: /, '').trim();
