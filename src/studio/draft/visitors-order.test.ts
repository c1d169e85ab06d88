import { describe, expect, it } from 'vitest';
import { applyPatches } from '#engine/editing/change.ts';
import { createOutline, moveType } from '#engine/editing/index.ts';
import { readFrozenDocuments } from '../../../test/support/forms.ts';
import { sortForVisitors } from './visitors-order.ts';

const listed = (...keys: readonly string[]) => ({
  enquiryTypes: keys.map((key) => {
    const id = createOutline(readFrozenDocuments()).find((type) => type.key === key)?.id ?? '';
    return { id, names: { en: `The ${key}`, de: `Das ${key}` } };
  }),
});
const keysIn = (source: ReturnType<typeof readFrozenDocuments>, content: ReturnType<typeof listed>) =>
  sortForVisitors(createOutline(source), source, { content, locale: 'de' }).map(({ type }) => type.key);

/** The documents, with names of its own for one type. */
function withOwn(key: string) {
  const { enquiryTypes } = readFrozenDocuments()['enquiry-types.json'] as unknown as {
    readonly enquiryTypes: readonly { readonly key: string }[];
  };
  return readFrozenDocuments({
    'enquiry-types.json': {
      enquiryTypes: enquiryTypes.map((type) => (type.key === key ? { ...type, names: { en: 'Own' } } : type)),
    },
  });
}

describe('sortForVisitors', () => {
  it('is that of the content, by the names that it gives, in the language of who reads it', () => {
    const content = listed('sales', 'service', 'event', 'valuation', 'general', 'careers');
    expect(keysIn(readFrozenDocuments(), content)).toEqual([
      'sales',
      'service',
      'event',
      'valuation',
      'general',
      'careers',
    ]);
    const [first] = sortForVisitors(createOutline(readFrozenDocuments()), readFrozenDocuments(), {
      content,
      locale: 'de',
    });
    expect(first).toMatchObject({ name: 'Das sales', isListed: true });
    expect(first).not.toHaveProperty('later');
  });

  it('has a type that the documents name where visitors find it, and one that nobody can choose last', () => {
    const content = listed('sales', 'service', 'event', 'general');
    const source = withOwn('careers');
    const order = keysIn(source, content);
    expect(order.at(-1)).toBe('valuation');
    const careers = sortForVisitors(createOutline(source), source, { content, locale: 'en' }).find(
      ({ type }) => type.key === 'careers',
    );
    expect(careers).toMatchObject({ name: 'Own', isListed: false });
    for (const move of [careers?.earlier, careers?.later]) {
      if (move === undefined) continue;
      const moved = applyPatches(source, moveType(source, 'careers', move.to));
      if (!moved.ok) throw new Error('Cannot move the type');
      expect(keysIn(moved.documents, content).indexOf('careers')).toBe(move.place);
    }
    expect([careers?.earlier?.place, careers?.later?.place]).toEqual([undefined, 1]);
  });
});
