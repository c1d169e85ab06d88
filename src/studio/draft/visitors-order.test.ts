import { describe, expect, it } from 'vitest';
import { applyPatches } from '#engine/editing/change.ts';
import { createOutline, moveType } from '#engine/editing/index.ts';
import { readFrozenDocuments } from '../../../test/support/forms.ts';
import { moveListedType } from './listed-types.ts';
import { sortForVisitors } from './visitors-order.ts';

const listed = (...keys: readonly string[]) => ({
  enquiryTypes: keys.map((key) => {
    const id = createOutline(readFrozenDocuments()).find((type) => type.key === key)?.id ?? '';
    return { id, name: key, names: { en: `The ${key}`, de: `Das ${key}` } };
  }),
  sourced: [] as readonly string[],
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
    expect(first).toMatchObject({ name: 'Das sales', isListed: true, later: { to: 1, place: 1 } });
    expect(first).not.toHaveProperty('earlier');
  });

  it('has the moves of a listed type in the list, and none if that comes from an address', () => {
    const content = listed('sales', 'service', 'event', 'valuation', 'general', 'careers');
    const documents = readFrozenDocuments();
    const sort = (sourced: readonly string[]) =>
      sortForVisitors(createOutline(documents), documents, {
        content: { ...content, sourced },
        locale: 'en',
      });
    const event = sort([]).find(({ type }) => type.key === 'event');
    const to = event?.earlier?.to ?? 0;
    const patches = moveListedType(
      { documents, listed: content.enquiryTypes },
      { id: event?.type.id ?? '', to },
    );
    const moved = applyPatches(documents, patches);
    if (!moved.ok) throw new Error('Cannot move the type');
    expect(moved.documents['content/enquiry-types.json']).toMatchObject(
      ['sales', 'event', 'service', 'valuation', 'general', 'careers'].map((name) => ({ name })),
    );
    expect(sort(['enquiry-types'])).toEqual(
      content.enquiryTypes.map(({ name }) => {
        const type = expect.objectContaining({ key: name });
        return { type, name: `The ${name}`, isListed: true, isFixed: true };
      }),
    );
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
