import { describe, expect, it } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import { createContentSources } from './content-sources.ts';
import type { ContentSourcesOptions } from './source-options.ts';

const sources = { offices: { url: 'https://cms.example/offices', everyMinutes: 60 } };

/** Creates the service of one list, with requests that wait for `answer`. */
function createService() {
  let count = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const options = {
    client: {
      request: async () => {
        count += 1;
        await answered;
        return { kind: 'unchanged' };
      },
    },
    origins: [],
    forms: { documents: () => ({ 'content/sources.json': sources }) },
    live: () => ({ folder: {} }),
    store: {
      contentCopies: async () => [],
      requestContentCopy: async () => undefined,
      claimContentCopy: async () => ({ revision: 1, dueAt: 0, details: {} }),
      saveContentCopy: async () => undefined,
    },
    settings: serverSettings.contentSources,
    now: () => 0,
  };
  const service = createContentSources(options as unknown as ContentSourcesOptions, () => {});
  return { service, answer, count: () => count };
}

describe('createContentSources', () => {
  it('requests a list once for updates at the same time, and again for a later one', async () => {
    const { service, answer, count } = createService();
    const both = [service.update('offices'), service.update('offices')];
    answer();
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(count()).toBe(1);
    await service.update('offices');
    expect(count()).toBe(2);
  });

  it('requests a list again to accept entries', async () => {
    const { service, answer, count } = createService();
    const both = [service.update('offices'), service.update('offices', 'hash'), service.update('events')];
    answer();
    expect(await Promise.all(both)).toEqual([true, true, false]);
    expect(count()).toBe(2);
  });
});
