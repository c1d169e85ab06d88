import { readFileSync } from 'node:fs';

export const example = (file: string) =>
  readFileSync(new URL(`../../examples/plain-html/${file}`, import.meta.url), 'utf8');

/** The snippets of a page of the docs in a language, in their order. */
export const snippets = (language: string, page = 'embed.md') => {
  const docs = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return [...docs.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  );
};

export const [elementSnippet = '', frameSnippet = '', frameScript = ''] = snippets('html');

export const [room = '', accent = '', partAccent = ''] = snippets('css');

/** Looks of a host's own, by docs/theming.md. */
export const [, hostLayer = ''] = snippets('css', 'theming.md');

/** What docs/embed.md asks of a host's policy, and nothing else. */
export const strictPolicy = (snippets('http')[0] ?? '').replace(/^[^:]*: /, '').trim();
