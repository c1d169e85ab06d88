import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { createAnnouncementReader, openStudioPage, studioJourneys } from '../support/studio.ts';
import { openStudioClient } from '../support/studio-client.ts';

const it = studioJourneys();

const excludesService = {
  id: 'no-service',
  description: 'The quay mends no boats.',
  when: { '==': [{ var: 'site.id' }, '305'] },
  then: { excludeTypes: ['service'] },
};

const options = (on: { readonly locator: Page['locator'] }) =>
  on.locator('[name="enquiry_type"] option').allTextContents();

describe('an earlier version', () => {
  it('is compared with the live one, part by part, and restored', async ({ page, server, expect }) => {
    const client = await openStudioClient(server);
    await client.change((documents) => {
      const { length } = Object(documents['rules.json']).rules as readonly object[];
      return [{ file: 'rules.json', path: ['rules', String(length)], after: excludesService }];
    });
    await client.publish({ note: 'No mechanic at the quay until spring' });
    await openStudioPage(page, server.url, '/studio/history');
    await page.getByText('No mechanic at the quay until spring').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Version 2', exact: true }).click();
    const changes = page.getByRole('list', { name: 'What changes for visitors' });
    const change = changes.getByRole('listitem').filter({ hasText: 'Service and repair' });
    await change.getByText('On Lantern Quay, Service and repair is no longer offered.').waitFor();

    // Both versions beside each other, with a description of the differences.
    await change.getByRole('link', { name: 'See both versions' }).click();
    const differences = page.getByRole('list', { name: 'What is different here' });
    await differences.getByText('Service and repair is no longer offered.').waitFor();
    const before = page.frameLocator('iframe[title^="Before:"]');
    const after = page.frameLocator('iframe[title^="After:"]');
    await expect.poll(() => options(before)).toContain('Service and repair');
    await after.getByText('Service and repair is no longer offered.').waitFor();
    await expect.poll(() => options(after)).not.toContain('Service and repair');
    expect(await findAxeViolations(page)).toEqual([]);

    await page.goto(new URL('/studio/history/1', server.url).href);
    await page.getByLabel('Why').fill('The mechanic is back');
    await page.getByRole('button', { name: 'Make live again' }).click();
    const done = page.getByRole('heading', { name: 'Version 1 is live again, as version 3.' });
    await done.waitFor();
    await expect.poll(() => done.evaluate((heading) => heading === document.activeElement)).toBe(true);
    await expect.poll(createAnnouncementReader(page)).toContain('Version 1 is live again, as version 3.');
    expect(await findAxeViolations(page)).toEqual([]);
    const headers = { accept: 'text/html', 'accept-language': 'en' };
    const response = await fetch(new URL('/lantern-quay/contact', server.url), { headers });
    expect(await response.text()).toContain('Service and repair');
    const { versions } = await client.get<{ readonly versions: readonly object[] }>('versions');
    expect(versions).toMatchObject([
      { number: 3, state: 'live', note: 'The mechanic is back', restores: 1 },
      { number: 2, state: 'replaced', note: 'No mechanic at the quay until spring' },
      { number: 1, state: 'replaced', note: '' },
    ]);
  });
});
