import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { wordsIn } from '../../src/studio/words.ts';
import { violations } from '../support/accessibility.ts';
import { send } from '../support/send.ts';
import type { RunningServer } from '../support/server.ts';
import {
  fieldIn,
  isSaved,
  opensStudio,
  propertiesIn,
  publishedNow,
  studioJourneys,
  toldIn,
} from '../support/studio.ts';
import type { Visitor } from '../support/visitor.ts';

const it = studioJourneys();

const excluded = 'On Lantern Quay Boat valuation is no longer offered.';

/** A rule that leaves valuation out on one more site, made as anybody would. */
async function excludesValuation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('form', { name: 'New rule' });
  await form.getByLabel('What it decides').selectOption({ label: 'Leave out enquiry types' });
  await form.getByLabel('Boat valuation').check();
  await form.getByLabel('What it is for').fill('The quay values no boats.');
  await form.getByRole('button', { name: 'Add rule' }).click();
  const own = page.getByRole('listitem').filter({ hasText: 'The quay values no boats.' });
  await own.getByRole('button', { name: 'Add condition' }).click();
  await own.getByLabel('Value', { exact: true }).selectOption({ label: 'Lantern Quay' });
  await isSaved(page);
}

const valuation = {
  ...{
    enquiry_type: '8',
    boat_make: 'Slipway',
    boat_model: 'Kestrel 38',
    year: '2015',
  },
  ...{
    boat_location: 'Lymington',
    tax_paid_status: 'tax-paid',
    engine_hours: '412.5',
    phone: '+44 1590 555 021',
  },
  ...{ name: 'Edith Farrow', accept_term: true },
};

const typesOffered = (visitor: Visitor) =>
  visitor.control('enquiry_type').locator('option').allTextContents();

describe('publishing', () => {
  it('tells what changes before it is live, is seen at once, leaves open forms valid, and is taken back', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const early = await newVisitor();
    await early.visits('/lantern-quay/contact');
    await early.fills({ enquiry_type: '8' });
    const page = await opensStudio(visitor, server.url, '/studio/rules');
    await excludesValuation(page);

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    expect(new URL(page.url()).pathname).toBe('/studio/publish');
    const changes = page.getByRole('list', { name: 'What changes for visitors' });
    const change = changes.getByRole('listitem').filter({ hasText: excluded });
    await change.getByText(/^In \d+ of \d+ situations/).waitFor();
    await changes.getByText('judged by the old version for 24 hours').waitFor();
    expect(await changes.getByRole('listitem').count()).toBe(2);
    expect(await violations(page)).toEqual([]);

    // Both versions beside each other, with what is different in words.
    await change.getByRole('link', { name: 'See both versions' }).click();
    const differences = page.getByRole('list', { name: 'What is different here' });
    await differences.getByText('Boat valuation is no longer offered.').waitFor();
    const [before, after] = ['Before: Live now', 'After: The draft'].map((title) =>
      page.frameLocator(`iframe[title="${title}"]`),
    );
    await before
      ?.locator('[name="enquiry_type"] option')
      .filter({ hasText: 'Boat valuation' })
      .waitFor({ state: 'attached' });
    await after?.getByText('Boat valuation is no longer offered.').waitFor();
    expect(await after?.locator('[name="enquiry_type"] option').allTextContents()).not.toContain(
      'Boat valuation',
    );
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back', exact: true }).click();

    await change.waitFor();
    await page.getByLabel('Why').fill('No surveyor at the quay until spring');
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect.poll(toldIn(page)).toBe(publishedNow);
    // The first page that anybody opens after the answer has it; by the server's own clock it was served at once.
    const late = await newVisitor();
    await late.visits('/lantern-quay/contact');
    expect(await typesOffered(late)).not.toContain('Boat valuation');
    const { liveAt } = (await listOf(page)).versions[0] ?? {};
    const servedAt = loggedAt(server, 'published', 2);
    expect(servedAt - (liveAt ?? 0)).toBeGreaterThanOrEqual(0);
    expect(servedAt - (liveAt ?? 0)).toBeLessThan(2_000);
    await page.getByRole('link', { name: 'See version 2' }).click();
    await page.getByRole('heading', { name: 'Version 2', level: 1 }).waitFor();
    await page.getByText('No surveyor at the quay until spring').waitFor();
    await changes.getByText(excluded).waitFor();
    expect(await violations(page)).toEqual([]);

    // Whoever had the page open before is judged by what they saw.
    await early.fills({ ...valuation, email: 'early@quay.example' });
    await early.sends();
    await early.sees('Thank you');
    const data = await late.page.locator('#slipway-data').textContent();
    const { ticket } = JSON.parse(data ?? '') as { readonly ticket: string };
    const sent = await send(
      server.url,
      {
        ...{ domain: 'www.trevarrow.example', submission_url: new URL('/contact', server.url).href },
        ...{ upload: [], enquiry_type: 3, office_location: '1', message: 'Hello' },
        ...{ name: 'Lee Marsh', email: 'late@quay.example' },
      },
      { headers: { 'slipway-ticket': ticket } },
    );
    expect(sent.isSuccess).toBe(true);
    const stored = await server.enquiries();
    const versionOf = (email: string) =>
      stored.find((enquiry) => JSON.stringify(enquiry).includes(email))?.version;
    expect([versionOf('early@quay.example'), versionOf('late@quay.example')]).toEqual([1, 2]);
    const { versions } = await listOf(page);
    expect(versions.map(({ number, state, note }) => [number, state, note])).toEqual([
      [2, 'live', 'No surveyor at the quay until spring'],
      [1, 'replaced', ''],
    ]);

    await page.getByRole('link', { name: 'History' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Version 1', exact: true }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await changes.getByText('On Lantern Quay Boat valuation is now offered.').waitFor();
    await page.getByLabel('Why').fill('The surveyor is back');
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect.poll(toldIn(page)).toBe(publishedNow);
    const later = await newVisitor();
    await later.visits('/lantern-quay/contact');
    expect(await typesOffered(later)).toContain('Boat valuation');
    expect((await listOf(page)).versions[0]).toMatchObject({ number: 3, state: 'live', restores: 1 });
  });

  it('of two at once: one does, the other is shown what came between and goes on', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const other = await newVisitor();
    other.expectsTrouble();
    const mine = await opensStudio(visitor, server.url, '/studio/forms/careers');
    const theirs = await opensStudio(other, server.url, '/studio/forms/sales');
    const opensPublish = async (page: Page) => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect.poll(() => page.getByRole('button', { name: 'Publish now' }).isEnabled()).toBe(true);
    };
    await relabels(theirs, 'Phone number', 'Your telephone');
    await opensPublish(theirs);
    // What is changed after that is none of what they publish.
    await relabels(mine, 'Message', 'Your letter');
    await theirs.getByText('One more change came since').waitFor();
    await opensPublish(mine);
    // Theirs arrives while mine is on its way.
    let arrives = () => {};
    const isThere = new Promise<void>((resolve) => {
      arrives = resolve;
    });
    await mine.route('**/studio/api/publish', async (route) => {
      await isThere;
      await route.continue();
    });
    await mine.getByLabel('Why').fill('A letter, not a message');
    await mine.getByRole('button', { name: 'Publish now' }).click();
    await theirs.getByLabel('Why').fill('Friendlier');
    await theirs.getByRole('button', { name: 'Publish now' }).click();
    await expect.poll(toldIn(theirs)).toBe(publishedNow);
    arrives();
    const between = mine.getByRole('alert', { name: 'Somebody else published meanwhile' });
    await between.getByText('Friendlier').waitFor();
    expect(await violations(mine)).toEqual([]);
    await between.getByRole('button', { name: 'Go on' }).click();
    const changes = mine.getByRole('list', { name: 'What changes for visitors' });
    await changes.getByText('Your letter').waitFor();
    expect(await changes.getByText('Your telephone').count()).toBe(0);
    expect(await mine.getByLabel('Why').inputValue()).toBe('A letter, not a message');
    await mine.getByRole('button', { name: 'Publish now' }).click();
    await expect.poll(toldIn(mine)).toBe(publishedNow);
    const { versions } = await listOf(mine);
    expect(versions.slice(0, 2).map(({ note }) => note)).toEqual(['A letter, not a message', 'Friendlier']);
    const outside = await newVisitor();
    await outside.visits('/contact');
    await outside.sees('Your telephone');
    await outside.fills({ enquiry_type: '5' });
    await outside.sees('Your letter');
  });

  it('at a date and time waits, is shown in the bar, and can be cancelled', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/forms/general');
    await relabels(page, 'Name', 'Your full name');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByLabel('At a date and time').check();
    const schedule = page.getByRole('button', { name: 'Schedule' });
    await expect.poll(() => schedule.isEnabled()).toBe(true);
    await schedule.click();
    await page.getByText('Enter a date and a time.').waitFor();
    await page.getByLabel('Date and time', { exact: true }).fill('2020-01-05T09:00');
    await page.getByLabel('Time zone').selectOption('Europe/Paris');
    await schedule.click();
    await page.getByText('This time is over.').waitFor();
    expect(await violations(page)).toEqual([]);
    const at = page.getByLabel('Date and time', { exact: true });
    // A time that the clocks jump over, and one that they show twice, are told as they are entered.
    await at.fill('2031-03-30T02:30');
    await page.getByText('The clocks jump over this time. Choose an earlier or a later one.').waitFor();
    await schedule.click();
    expect(await at.evaluate((field) => field === document.activeElement)).toBe(true);
    await at.fill('2031-10-26T02:30');
    await page.getByText('The clocks show this time twice. Choose which is meant:').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Oct 26, 2031, 2:30 AM GMT+1' }).click();
    await page.getByText('Visitors see it from Oct 26, 2031, 2:30 AM GMT+1 on.').waitFor();
    await at.fill('2031-01-05T09:00');
    await page.getByText('On the clock of Trevarrow').waitFor();
    await schedule.click();
    await expect
      .poll(toldIn(page))
      .toContain('Scheduled: visitors see it from Jan 5, 2031, 9:00 AM GMT+1 on.');
    const bar = page.getByRole('banner').getByRole('link', { name: /^Scheduled: Version \d+/ });
    await bar.waitFor();
    const waiting = page.getByRole('region', { name: 'Scheduled' });
    await waiting.getByText('goes live on Jan 5, 2031').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    // It takes the place of what is published before it: that is asked first.
    await page.getByLabel(/^Publish despite/).waitFor();
    await waiting.getByRole('button', { name: /^Cancel version/ }).click();
    await expect.poll(toldIn(page)).toContain('is cancelled. It stays in the history.');
    await expect.poll(() => bar.count()).toBe(0);
    await page.getByRole('link', { name: 'History' }).click();
    await page
      .getByRole('list', { name: 'History' })
      .getByRole('listitem')
      .first()
      .getByText('Cancelled')
      .waitFor();
  });

  it('and what was published hold where there is little room, also from right to left', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor({ locale: 'ar' });
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/history/2', wordsIn('ar'));
    for (const path of [
      '/studio/history',
      '/studio/history/2',
      '/studio/publish?restore=1',
      '/studio/compare?from=1&to=live',
    ]) {
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto(new URL(path, server.url).href);
      await page.locator('.st-version, .st-consequence, .st-side iframe').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
      expect(await violations(page), path).toEqual([]);
    }
  });
});

async function relabels(page: Page, label: string, to: string): Promise<void> {
  await fieldIn(page, label).getByRole('button').first().click();
  await propertiesIn(page).getByLabel('Label').fill(to);
  await isSaved(page);
}

interface Listed {
  readonly versions: readonly {
    readonly number: number;
    readonly state: string;
    readonly note: string;
    readonly hash: string;
    readonly liveAt?: number;
    readonly restores?: number;
  }[];
}

/** When a server noted something of a version, by its own clock. */
function loggedAt(server: RunningServer, event: string, version: number): number {
  const lines = server
    .logged()
    .split('\n')
    .filter((line) => line.includes(`"event":"${event}"`));
  const noted = lines.map((line) => JSON.parse(line) as { readonly time: string; readonly version?: number });
  return Date.parse(noted.find((line) => line.version === version)?.time ?? '');
}

async function listOf(page: Page): Promise<Listed> {
  return JSON.parse(await page.evaluate(async () => (await fetch('/studio/api/versions')).text()));
}
