import { expect, it } from 'vitest';
import { findIdsByName } from './ids-by-name.ts';

it('finds by any name, whatever its case, and nothing by an absent one', () => {
  const offices = [
    { id: 1, names: ['Falmouth', null] },
    { id: 2, names: ['falmouth', 'Penryn'] },
  ];
  const find = (text: string) => findIdsByName(offices, text, ({ names }) => names);
  expect(find('FALMOUTH')).toEqual(['1', '2']);
  expect(find('penryn')).toEqual(['2']);
  expect(find('')).toEqual([]);
});
