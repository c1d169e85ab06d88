import { readFile } from 'node:fs/promises';
import { describe } from 'vitest';
import type { FiguresView } from '../../src/api/figures.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { createAccount, openStudioAs, studioJourneys } from '../support/studio.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';
import type { Visitor } from '../support/visitor.ts';

const it = studioJourneys({ documents: {} });

/** Returns a counter of a visitor's reports. */
function reportsOf({ page }: Visitor): { readonly count: () => number } {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/figures')) count += 1;
  });
  return { count: () => count };
}

/** Types into a field until the counting script has loaded, which starts at the first focus. */
async function begins(
  visitor: Visitor,
  { count }: ReturnType<typeof reportsOf>,
  expect: Expect,
): Promise<void> {
  await expect
    .poll(async () => {
      await visitor.fills({ name: '' });
      await visitor.control('name').pressSequentially('Ann');
      return count();
    })
    .toBe(1);
}

type Expect = typeof import('vitest').expect;

async function figuresOf(url: string): Promise<FiguresView> {
  return createStudioSession(url, { cookie: await signInTo(url) }).get<FiguresView>('figures');
}

describe('figures', () => {
  it('tell who sends, who gives up, where, and what they were told before', async ({
    newVisitor,
    server,
    opens,
    expect,
  }) => {
    const leaving = await newVisitor();
    const left = reportsOf(leaving);
    await leaving.visits('/contact');
    await leaving.chooses('enquiry_type', 7);
    await begins(leaving, left, expect);
    await leaving.fills({ email: 'ann' });
    await leaving.sends();
    await expect.poll(leaving.invalidFields).toContain('email');
    const reported = (await leaving.invalidFields()).length;
    expect(reported).toBeGreaterThan(1);
    await expect.poll(left.count).toBe(2);
    await leaving.control('phone').click();
    await leaving.page.goto('about:blank');

    const sending = await newVisitor();
    const sent = reportsOf(sending);
    await sending.visits('/contact');
    await sending.chooses('enquiry_type', 3);
    await begins(sending, sent, expect);
    await sending.fills({ email: 'ann@example.com', message: 'Hello' });
    await sending.chooses('office_location', 1);
    await sending.sends();
    await sending.page.getByRole('heading', { name: /thank/i }).waitFor();
    await sending.page.goto('about:blank');
    expect(sent.count()).toBe(1);

    // This visitor opts out of counting.
    const untold = await newVisitor({ extraHTTPHeaders: { 'Sec-GPC': '1' } });
    const nothing = reportsOf(untold);
    await untold.visits('/contact');
    await untold.fills({ name: 'Ann' });
    await untold.sends();
    await expect.poll(untold.invalidFields).not.toEqual([]);
    await untold.page.goto('about:blank');
    expect(nothing.count()).toBe(0);

    await expect
      .poll(async () => (await figuresOf(server.url)).total)
      .toEqual({
        began: 2,
        sent: 1,
        abandoned: 1,
      });

    const page = await opens();
    await page.getByRole('link', { name: 'Figures' }).click();
    await page.getByRole('heading', { level: 1, name: 'Figures' }).waitFor();
    const total = (name: string) => page.locator('.st-total', { hasText: name }).locator('dd').textContent();
    await expect.poll(() => total('Completion rate')).toBe('50%');
    expect([await total('Started'), await total('Sent'), await total('Abandoned')]).toEqual(['2', '1', '1']);
    await page.getByRole('img', { name: /1 form was sent and 1 abandoned/ }).waitFor();
    await page.getByText('Show as a table').press('Enter');
    const today = page.locator('.st-figure-table tbody tr').first();
    expect(await today.locator('td').allTextContents()).toEqual(['2', '1', '1']);
    const byType = page.getByRole('region', { name: 'By type' });
    await byType
      .getByRole('row', { name: /^Service and repair/ })
      .getByText('0%')
      .waitFor();

    // With the texts of the live form and a link to the field, but without small numbers.
    const met = page.getByRole('region', { name: 'Messages that visitors see' });
    const row = met.getByRole('row', { name: /Enter an email address in the form/ });
    await row.getByText('fewer than 5').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const stops = page.getByRole('region', { name: 'Where people stop' });
    await stops.getByRole('link', { name: /^Phone number \(Service/ }).click();
    await page.waitForURL(/\/studio\/forms\/service\?field=phone/);
    await page.goBack();

    const type = page.getByLabel('Type', { exact: true });
    await type.focus();
    await type.selectOption({ label: 'Service and repair' });
    await expect.poll(() => total('Started')).toBe('1');
    expect(await type.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => new URL(page.url()).searchParams.get('type')).toBe('service');
    await page.reload();
    await expect.poll(() => total('Sent')).toBe('0');
    await page.setViewportSize({ width: 320, height: 700 });
    await met.waitFor();
    const isTooWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    await expect.poll(isTooWide).toBe(false);
    expect(await findAxeViolations(page)).toEqual([]);

    const exported = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as CSV' }).click();
    const lines = (await readFile(await (await exported).path(), 'utf8')).split('\r\n');
    expect(lines[0]).toBe('\ufeffday,site,type,step,count');
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d,101,service,began,1$/),
      expect.stringContaining('left,1'),
      '',
    ]);
  });

  it('are those of the types and sites that somebody is limited to', async ({
    newVisitor,
    server,
    expect,
  }) => {
    await createAccount(server.url, { name: 'Ben Sales', role: 'viewer', types: ['sales'], sites: ['101'] });
    const page = await openStudioAs(await newVisitor(), server.url, 'Ben Sales', '/studio/figures');
    await page.getByText('Nothing was counted in this period.').waitFor();
    await expect
      .poll(() => page.getByLabel('Type', { exact: true }).locator('option').allTextContents())
      .toEqual(['All types', 'Buying a yacht']);
    // Another person's filter in a shared link.
    await page.goto(new URL('/studio/figures?type=service&site=119', server.url).href);
    await page.getByText('Nothing was counted in this period.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
