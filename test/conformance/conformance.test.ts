import { describe, expect, it } from 'vitest';
import { draftKeywords } from '#engine/json-schema/draft-keywords.ts';
import { type DraftName, drafts } from '../parity/schema-arbitrary.ts';
import { casesOf } from './cases.ts';
import { verdictsOf } from './verdicts.ts';

describe.each(Object.keys(drafts) as DraftName[])('JSON Schema %s', (draft) => {
  it.each(Object.entries(casesOf(draft)))(
    'is judged as its section says, by the validator, in the page and on the server: %s',
    (_keyword, cases) => {
      const { agreed, differing, refused } = verdictsOf(cases, draft);
      expect({ differing, refused }).toEqual({ differing: [], refused: {} });
      expect(agreed).toBeGreaterThan(0);
    },
  );

  it('has cases of every keyword that asserts something', () => {
    const notes =
      /^(\$(?!ref$)|content|deprecated|discriminator|description|enumNames|examples|readOnly|writeOnly|then|else|default|definitions|title|unevaluated)/;
    const cases = Object.values(casesOf(draft))
      .flat()
      .map(({ schema }) => JSON.stringify(schema));
    const missing = [...draftKeywords[draft]].filter(
      (keyword) => !notes.test(keyword) && !cases.some((text) => text.includes(`"${keyword}":`)),
    );
    expect(missing).toEqual([]);
  });
});
