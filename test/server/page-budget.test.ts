import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { PageWeight } from '../support/page-weight.ts';
import { budgetFile, findExceededBudgets, largePage, weighPages } from './weigh-pages.ts';

// page-budget.long.test.ts measures every page.

const budget: Readonly<Record<string, PageWeight>> = JSON.parse(readFileSync(budgetFile, 'utf8'));

it('the contact page keeps to its budget, also with 3,000 offices', async () => {
  const weights = await weighPages(['/contact']);
  for (const path of ['/contact', largePage])
    expect(
      { path, grown: findExceededBudgets(weights[path], budget[path]) },
      'where that is meant: "npx node test/server/renew-page-budget.ts"',
    ).toEqual({ path, grown: [] });
});
