import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { demonstration } from '../support/content.ts';
import type { PageWeight } from '../support/page-weight.ts';
import { budgetFile, largePage, weighPages } from './weigh-pages.ts';

/** What a page may grow by, each part of it, without anybody saying so: what a word more or another compiler makes. */
const margin = { bytes: 48, share: 0.005 };

const budget: Readonly<Record<string, PageWeight>> = JSON.parse(readFileSync(budgetFile, 'utf8'));
const parts = ['script', 'style', 'data', 'markup', 'late'] as const;
const { pages } = demonstration();

let weights: Readonly<Record<string, PageWeight>>;
beforeAll(async () => {
  weights = await weighPages();
});

describe('the budget of pages', () => {
  it('has every page of the demonstration, one with thousands of offices, and no other', () => {
    const paths = ['/', '/privacy-policy', ...pages.map(({ path }) => path), largePage];
    expect(Object.keys(budget).sort()).toEqual(paths.sort());
  });

  it.each(Object.keys(budget))('is kept by %s', (path) => {
    const grown = parts.flatMap((part) => {
      const [now = Number.NaN, kept = 0] = [weights[path]?.[part], budget[path]?.[part]];
      const most = Math.round(kept * (1 + margin.share) + margin.bytes);
      return now <= most ? [] : [`${part}: ${now} bytes of brotli, ${kept} are kept and ${most} allowed`];
    });
    expect(grown, 'where that is meant: "npx node test/server/renew-page-budget.ts"').toEqual([]);
  });
});
