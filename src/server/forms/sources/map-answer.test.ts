import { describe, expect, it } from 'vitest';
import { findList, listItemPaths, listListPaths, mapItems } from './map-answer.ts';

const schema = {
  items: {
    properties: {
      id: { type: ['string', 'integer'] },
      name: { type: 'string' },
      sortOrder: { type: ['number', 'null'] },
      startsOn: { type: 'string', format: 'date' },
      services: { type: ['array', 'null'], items: { type: 'string' } },
      isOpen: { type: ['boolean', 'null'] },
      site: { type: 'object', properties: { id: { type: ['string', 'integer'] } } },
    },
  },
} as const;

describe('findList', () => {
  it('follows a path through objects, and finds nothing else', () => {
    expect(findList([1], undefined)).toEqual([1]);
    expect(findList({ data: { items: [] } }, 'data.items')).toEqual([]);
    expect(findList({ data: { items: {} } }, 'data.items')).toBeUndefined();
    expect(findList({ data: [] }, 'data.constructor')).toBeUndefined();
    expect(findList(null, 'data')).toBeUndefined();
  });
});

describe('mapItems', () => {
  const map = (item: unknown, fields: Parameters<typeof mapItems>[1]['fields']) =>
    mapItems([item], { ...(fields && { fields }) }, schema)[0];

  it('takes items as they are without a mapping', () => {
    expect(map({ any: 'thing' }, undefined)).toEqual({ any: 'thing' });
  });

  it('reads paths, lists inside and constants, and writes objects', () => {
    const item = { meta: { name: 'A' }, tags: [{ key: 'x' }, {}, { key: 'y' }] };
    const fields = {
      name: { path: 'meta.name' },
      services: { path: 'tags[].key' },
      'site.id': { constant: 101 },
    };
    expect(map(item, fields)).toEqual({ name: 'A', services: ['x', 'y'], site: { id: 101 } });
  });

  it('converts values to the types of the list, and leaves what it cannot convert to the check', () => {
    const item = { n: 7, s: '12.5', t: '2027-05-01T10:00:00Z', one: 'x', yes: 'true', bad: { a: 1 } };
    const fields = {
      id: { path: 'n' },
      name: { path: 'n' },
      sortOrder: { path: 's' },
      startsOn: { path: 't' },
      services: { path: 'one' },
      isOpen: { path: 'yes' },
      site: { path: 'bad' },
    };
    expect(map(item, fields)).toEqual({
      id: 7,
      name: '7',
      sortOrder: 12.5,
      startsOn: '2027-05-01',
      services: ['x'],
      isOpen: true,
      site: { a: 1 },
    });
  });

  it.each([[null], ['text'], [undefined], [[]], [{ name: null }], [{ name: '' }], [{}]])(
    'makes an entry without what %j lacks',
    (item) => {
      expect(map(item, { name: { path: 'name' }, id: { path: 'constructor.name' } })).toEqual({});
    },
  );
});

describe('listItemPaths and listListPaths', () => {
  it('name what an answer has, with examples', () => {
    const items = [
      { id: 1, a: { b: 'x' } },
      { id: 2, tags: ['t', 'u'], links: [{ url: '/' }], 'no.path': 1 },
    ];
    expect(listItemPaths(items)).toEqual([
      { path: 'id', example: '1' },
      { path: 'a.b', example: 'x' },
      { path: 'tags[]', example: 't, u' },
      { path: 'links[].url', example: '/' },
    ]);
    expect(listListPaths({ data: { items }, more: [] })).toEqual([
      { path: 'data.items', count: 2 },
      { path: 'more', count: 0 },
    ]);
  });
});
