import { describe } from 'vitest';
import type { InboxViews } from '../../src/api/inbox.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { createTallyReader, isFocused, locateEnquiryRow, sendEnquiry } from '../support/inbox.ts';
import { createAnnouncementReader, openStudioPage, studioJourneys } from '../support/studio.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';

const it = studioJourneys();

describe('the inbox', () => {
  it('changes several enquiries at once, and says which not, and why', async ({ page, server, expect }) => {
    const references: string[] = [];
    for (const name of ['Ann', 'Ben', 'Cy', 'Dee'])
      references.push(await sendEnquiry(server.url, { name, message: 'About the yarrow.' }));
    const [first = '', second = '', , fourth = ''] = references;
    await openStudioPage(page, server.url, '/studio/enquiries?search=yarrow');
    await expect.poll(createTallyReader(page)).toBe('4 enquiries');
    const tick = (reference: string) => page.getByRole('checkbox', { name: `Select ${reference}` });
    await tick(fourth).click();
    await tick(second).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected enquiries' });
    await bar.getByText('3 selected').waitFor();
    await bar.getByRole('button', { name: 'Select all 4 of this list' }).click();
    await bar.getByText('4 selected').waitFor();
    await expect.poll(isFocused(bar.getByRole('button', { name: 'Assign to me' }))).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);

    // Somebody else is faster with one of them, and this window does not hear of it.
    await page.route('**/studio/api/enquiries?*', (route) => route.abort());
    const other = createStudioSession(server.url, { cookie: await signInTo(server.url) });
    await other.post(`enquiries/${first}/handling`, { seen: { state: 'new' }, state: 'answered' });
    await bar.getByRole('button', { name: 'Assign to me' }).click();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('3 enquiries are assigned to owner.').waitFor();
    await result.getByText('Someone else changed it in the meantime:').getByText(first).waitFor();
    await locateEnquiryRow(page, first).getByText('Answered').waitFor();
    await page.unroute('**/studio/api/enquiries?*');
    expect(await findAxeViolations(page)).toEqual([]);
    await result.getByRole('button', { name: 'Undo' }).click();
    await locateEnquiryRow(page, fourth).getByText('New', { exact: true }).waitFor();
    await expect.poll(isFocused(result)).toBe(true);
    await result.getByRole('button', { name: 'Close' }).click();
    await expect.poll(isFocused(bar.getByRole('button', { name: 'Assign to me' }))).toBe(true);

    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await tick(second).click();
    await bar.getByRole('button', { name: 'Spam' }).click();
    await expect.poll(createAnnouncementReader(page)).toMatch(/^\S+ · One enquiry is moved to Spam\.$/);
    await expect.poll(() => locateEnquiryRow(page, second).count()).toBe(0);
    await expect.poll(isFocused(result)).toBe(true);
    await result.getByRole('button', { name: 'Undo' }).click();
    await locateEnquiryRow(page, second).waitFor();
  });

  it('saves the filter as a view of one’s own, which is renamed, ordered and removed', async ({
    page,
    server,
    expect,
  }) => {
    await sendEnquiry(server.url, { name: 'Fay', message: 'About the tansy.' });
    await openStudioPage(page, server.url, '/studio/enquiries?search=tansy');
    const views = page.getByRole('navigation', { name: 'Views' });
    const save = page.getByRole('dialog', { name: 'Save as view' });
    for (const name of ['Tansy', 'tansy ']) {
      if (name === 'tansy ') {
        await expect.poll(isFocused(views.getByRole('link', { name: 'Tansy 1' }))).toBe(true);
        await page.getByRole('searchbox', { name: 'Search' }).fill('tans');
        await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('tans');
      }
      await views.getByRole('button', { name: 'Save as view' }).click();
      await save.getByLabel('Name').fill(name);
      await save.getByLabel('Show the number of enquiries').check();
      await save.getByRole('button', { name: 'Save' }).click();
    }
    await save.getByText('There already is a view called “tansy”.').waitFor();
    await save.getByLabel('Name').fill('Both');
    // Another window saves one meanwhile: both stay.
    const other = createStudioSession(server.url, { cookie: await signInTo(server.url) });
    const { revision, views: saved } = await other.get<InboxViews>('enquiries/views');
    const withOther = saved.map(({ count: _count, ...view }) => view);
    withOther.push({ id: crypto.randomUUID(), name: 'Other', query: 'search=fern', isCounted: false });
    expect((await other.ask('PUT', 'enquiries/views', { seen: revision, views: withOther })).ok).toBe(true);
    await save.getByRole('button', { name: 'Save' }).click();
    await views.getByRole('link', { name: 'Both 1' }).waitFor();
    await views.getByRole('button', { name: 'Edit views' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit views' });
    await edit.getByRole('button', { name: 'Move Both earlier' }).click();
    await edit.getByLabel('Name of Tansy').fill('Yellow');
    expect(await findAxeViolations(page)).toEqual([]);
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await views.getByRole('link').allTextContents()).slice(4))
      .toEqual(['Yellow1', 'Both1', 'Other']);
    await page.reload();
    await views.getByRole('link', { name: 'Yellow' }).click();
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('tansy');
    await expect.poll(() => views.locator('[aria-current]').textContent()).toBe('Yellow1');
    // Its filter is changed in place.
    await page.getByRole('searchbox', { name: 'Search' }).fill('about tansy');
    await views.getByRole('button', { name: 'Update “Yellow”' }).click();
    await expect.poll(createAnnouncementReader(page)).toBe('The view “Yellow” now has this filter.');
    await expect.poll(isFocused(views.getByRole('link', { name: 'Yellow 1' }))).toBe(true);
    await views.getByRole('button', { name: 'Edit views' }).click();
    await edit.getByRole('button', { name: 'Remove Yellow' }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => views.getByRole('link', { name: 'Yellow' }).count()).toBe(0);
  });

  it('shows an enquiry beside the list, or on a page of its own where the window is narrow', async ({
    page,
    server,
    expect,
  }) => {
    const references: string[] = [];
    for (const name of ['Gil', 'Hal'])
      references.push(await sendEnquiry(server.url, { name, message: 'About the woad.' }));
    const [gil = '', hal = ''] = references;
    await openStudioPage(page, server.url, '/studio/enquiries?search=woad');
    await page.getByRole('link', { name: hal }).click();
    await page.getByRole('heading', { name: `${hal} Hal`, level: 1 }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: `${gil} Gil`, level: 1 }).waitFor();
    const row = page.getByRole('link', { name: gil });
    await expect.poll(isFocused(row)).toBe(true);
    expect(await row.getAttribute('aria-current')).toBe('true');
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/studio/enquiries/${gil}`);
    await page.reload();
    await locateEnquiryRow(page, hal).waitFor();
    await page.getByRole('heading', { name: `${gil} Gil`, level: 1 }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 768, height: 900 });
    await expect.poll(() => locateEnquiryRow(page, hal).count()).toBe(0);
    await page.getByRole('heading', { name: `${gil} Gil`, level: 1 }).waitFor();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(isFocused(row)).toBe(true);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/studio/enquiries');
  });
});
