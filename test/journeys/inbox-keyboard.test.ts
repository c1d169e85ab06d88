import { describe } from 'vitest';
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

describe('the inbox, by keyboard alone', () => {
  it('assigns and answers five enquiries in nine presses, and takes the last step back', async ({
    page,
    server,
    expect,
  }) => {
    const references: string[] = [];
    for (const name of ['Ann', 'Ben', 'Cy', 'Dee', 'Eve'])
      references.push(await sendEnquiry(server.url, { name, message: 'About the sorrel.' }));
    await openStudioPage(page, server.url, '/studio/enquiries?search=sorrel');
    await expect.poll(createTallyReader(page)).toBe('5 enquiries');
    const read = createAnnouncementReader(page);
    for (const key of ['j', 'x', 'j', 'j', 'j', 'j', 'Shift+X', 'a']) await page.keyboard.press(key);
    await expect.poll(read).toBe('5 enquiries are assigned to owner.');
    await page.keyboard.press('e');
    await expect.poll(read).toBe('5 enquiries are set to “Answered”.');
    for (const reference of references)
      await locateEnquiryRow(page, reference).getByText('Answered').waitFor();
    await page.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'Undo' }).press('Enter');
    await expect.poll(read).toBe('5 enquiries are as before.');
    for (const reference of references)
      await locateEnquiryRow(page, reference).getByText('In progress').waitFor();
  });

  it('replies with a template in three actions, beside the list', async ({ page, server, expect }) => {
    const reference = await sendEnquiry(server.url, { name: 'Ada Hart', message: 'About the teasel.' });
    await server.mailsDone();
    await openStudioPage(page, server.url, `/studio/enquiries/${reference}?search=teasel`);
    await page.getByRole('button', { name: 'Reply' }).waitFor();
    await page.keyboard.press('r');
    const templates = page.getByLabel('Template');
    await expect.poll(isFocused(templates)).toBe(true);
    await page.keyboard.press('ArrowDown');
    const text = page.getByRole('textbox', { name: 'Message' });
    await expect.poll(() => text.inputValue()).toContain('Dear Ada Hart,');
    await page.keyboard.press('Control+Enter');
    await expect.poll(createAnnouncementReader(page)).toBe(`The reply to ${reference} is on its way.`);
    await locateEnquiryRow(page, reference).getByText('Answered').waitFor();
  });
});
