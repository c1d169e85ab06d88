/**
 * Measures every page after a new build, and stores the sizes as the new budget: `npx node
 * test/server/renew-page-budget.ts`. Prints what became heavier and lighter; read this before you commit it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import build from '../support/build.ts';
import { budgetFile, weighPages } from './weigh-pages.ts';

if (import.meta.main) {
  build();
  const stored = JSON.parse(readFileSync(budgetFile, 'utf8'));
  const weights = await weighPages();
  writeFileSync(budgetFile, `${JSON.stringify(weights, null, 2)}\n`);
  for (const [path, weight] of Object.entries(weights))
    for (const [part, now] of Object.entries(weight))
      if (now !== stored[path]?.[part])
        console.log(`${path}: ${part} ${stored[path]?.[part] ?? 0} -> ${now}`);
}
