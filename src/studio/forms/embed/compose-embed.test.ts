import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { composeEmbed, composePolicy, type Embedding } from './compose-embed.ts';

/** Returns the code blocks of a page of the docs in a language. */
function readBlocks(page: string, language: string): readonly string[] {
  const docs = readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8');
  return [...docs.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  );
}

const contact: Omit<Embedding, 'way'> = {
  origin: 'http://localhost:4000',
  of: { page: '/contact' },
  title: 'Write to us',
};

describe('composeEmbed', () => {
  it('returns the code of the docs for an element, a frame and React', () => {
    const [element, frame, script] = readBlocks('embed.md', 'html');
    expect(composeEmbed({ ...contact, way: 'element' })).toBe(element);
    expect(composeEmbed({ ...contact, way: 'frame', title: 'Contact form' })).toBe(`${frame}${script}`);
    expect(composeEmbed({ ...contact, way: 'react' })).toBe(readBlocks('embed-in-react.md', 'tsx')[0]);
  });

  it('names the site, the placement, the language and the type', () => {
    const all = { ...contact, of: { site: '101' }, placement: 'modal', locale: 'de', type: '3' } as const;
    expect(composeEmbed({ ...all, way: 'element' })).toContain(
      '<enquiry-form site="101" placement="modal" locale="de" prefill="enquiry_type=3">',
    );
    expect(composeEmbed({ ...all, way: 'frame' })).toContain(
      '/embed/form?site=101&amp;placement=modal&amp;locale=de&amp;enquiry_type=3"',
    );
    expect(composeEmbed({ ...all, way: 'react' })).toContain(
      "useForm({ server, site: '101', placement: 'modal', locale: 'de' })",
    );
  });

  it('writes titles that are code as text', () => {
    const title = `"><script>alert('x')</script>{x}`;
    const composed = (['element', 'frame'] as const).map((way) => composeEmbed({ ...contact, way, title }));
    for (const code of composed) expect(code).toContain('&quot;&gt;&lt;script&gt;alert(');
    expect(composeEmbed({ ...contact, way: 'react', title })).toContain(
      `{'"><script>alert(\\'x\\')</script>{x}'}`,
    );
  });
});

describe('composePolicy', () => {
  it('has only directives of the policy that the docs give', () => {
    const [policy = ''] = readBlocks('embed.md', 'http');
    for (const directive of composePolicy({ way: 'element', origin: contact.origin }).split('; ')) {
      const [name = '', ...sources] = directive.split(' ');
      const given = policy.split(/[;:] /).find((one) => one.startsWith(name));
      for (const source of sources) expect(given).toContain(source);
    }
  });
});
