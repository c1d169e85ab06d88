import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const password = 'open sesame';
const it = journeysOn({ documents: {}, env: { SLIPWAY_STUDIO_PASSWORD: password } });

async function opens({ page }: Visitor, url: string, path: string): Promise<Page> {
  await page.goto(new URL(path, url).href);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Publish' }).waitFor();
  return page;
}

const preview = (page: Page) => page.frameLocator('iframe[title="Preview"]');

describe('the preview of the studio', () => {
  it('shows what is asked for, also after a reload and to whoever is sent the address', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opens(visitor, server.url, '/studio/forms/service');
    const chosen = {
      Site: '119',
      Placement: 'landing',
      Language: 'de',
      'Opens with': 'sales',
      Width: 'both',
    };
    for (const [name, value] of Object.entries(chosen))
      await page.getByLabel(name, { exact: true }).selectOption(value);
    await page.getByLabel('Date', { exact: true }).fill('2027-05-01');
    await preview(page).getByLabel('E-Mail-Adresse').waitFor();
    await page.frameLocator('iframe[title="Preview on a phone"]').getByLabel('E-Mail-Adresse').waitFor();
    expect(await violations(page)).toEqual([]);
    const other = await newVisitor();
    other.expectsTrouble();
    await page.reload();
    const { pathname, search } = new URL(page.url());
    for (const shown of [page, await opens(other, server.url, `${pathname}${search}`)]) {
      for (const [name, value] of Object.entries(chosen))
        await expect.poll(() => shown.getByLabel(name, { exact: true }).inputValue()).toBe(value);
      expect(await shown.getByLabel('Date', { exact: true }).inputValue()).toBe('2027-05-01');
      await preview(shown).getByLabel('E-Mail-Adresse').waitFor();
    }
  });

  it('opens a situation that no page of the content has', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const example = {
      on: {
        site: '7',
        types: ['sales'],
        selectedOffice: 'palma',
        offices: ['palma', 'poole'],
        entered: { name: 'Zoe' },
      },
    };
    const search = new URLSearchParams({ placement: 'landing', example: JSON.stringify(example) });
    const page = await opens(visitor, server.url, `/studio/forms/sales?${search}`);
    await preview(page).getByLabel('Office').getByText('Palma').waitFor({ state: 'attached' });
    expect(await preview(page).locator('input[name="name"]').inputValue()).toBe('Zoe');
    await page.getByRole('link', { name: 'Leave it' }).click();
    await preview(page).getByLabel('Office').getByText('Palma').waitFor({ state: 'detached' });
  });
});
