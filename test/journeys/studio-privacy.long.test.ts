import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Page, Route } from 'playwright-core';
import { describe } from 'vitest';
import type { RetentionView } from '../../src/api/privacy.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { postEnquiry } from '../support/send.ts';
import { createAnnouncementReader, studioJourneys } from '../support/studio.ts';
import { createStudioSession, inviteAndJoin, signInTo } from '../support/studio-session.ts';

const it = studioJourneys({ documents: {} });

const mira = { name: 'Mira Quist', email: 'Mira.Quist@example.org', message: 'The mooring at Fowey' };

async function arrives(url: string, values: Readonly<Record<string, string>> = mira): Promise<string> {
  const { isSuccess, body } = await postEnquiry(url, {
    domain: 'www.trevarrow.example',
    submission_url: new URL('/contact', url).href,
    upload: [],
    enquiry_type: 3,
    office_location: '1',
    ...values,
  });
  if (!isSuccess) throw new Error(JSON.stringify(body));
  return body.extensions?.reference ?? '';
}

/** Searches for a person by mail address. */
async function looksFor(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Look up' }).click();
}

describe('the data of a person', () => {
  it('is found by their mail address, exported, and erased with a certificate', async ({
    server,
    opens,
    expect,
  }) => {
    const reference = await arrives(server.url);
    await arrives(server.url, { ...mira, name: 'Ben', email: 'ben@example.org' });
    const page = await opens('/studio/enquiries/privacy');
    await expect.poll(() => page.title()).toContain('Privacy');
    await looksFor(page, 'nobody@example.org');
    await page.getByRole('heading', { name: 'Nothing is stored about nobody@example.org.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Erase' }).count()).toBe(0);
    await looksFor(page, mira.email.toLowerCase());
    const found = page.getByRole('region', { name: 'Stored about mira.quist@example.org' });
    await found.getByRole('link', { name: reference }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    const download = page.waitForEvent('download');
    await found.getByRole('button', { name: 'Export' }).click();
    const archive = unzipSync(readFileSync(await (await download).path()));
    expect(Object.keys(archive)).toContain(`enquiries/${reference}/enquiry.json`);

    await found.getByRole('button', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type the address once more').fill('ben@example.org');
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await dialog.getByText('The address does not match.').waitFor();
    await dialog.getByLabel('Type the address once more').fill(mira.email);
    await page.keyboard.press('Enter');
    const certificate = page.getByRole('region', { name: 'Certificate of erasure' });
    await certificate.getByText('owner erased everything that was stored about').waitFor();
    await expect.poll(createAnnouncementReader(page)).toBe('Everything is erased.');
    const heading = certificate.getByRole('heading', { name: 'Certificate of erasure' });
    await expect.poll(() => heading.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    await expect
      .poll(async () => (await server.enquiries()).map(({ values }) => values.name))
      .toEqual(['Ben']);
    await looksFor(page, mira.email);
    await page.getByText('All data of this address was already erased').waitFor();
    expect(await page.getByRole('button', { name: 'Erase' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show the certificate' }).click();
    await certificate.getByText('owner erased everything that was stored about').waitFor();
    await expect.poll(() => heading.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('is known to be erased where the answer was lost, and a refusal is told whatever became of the dialog', async ({
    server,
    opens,
    expect,
  }) => {
    const email = 'lost.answer@example.org';
    await arrives(server.url, { ...mira, email });
    const page = await opens('/studio/enquiries/privacy');
    await looksFor(page, email);
    const answered = Promise.withResolvers<void>();
    await page.route('**/privacy/person/erase', async (route: Route) => {
      await answered.promise;
      await route.fulfill({ status: 507, json: { error: 'store-full' } });
    });
    const erases = async () => {
      await page.getByRole('button', { name: 'Erase' }).click();
      await page.getByRole('dialog').getByLabel('Type the address once more').fill(email);
      await page.keyboard.press('Enter');
    };
    await erases();
    await page.keyboard.press('Escape');
    await page.getByText(`All data of ${email} is being erased…`).waitFor();
    answered.resolve();
    await page.getByText(`${email}: nothing was erased.`).waitFor();
    await page.getByText('The server cannot write to its disk').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await page.unroute('**/privacy/person/erase');
    await page.route('**/privacy/person/erase', async (route: Route) => {
      await route.fetch();
      await route.abort();
    });
    await erases();
    const certificate = page.getByRole('region', { name: 'Certificate of erasure' });
    await certificate.getByText('owner erased everything that was stored about').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  it('is for nobody who is limited to a part of it', async ({ server, opens, expect }) => {
    const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
    const reach = { role: 'viewer', enquiries: 'erase', types: ['general'] } as const;
    await inviteAndJoin(server.url, owner, { name: 'Liv', ...reach });
    const page = await opens('/studio/enquiries/privacy', 'Liv');
    await page.getByText('without limits on types or sites').waitFor();
    expect(await page.getByRole('button', { name: 'Look up' }).count()).toBe(0);
  });
});

describe('how long enquiries are kept', () => {
  it('is previewed and set, by type or for all others', async ({ server, opens, expect }) => {
    await arrives(server.url, { ...mira, email: 'kept@example.org' });
    const page = await opens('/studio/enquiries/privacy');
    const days = page.getByLabel('All other types, Enquiries, days');
    await days.fill('none');
    await page.getByText('Enter a whole number of days from 1 to 36500, or leave the field empty.').waitFor();
    await days.fill('٣٠');
    await page.getByRole('button', { name: 'Preview' }).click();
    const goes = page.getByText(/: (?:one enquiry|\d+ enquiries)$/);
    await goes.waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await days.fill('31');
    await page.getByText('The days have changed.').waitFor();
    await expect.poll(() => goes.count()).toBe(0);
    await days.fill('30');
    await goes.waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(createAnnouncementReader(page))
      .toBe('Saved. Data that is due is deleted within an hour.');
    await page.reload();
    await expect.poll(() => page.getByLabel('All other types, Enquiries, days').inputValue()).toBe('30');
  });

  it('is not changed over what somebody else has set meanwhile, unless that is meant', async ({
    server,
    opens,
    expect,
  }) => {
    const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
    const ben = await inviteAndJoin(server.url, owner, { name: 'Ben', role: 'viewer', enquiries: 'erase' });
    const { rules: before } = await ben.get<RetentionView>('privacy/retention');
    const page = await opens('/studio/enquiries/privacy');
    const days = (part: string) => page.getByLabel(`All other types, ${part}, days`);
    await days('Mails').fill('700');
    const theirs = { rules: [{ enquiries: 800, photos: 90 }], seen: before };
    await ben.post('privacy/retention', theirs);
    await page.getByRole('button', { name: 'Save' }).click();
    const reported = page.getByRole('alert').filter({ hasText: 'Ben changed this in the meantime.' });
    await reported.getByText('It is now: ').getByText('Photos: 90 days').waitFor();
    await reported.getByText('Your change: All other types · Mails: 700 days').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect((await ben.get<RetentionView>('privacy/retention')).rules).toEqual(theirs.rules);
    await reported.getByRole('button', { name: 'Apply my change anyway' }).click();
    await expect
      .poll(createAnnouncementReader(page))
      .toBe('Saved. Data that is due is deleted within an hour.');
    const merged = [{ enquiries: 800, photos: 90, mails: 700 }];
    expect((await ben.get<RetentionView>('privacy/retention')).rules).toEqual(merged);
    expect(await days('Photos').inputValue()).toBe('90');
    await page.getByText('Set by owner on ').waitFor();
    await expect.poll(() => page.getByText('The days have changed.').count()).toBe(0);
  });
});
