import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { isFocused, locateEnquiryRow, sendEnquiry } from '../support/inbox.ts';
import { createSmallSite } from '../support/small-site.ts';
import { createAnnouncementReader, openStudioPage, studioJourneys } from '../support/studio.ts';

const it = studioJourneys({ ...createSmallSite(), env: { SLIPWAY_RATE_LIMIT: 'off' } });

describe('spam', () => {
  it('takes the enquiries of a sender who is blocked on an enquiry, and says why', async ({
    page,
    server,
    expect,
  }) => {
    const reference = await sendEnquiry(server.url, {
      email: 'eve@spam.example',
      name: 'Eve',
      message: 'Buy links',
    });
    await openStudioPage(page, server.url, `/studio/enquiries/${reference}`);
    await page.getByRole('button', { name: `Block this sender: ${reference}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Block this sender?' });
    await dialog.getByLabel('Everybody from this domain').check();
    await dialog.getByLabel('Reason (optional)').fill('Sells links');
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Block this sender' }).click();
    await expect.poll(createAnnouncementReader(page)).toMatch(/spam\.example.* is blocked/);
    // The page says so as well, also later, and can undo it.
    await page.reload();
    await page.getByText(/spam\.example.* is blocked/).waitFor();
    await page.getByRole('button', { name: 'Unblock' }).focus();
    await page.keyboard.press('Enter');
    const button = page.getByRole('button', { name: `Block this sender: ${reference}` });
    await expect.poll(isFocused(button)).toBe(true);
    await button.click();
    await dialog.getByLabel('Everybody from this domain').check();
    await dialog.getByRole('button', { name: 'Block this sender' }).click();
    const undo = page.getByRole('button', { name: 'Undo', description: /spam\.example/ });
    await expect.poll(isFocused(undo)).toBe(true);

    const caught = await sendEnquiry(server.url, {
      email: 'bo@spam.example',
      name: 'Bo',
      message: 'Buy more',
    });
    await page.goto(`${server.url}/studio/enquiries`);
    await page.getByRole('link', { name: 'Spam' }).click();
    await locateEnquiryRow(page, caught).getByText('Senders from').waitFor();
    await page.getByRole('button', { name: 'Add to block list' }).click();
    await page.getByLabel('What to block').selectOption('phrase');
    await page.getByRole('textbox', { name: 'Word or phrase' }).fill(' – ');
    await page.keyboard.press('Enter');
    await page.getByText('Enter between one and ten words, with at least two letters.').waitFor();
    await page.getByRole('textbox', { name: 'Word or phrase' }).fill('cheap backlinks');
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'cheap backlinks' }).waitFor();
    const entry = page.getByRole('listitem').filter({ hasText: 'spam.example' });
    await entry.getByText('One enquiry caught').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await entry.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => entry.count()).toBe(0);
    await expect.poll(isFocused(page.getByRole('heading', { name: 'Block list' }))).toBe(true);
  });
});

describe('emails about enquiries', () => {
  it('are chosen in the account by what happens, type and time', async ({ page, server, expect }) => {
    await openStudioPage(page, server.url, '/studio/account');
    await page.getByText('You have no email address.').waitFor();
    await page.getByRole('button', { name: 'Add notification' }).click();
    await expect.poll(isFocused(page.getByLabel('Email me about'))).toBe(true);
    await page.keyboard.type('Un');
    await page.getByLabel('When').selectOption({ label: 'Daily digest' });
    await page.getByLabel('Daily digest at').selectOption('7');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save notifications' }).click();
    await expect.poll(createAnnouncementReader(page)).toBe('Your notifications are saved.');
    await page.reload();
    await page.getByRole('button', { name: 'Remove notification 1' }).waitFor();
    await expect.poll(() => page.getByLabel('Email me about').inputValue()).toBe('unanswered');
    await expect.poll(() => page.getByLabel('Daily digest at').inputValue()).toBe('7');
  });
});
