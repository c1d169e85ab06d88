import { expect, it } from 'vitest';
import { groupOffers } from './site-offers.ts';

it('groupOffers groups the pages of a site by their reasons, the most frequent first', () => {
  const left = (title: string, why: 'rule' | 'content', ...rules: readonly string[]) => ({
    path: `/${title}`,
    title,
    site: '1',
    types: ['sales'],
    unseen: {},
    leftOut: [{ type: 'charter', why, rules }],
  });
  const offers = [
    left('One', 'content'),
    left('Two', 'rule', 'closed'),
    left('Three', 'rule', 'closed'),
    { path: '/four', title: 'Four', site: '1', types: ['charter'], unseen: {}, leftOut: [] },
    { path: '/five', title: 'Five', site: '2', types: ['charter'], unseen: {}, leftOut: [] },
  ];
  expect(groupOffers(offers, { type: 'charter', site: '1' })).toEqual({
    pages: 4,
    offered: ['Four'],
    leftOut: [
      { why: 'rule', rules: ['closed'], titles: ['Two', 'Three'] },
      { why: 'content', rules: [], titles: ['One'] },
    ],
  });
  expect(groupOffers(offers, { type: 'charter', site: '3' })).toEqual({ pages: 0, offered: [], leftOut: [] });
});
