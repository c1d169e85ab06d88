import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { createTallyReader, isFocused, locateEnquiryRow, sendEnquiry } from '../support/inbox.ts';
import { createSmallSite } from '../support/small-site.ts';
import { createAnnouncementReader, openStudioPage, studioJourneys } from '../support/studio.ts';

const site = createSmallSite();
const en = 'texts/en.json';
const template = {
  'mail.replies.thanks.name': 'Thank you, more to follow',
  'mail.replies.thanks.subject': 'Your enquiry {reference}',
  'mail.replies.thanks.text': 'Dear {name},\n\nWe write again soon.\n\n{person}',
};
const it = studioJourneys({
  ...site,
  documents: { ...site.documents, [en]: { ...(site.documents[en] as object), ...template } },
});

describe('the inbox', () => {
  it('finds an enquiry by a word in its message, which is read, forwarded and answered', async ({
    page,
    server,
    expect,
  }) => {
    const message = 'The gelcoat is crazed around the cleats.\nCan you look at it?';
    const reference = await sendEnquiry(server.url, { name: 'Zoë Winter', message });
    await sendEnquiry(server.url, { name: 'Tom Hale', message: 'The engine will not start.' });
    await server.mailsDone();
    await openStudioPage(page, server.url, '/studio');
    await page.getByRole('link', { name: 'Enquiries' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('gelco');
    await expect.poll(createTallyReader(page)).toBe('One enquiry');
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('gelco');
    await locateEnquiryRow(page, reference).getByText('Zoë Winter').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    // It opens beside the list, which keeps the focus; once more goes to it, and Escape back.
    const row = page.getByRole('link', { name: reference });
    await row.click();
    await expect.poll(() => page.title()).toContain(reference);
    await expect
      .poll(createAnnouncementReader(page))
      .toBe(`${reference}, Zoë Winter is open. Press Enter again to go to it.`);
    await expect.poll(isFocused(row)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(isFocused(page.getByRole('heading', { level: 1 }))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(isFocused(row)).toBe(true);
    await page.getByRole('definition').getByText('Can you look at it?').waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Use your own mail program' }).getAttribute('href'))
      .toBe(`mailto:ada@example.org?subject=${reference}`);
    await page.getByRole('button', { name: 'Forward' }).click();
    const forwarding = page.getByRole('dialog', { name: 'Forward' });
    await forwarding.getByRole('button', { name: 'Forward' }).click();
    await forwarding.getByText('Choose an office.').waitFor();
    const office = forwarding.getByLabel('Office');
    await expect.poll(() => office.locator('option').count()).toBeGreaterThan(1);
    const chosen = (await office.locator('option').nth(1).textContent()) ?? '';
    await office.selectOption({ label: chosen });
    await forwarding.getByRole('button', { name: 'Forward' }).click();
    await expect.poll(createAnnouncementReader(page)).toBe(`${reference} is forwarded to ${chosen}.`);

    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByRole('button', { name: 'Unassign' }).waitFor();
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('Called back: Thursday.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('listitem').filter({ hasText: 'Called back: Thursday.' }).waitFor();
    await expect.poll(() => note.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Answered' }).click();
    await expect.poll(createAnnouncementReader(page)).toBe(`${reference} · Answered · Assigned to owner`);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.goBack();
    await locateEnquiryRow(page, reference).getByText('Answered').waitFor();
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('gelco');
  });

  it('sends a reply with a template in three presses, once, and shows it with its delivery', async ({
    page,
    server,
    expect,
  }) => {
    const message = 'Could I see the boat on Saturday?';
    const reference = await sendEnquiry(server.url, { name: 'Ada Hart', message });
    await server.mailsDone();
    await openStudioPage(page, server.url, `/studio/enquiries/${reference}`);
    await page.getByRole('button', { name: 'Reply' }).click();
    const template = page.getByLabel('Template');
    await expect.poll(isFocused(template)).toBe(true);
    await template.selectOption('Thank you, more to follow');
    const text = page.getByRole('textbox', { name: 'Message' });
    await expect.poll(() => text.inputValue()).toContain('Dear Ada Hart,');
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe(`Your enquiry ${reference}`);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send reply' }).dblclick();
    await expect.poll(createAnnouncementReader(page)).toBe(`The reply to ${reference} is on its way.`);
    const thread = page.getByRole('region', { name: 'Replies' });
    await thread.getByText('Dear Ada Hart,').waitFor();
    await thread.getByText('Sent', { exact: true }).waitFor();
    await expect.poll(() => thread.getByRole('listitem').count()).toBe(1);
    await page.getByRole('button', { name: 'Answered', pressed: true }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
