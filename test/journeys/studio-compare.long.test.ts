import { describe } from 'vitest';
import { blockDocuments } from '../blocks/block-documents.ts';
import { opensStudio, publishedNow, studioJourneys, toldIn } from '../support/studio.ts';
import { studioClient } from '../support/studio-client.ts';

const it = studioJourneys({ documents: blockDocuments() });

const said = {
  submit: 'Ask for a valuation',
  'blocks.your-boat.text': 'The boat that is valued',
  'blocks.hull-number.summary': 'Where does the hull number stand?',
  'thank-you.heading': 'Thank you: we have it.',
};

describe('two versions beside each other', () => {
  it('mark texts among the fields and the button, and tell of the thanks; an answer that is lost is made up for', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const client = await studioClient(server);
    await client.change((documents) =>
      Object.entries(said).map(([key, after]) => {
        const before = Object(documents['texts/en.json'])[key] as string;
        return { file: 'texts/en.json', path: [key], before, after };
      }),
    );
    const page = await opensStudio(visitor, server.url, '/studio/compare?from=live&to=draft&opens=valuation');
    const list = page.getByRole('list', { name: 'What is different here' });
    for (const text of Object.values(said)) await list.getByText(text).first().waitFor();
    const after = page.frameLocator('iframe[title="After: The draft"]');
    for (const [part, text] of [
      ['[data-block="your-boat"]', said['blocks.your-boat.text']],
      ['[data-block="hull-number"] > summary', said['blocks.hull-number.summary']],
      ['.sw-actions', said.submit],
    ] as const)
      await after.locator(part).locator('.st-mark', { hasText: 'Changed' }).getByText(text).waitFor();

    // The press arrives, and its answer is lost.
    await page.goto(new URL('/studio/publish', server.url).href);
    const now = page.getByRole('button', { name: 'Publish now' });
    await expect.poll(() => now.isEnabled()).toBe(true);
    await page.route('**/studio/api/publish', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const warned = page.getByLabel(/^Publish despite/);
    if ((await warned.count()) > 0) await warned.check();
    await now.click();
    await expect.poll(toldIn(page)).toBe(publishedNow);
    await page.getByText(publishedNow).first().waitFor();
    const { versions } = await client.get<{ readonly versions: readonly unknown[] }>('versions');
    expect(versions).toHaveLength(2);
  });
});
