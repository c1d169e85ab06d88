import { describe } from 'vitest';
import { createTallyReader, sendEnquiry } from '../support/inbox.ts';
import { openStudioPage, studioJourneys } from '../support/studio.ts';

const it = studioJourneys();

describe('the inbox', () => {
  it('is gone through by filters that stand in the address, and by keys', async ({
    page,
    server,
    expect,
  }) => {
    const references: string[] = [];
    for (const name of ['Ada Lark', 'Ben Lark', 'Cy Lark'])
      references.push(await sendEnquiry(server.url, { name, message: 'About the larkspur.' }));
    await openStudioPage(page, server.url, '/studio/enquiries?search=larkspur');
    await expect.poll(createTallyReader(page)).toBe('3 enquiries');
    await page.getByLabel('State').selectOption({ label: 'Answered' });
    await page.getByText('No enquiry matches.').waitFor();
    await page.getByRole('button', { name: 'Without “State”: 3' }).click();
    await expect.poll(createTallyReader(page)).toBe('3 enquiries');
    await page.goBack();
    await page.getByText('No enquiry matches.').waitFor();
    await expect.poll(() => page.getByLabel('State').inputValue()).toBe('answered');
    await page.goForward();
    await expect.poll(createTallyReader(page)).toBe('3 enquiries');

    // By keyboard only: into the list, down, into an enquiry, to the next, and back.
    const heading = (at: number, name: string) =>
      page.getByRole('heading', { name: `${references[at]} ${name}` }).waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await heading(1, 'Ben Lark');
    await page.getByRole('link', { name: 'Next' }).waitFor();
    await page.keyboard.press('j');
    await heading(0, 'Ada Lark');
    await page.getByRole('link', { name: 'Previous' }).waitFor();
    await page.keyboard.press('k');
    await heading(1, 'Ben Lark');
    await page.getByRole('textbox', { name: 'Note' }).pressSequentially('jk');
    await heading(1, 'Ben Lark');
    await page.getByRole('textbox', { name: 'Note' }).fill('');
  });
});
