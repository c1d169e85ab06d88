import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { isFocused, locateEnquiryRow, sendEnquiry } from '../support/inbox.ts';
import { createAccount, fillSignIn, openStudioPage, studioJourneys } from '../support/studio.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, goodPassword, signInTo } from '../support/studio-session.ts';

const it = studioJourneys();

describe('the inbox', () => {
  it('tells what arrives, and that somebody else was faster, and keeps what was typed', async ({
    page,
    server,
    expect,
  }) => {
    const first = await sendEnquiry(server.url, { name: 'Ida', message: 'About the samphire.' });
    await openStudioPage(page, server.url, '/studio/enquiries?search=samphire');
    await locateEnquiryRow(page, first).waitFor();
    const second = await sendEnquiry(server.url, { name: 'Jo', message: 'More about the samphire.' });
    const arrived = page.getByRole('button', { name: '1 new' });
    await arrived.waitFor();
    // The list does not change before the user asks for it.
    expect(await locateEnquiryRow(page, second).count()).toBe(0);
    await arrived.click();
    await locateEnquiryRow(page, second).waitFor();
    await expect.poll(isFocused(page.getByRole('link', { name: second }))).toBe(true);
    await expect.poll(() => arrived.count()).toBe(0);

    // A page without events of others.
    await page.route('**/studio/api/events*', (route) => route.abort());
    await openStudioPage(page, server.url, `/studio/enquiries/${first}`);
    await page.getByRole('textbox', { name: 'Note' }).fill('I will call her.');
    await createAccount(server.url, { name: 'Ann Berry', role: 'viewer', enquiries: 'handle' });
    const credentials = { name: 'Ann Berry', password: goodPassword };
    const ann = createStudioSession(server.url, { cookie: await signInTo(server.url, credentials) });
    await ann.post(`enquiries/${first}/handling`, { seen: { state: 'new' }, state: 'answered' });
    await page.getByRole('button', { name: 'Assign to me' }).click();
    const reported = page.getByRole('alert').filter({ hasText: 'Ann Berry changed this in the meantime.' });
    await reported.getByText('It is now: Answered · Not assigned').waitFor();
    await reported.getByText('Your change: In progress · Assign to me').waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue())
      .toBe('I will call her.');
    expect(await findAxeViolations(page)).toEqual([]);
    await reported.getByRole('button', { name: 'Keep it as it is' }).click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Answered', exact: true }).getAttribute('aria-pressed'))
      .toBe('true');
    // On paper: the answers and the state, and nothing to press or to fill in but the assignee.
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('definition').getByText('About the samphire.').isVisible()).toBe(true);
    const controls = page.locator('main :is(button, textarea, input, a.st-button):visible');
    expect(await controls.allInnerTexts()).toEqual(['Answered']);
    await page.emulateMedia({ media: null });
  });

  it('loses nothing that is typed while the server is away, through a reload, or after the session', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor();
    visitor.expectsTrouble();
    const { page } = visitor;
    const reference = await sendEnquiry(server.url, { name: 'Lou', message: 'About a lost note.' });
    await page.goto(new URL(`/studio/enquiries/${reference}`, server.url).href);
    await fillSignIn(page, 'owner', studioPassword);
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('Do not lose this.');
    await page.route('**/studio/api/enquiries/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('alert').filter({ hasText: 'Your text is still here.' }).waitFor();
    await page.unroute('**/studio/api/enquiries/**');
    await page.reload();
    await expect.poll(() => note.inputValue()).toBe('Do not lose this.');
    await page.context().clearCookies();
    // Another request of the page may have opened the dialog already.
    const refused = page.waitForResponse(/\/notes$/);
    await page.getByRole('button', { name: 'Add note' }).dispatchEvent('click');
    expect((await refused).status()).toBe(401);
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByLabel('Password').fill(studioPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => note.inputValue()).toBe('Do not lose this.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Do not lose this.' }).waitFor();
  });
});
