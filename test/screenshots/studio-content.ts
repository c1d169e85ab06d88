import type { Page } from 'playwright-core';
import type { SourcedList } from '../../src/api/content-sources.ts';
import type { ContentFolderView, DraftView } from '../../src/api/studio.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 23, 9, 41);

/** Mocks two lists that come from a CMS, of which one answers with a page instead of a list. */
export async function mockSources(page: Page): Promise<void> {
  await page.clock.setFixedTime(now);
  const sources = { offices: createSource('offices'), events: createSource('events') };
  await page.route('**/studio/api/draft', async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as DraftView;
    await route.fulfill({
      response,
      json: { ...view, documents: { ...view.documents, 'content/sources.json': sources } },
    });
  });
  await page.route('**/studio/api/content', async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as ContentFolderView;
    const entries = (name: string) => view.documents[`content/${name}.json`] as readonly unknown[];
    const lists: Record<string, SourcedList> = {
      offices: { source: sources.offices, entries: entries('offices'), goodAt: now - 4 * minute },
      events: {
        source: sources.events,
        entries: entries('events'),
        goodAt: now - 190 * minute,
        fault: {
          code: 'not-json',
          values: { detail: 'text/html' },
          problems: [],
          since: now - 185 * minute,
          at: now - 2 * minute,
        },
      },
    };
    const origins = [{ origin: 'https://cms.trevarrow.example', hasToken: true }];
    await route.fulfill({ response, json: { ...view, sources: { lists, origins, owners: ['Ann Berry'] } } });
  });
}

function createSource(name: string) {
  return { url: `https://cms.trevarrow.example/api/${name}`, everyMinutes: 15, list: 'data' };
}
