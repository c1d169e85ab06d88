import { describe } from 'vitest';
import { createKeyboard } from '../support/keyboard.ts';
import { createSmallSite } from '../support/small-site.ts';
import { openStudioPage, studioJourneys } from '../support/studio.ts';
import { openFound, publishByKeyboard } from '../support/studio-keys.ts';

const { documents, content } = createSmallSite();
const pages = content['pages.json'] as readonly { readonly path: string }[];

const it = studioJourneys({
  documents,
  content: {
    ...content,
    'pages.json': pages.map((page) =>
      page.path === '/lantern-quay/contact' ? { ...page, enquiryTypes: [7] } : page,
    ),
  },
});

describe('by keyboard, an owner', () => {
  it('closes a form on a date in six actions and few Tabs, and visitors read that', async ({
    page,
    newVisitor,
    server,
    expect,
  }) => {
    await openStudioPage(page, server.url, '/studio/forms');
    const keyboard = createKeyboard(page);
    await openFound(page, keyboard, 'closes service');
    const closes = page.getByLabel('Closes');
    await expect.poll(() => closes.evaluate((field) => field === document.activeElement)).toBe(true);
    await keyboard.types(closes, '12242020');
    await page
      .getByRole('alert')
      .getByText(/is over: once you publish this/)
      .waitFor();
    await publishByKeyboard(page, keyboard);
    expect(keyboard.actions()).toBeLessThanOrEqual(6);
    expect(keyboard.tabs()).toBeLessThanOrEqual(10);
    expect(keyboard.faults()).toEqual([]);

    const visitor = await newVisitor();
    await visitor.visits('/lantern-quay/contact');
    await visitor.sees('This form was open until 24 December 2020.');
  });

  it('goes to each setting of a form from the top of the page', async ({ page, server, expect }) => {
    await openStudioPage(page, server.url, '/studio/forms/general/settings');
    const keyboard = createKeyboard(page);
    const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    await expect.poll(() => links.count()).toBe(9);
    for (const name of await links.allTextContents()) {
      const link = links.and(page.getByRole('link', { name, exact: true }));
      await keyboard.presses(link);
      const id = (await link.getAttribute('href'))?.slice(1);
      await expect.poll(() => page.evaluate(() => document.activeElement?.id), { message: name }).toBe(id);
    }
    expect(keyboard.faults()).toEqual([]);
  });
});
