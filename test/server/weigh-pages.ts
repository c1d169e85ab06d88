import { demonstration } from '../support/content.ts';
import { documents } from '../support/forms.ts';
import { createScales, type PageWeight } from '../support/page-weight.ts';
import { startServer } from '../support/server.ts';

/** Where the weights are kept that pages are held to. */
export const budgetFile = new URL('page-budget.json', import.meta.url);

/** What every page of the demonstration weighs, with the frozen documents, by its path. */
export async function weighPages(): Promise<Readonly<Record<string, PageWeight>>> {
  const server = await startServer({ documents: documents() });
  try {
    const weigh = createScales(server.url);
    const weights: Record<string, PageWeight> = {};
    for (const path of ['/', '/privacy-policy', ...demonstration().pages.map((page) => page.path)])
      weights[path] = await weigh(path);
    return weights;
  } finally {
    await server.stop();
  }
}
