import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { send } from '../support/send.ts';
import { opensStudio, opensStudioAs, studioJourneys, toldIn } from '../support/studio.ts';
import { joined, sessionWith, signInTo } from '../support/studio-session.ts';

const it = studioJourneys();

const mira = { name: 'Mira Quist', email: 'Mira.Quist@example.org', message: 'The mooring at Fowey' };

async function arrives(url: string, values: Readonly<Record<string, string>> = mira): Promise<string> {
  const { isSuccess, body } = await send(url, {
    ...{ domain: 'www.trevarrow.example', submission_url: new URL('/contact', url).href, upload: [] },
    ...{ enquiry_type: 3, office_location: '1', ...values },
  });
  if (!isSuccess) throw new Error(JSON.stringify(body));
  return body.extensions?.reference ?? '';
}

/** Looks for somebody by their mail address. */
async function looksFor(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Look up' }).click();
}

describe('the data of a person', () => {
  it('is found by their mail address, exported, and erased with a certificate', async ({
    visitor,
    server,
    expect,
  }) => {
    const reference = await arrives(server.url);
    await arrives(server.url, { ...mira, name: 'Ben', email: 'ben@example.org' });
    const page = await opensStudio(visitor, server.url, '/studio/enquiries/privacy');
    await expect.poll(() => page.title()).toContain('Privacy');
    await looksFor(page, 'nobody@example.org');
    await page.getByRole('heading', { name: 'Nothing is stored of nobody@example.org.' }).waitFor();
    await looksFor(page, mira.email.toLowerCase());
    const found = page.getByRole('region', { name: 'Stored of mira.quist@example.org' });
    await found.getByRole('link', { name: reference }).waitFor();
    expect(await violations(page)).toEqual([]);

    const download = page.waitForEvent('download');
    await found.getByRole('button', { name: 'Export' }).click();
    const archive = unzipSync(readFileSync(await (await download).path()));
    expect(Object.keys(archive)).toContain(`enquiries/${reference}/enquiry.json`);

    await found.getByRole('button', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type the address once more').fill('ben@example.org');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await dialog.getByText('This is another address.').waitFor();
    await dialog.getByLabel('Type the address once more').fill(mira.email);
    await page.keyboard.press('Enter');
    const certificate = page.getByRole('region', { name: 'Certificate of erasure' });
    await certificate.getByText('owner erased everything that was stored of').waitFor();
    await expect.poll(toldIn(page)).toBe('Everything is erased.');
    const heading = certificate.getByRole('heading', { name: 'Certificate of erasure' });
    await expect.poll(() => heading.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await violations(page)).toEqual([]);
    await expect
      .poll(async () => (await server.enquiries()).map(({ values }) => values.name))
      .toEqual(['Ben']);
    await looksFor(page, mira.email);
    await page.getByText('Everything of this address was erased before').waitFor();
  });

  it('is for nobody who is limited to a part of it', async ({ visitor, server, expect }) => {
    const owner = sessionWith(server.url, { cookie: await signInTo(server.url) });
    const reach = { role: 'viewer', enquiries: 'erase', types: ['general'] } as const;
    await joined(server.url, owner, { name: 'Liv', ...reach });
    const page = await opensStudioAs(visitor, server.url, 'Liv', '/studio/enquiries/privacy');
    await page.getByText('is limited to nothing can do it').waitFor();
    expect(await page.getByRole('button', { name: 'Look up' }).count()).toBe(0);
  });
});

describe('how long enquiries are kept', () => {
  it('is previewed and set, by type or for all others', async ({ visitor, server, expect }) => {
    await arrives(server.url, { ...mira, email: 'kept@example.org' });
    const page = await opensStudio(visitor, server.url, '/studio/enquiries/privacy');
    const days = page.getByLabel('All other types, Enquiries, days');
    await days.fill('none');
    await page.getByText('Enter whole days from 1 to 36500, or nothing.').waitFor();
    await days.fill('30');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(/: (?:one enquiry|\d+ enquiries)$/).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(toldIn(page)).toBe('Saved. What is due goes within the hour.');
    await page.reload();
    await expect.poll(() => page.getByLabel('All other types, Enquiries, days').inputValue()).toBe('30');
  });
});
