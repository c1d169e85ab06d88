import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageWeight } from '../support/page-weight.ts';
import { budgetFile, findExceededBudgets, largePage, listPages, weighPages } from './weigh-pages.ts';

const budget: Readonly<Record<string, PageWeight>> = JSON.parse(readFileSync(budgetFile, 'utf8'));

let weights: Readonly<Record<string, PageWeight>>;
beforeAll(async () => {
  weights = await weighPages();
});

describe('the budget of pages', () => {
  it('has every page of the demonstration, one with thousands of offices, and no other', () => {
    expect(Object.keys(budget).sort()).toEqual([...listPages(), largePage].sort());
  });

  it.each(Object.keys(budget))('is kept by %s', (path) => {
    const grown = findExceededBudgets(weights[path], budget[path]);
    expect(grown, 'where that is meant: "npx node test/server/renew-page-budget.ts"').toEqual([]);
  });

  it('is measured without what differs between responses: another server has the same weights', async () => {
    expect(await weighPages()).toEqual(weights);
  });
});
