import { describe, expect, it } from 'vitest';
import { listFindings } from '../../../test/cli/checking.ts';
import { createSampleDocuments } from '../../../test/support/sample-documents.ts';
import type { JsonSchema } from '../../model/types.ts';

const key = 'fields.crew.label';

/** Returns the findings about missing labels, where English and German have some texts. */
function found(crew: JsonSchema, { en = {}, de = {} }: { readonly en?: object; readonly de?: object } = {}) {
  const all = createSampleDocuments({ type: 'object', properties: { crew: { type: 'string', ...crew } } });
  const texts = (locale: 'en' | 'de', more: object) => ({
    [`texts/${locale}.json`]: { ...Object(all[`texts/${locale}.json`]), ...more },
  });
  return listFindings({ ...all, ...texts('en', en), ...texts('de', de) })
    .filter(({ code }) => code === 'missing-label')
    .map(({ file, reason }) => `${file} ${reason}`);
}

describe('lintLabels', () => {
  it.each<[string, JsonSchema, Parameters<typeof found>[1]]>([
    ['has a title', { title: 'Crew' }, {}],
    ['has a text', {}, { en: { [key]: 'Crew' } }],
    ['has both, translated', { title: 'Crew' }, { en: { [key]: 'Crew' }, de: { [key]: 'Mannschaft' } }],
  ])('misses no label where a field %s', (_what, crew, texts) => {
    expect(found(crew, texts)).toEqual([]);
  });

  it.each<[string, JsonSchema, Parameters<typeof found>[1]]>([
    ['neither a title nor a text', {}, {}],
    ['a title of blanks', { title: ' ' }, {}],
    ['a title, and a text in another language alone', { title: 'Crew' }, { de: { [key]: 'Mannschaft' } }],
  ])('misses the label of a field that has %s', (_what, crew, texts) => {
    expect(found(crew, texts)).toEqual([
      `texts/en.json "crew" has no label; add the text "${key}", or a "title"`,
    ]);
  });
});
