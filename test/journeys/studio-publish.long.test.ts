import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import type { VersionView } from '../../src/api/versions.ts';
import { createFormatMessage } from '../../src/studio/ui/messages.ts';
import { createBlockDocuments } from '../blocks/block-documents.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { createKeyboard } from '../support/keyboard.ts';
import {
  awaitSaved,
  createAnnouncementReader,
  lastPublishedAnnouncement,
  locateField,
  locateProperties,
  openOwnerStudio,
  publishedAnnouncement,
  studioJourneys,
} from '../support/studio.ts';
import { changePhoneLabel, openStudioClient, type StudioClient } from '../support/studio-client.ts';

const it = studioJourneys({ documents: {} });

describe('publishing', () => {
  it('of two at once: one does, the other is shown what came between and goes on', async ({
    newVisitor,
    opens,
    expect,
  }) => {
    const mine = await opens('/studio/forms/careers');
    const theirs = await opens('/studio/forms/sales');
    const opensPublish = async (page: Page) => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect.poll(() => page.getByRole('button', { name: 'Publish now' }).isEnabled()).toBe(true);
    };
    await relabels(theirs, 'Phone number', 'Your telephone');
    await opensPublish(theirs);
    // Later changes are not part of their publication.
    await relabels(mine, 'Message', 'Your letter');
    await theirs.getByText('One more change was made since').waitFor();
    await opensPublish(mine);
    // Their change arrives while mine is pending.
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
    await expect.poll(createAnnouncementReader(theirs)).toBe(publishedAnnouncement);
    arrives();
    const between = mine.getByRole('alert', { name: 'Someone else published in the meantime' });
    await between.getByText('Friendlier').waitFor();
    expect(await findAxeViolations(mine)).toEqual([]);
    await between.getByRole('button', { name: 'Continue' }).click();
    const changes = mine.getByRole('list', { name: 'What changes for visitors' });
    await changes.getByText('Your letter').waitFor();
    expect(await changes.getByText('Your telephone').count()).toBe(0);
    expect(await mine.getByLabel('Why').inputValue()).toBe('A letter, not a message');
    await mine.getByRole('button', { name: 'Publish now' }).click();
    await expect.poll(createAnnouncementReader(mine)).toBe(publishedAnnouncement);
    const { versions } = await listOf(mine);
    expect(versions.slice(0, 2).map(({ note }) => note)).toEqual(['A letter, not a message', 'Friendlier']);
    const outside = await newVisitor();
    await outside.visits('/contact');
    await outside.sees('Your telephone');
    await outside.fills({ enquiry_type: '5' });
    await outside.sees('Your letter');
  });

  it('at a date and time waits, is shown in the bar, and can be cancelled', async ({ opens, expect }) => {
    const page = await opens('/studio/forms/general');
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
    await page.getByText('This time is in the past.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const at = page.getByLabel('Date and time', { exact: true });
    // Times that a clock change skips or repeats are reported when they are entered.
    await at.fill('2031-03-30T02:30');
    await page
      .getByText('This time does not exist because the clocks change. Choose an earlier or a later one.')
      .waitFor();
    await schedule.click();
    await expect.poll(() => at.evaluate((field) => field === document.activeElement)).toBe(true);
    await at.fill('2031-10-26T02:30');
    await page
      .getByText('This time occurs twice because the clocks change. Choose the one you mean:')
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: '26 Oct 2031, 02:30 CET' }).click();
    await page.getByText('Visitors see it from 26 Oct 2031, 02:30 CET on.').waitFor();
    await at.fill('2031-01-05T09:00');
    await page.getByText('Local time for Trevarrow').waitFor();
    await schedule.click();
    await expect
      .poll(createAnnouncementReader(page))
      .toContain('Scheduled: visitors see it from 5 Jan 2031, 09:00 CET on.');
    const bar = page.getByRole('banner').getByRole('link', { name: /^Scheduled: Version \d+/ });
    await bar.waitFor();
    const waiting = page.getByRole('region', { name: 'Scheduled' });
    await waiting.getByText('goes live on 5 Jan 2031').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.reload();
    // It would replace a version published before it, which requires confirmation.
    await page.getByLabel(/^Publish despite/).waitFor();
    await waiting.getByRole('button', { name: /^Cancel version/ }).click();
    await expect.poll(createAnnouncementReader(page)).toContain('is cancelled. It stays in the history.');
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
    const client = await openStudioClient(server);
    await client.change(changePhoneLabel('Mobile'));
    await client.publish();
    const visitor = await newVisitor({ locale: 'ar' });
    visitor.expectsTrouble();
    const page = await openOwnerStudio(visitor, server.url, '/studio/history/2', createFormatMessage('ar'));
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
      expect(await findAxeViolations(page), path).toEqual([]);
    }
  });
});

async function relabels(page: Page, label: string, to: string): Promise<void> {
  await locateField(page, label).getByRole('button').first().click();
  await locateProperties(page).getByLabel('Label').fill(to);
  await awaitSaved(page);
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

async function listOf(page: Page): Promise<Listed> {
  return JSON.parse(await page.evaluate(async () => (await fetch('/studio/api/versions')).text()));
}

const itOnBlocks = studioJourneys({ documents: createBlockDocuments() });

const message = {
  submit: 'Ask for a valuation',
  'blocks.your-boat.text': 'The boat that is valued',
  'blocks.hull-number.summary': 'Where does the hull number stand?',
  'thank-you.heading': 'Thank you: we have it.',
};

describe('two versions beside each other', () => {
  itOnBlocks(
    'mark texts among the fields and the button, and tell of the thanks; an answer that is lost is made up for',
    async ({ server, opens, expect }) => {
      const client = await openStudioClient(server);
      await client.change((documents) =>
        Object.entries(message).map(([key, after]) => {
          const before = Object(documents['texts/en.json'])[key] as string;
          return { file: 'texts/en.json', path: [key], before, after };
        }),
      );
      const page = await opens('/studio/compare?from=live&to=draft&opens=valuation');
      const list = page.getByRole('list', { name: 'What is different here' });
      for (const text of Object.values(message)) await list.getByText(text).first().waitFor();
      const after = page.frameLocator('iframe[title="After: The draft"]');
      for (const [part, text] of [
        ['[data-block="your-boat"]', message['blocks.your-boat.text']],
        ['[data-block="hull-number"] > summary', message['blocks.hull-number.summary']],
        ['.sw-actions', message.submit],
      ] as const)
        await after.locator(part).locator('.st-mark', { hasText: 'Changed' }).getByText(text).waitFor();

      // The click arrives, and its response is lost.
      await page.goto(new URL('/studio/publish', server.url).href);
      const now = page.getByRole('button', { name: 'Publish now' });
      await expect.poll(() => now.isEnabled()).toBe(true);
      await page.route('**/studio/api/publish', async (route) => {
        await route.fetch();
        await route.abort();
      });
      const warned = page.getByLabel(/^Publish despite/);
      if ((await warned.count()) > 0) await warned.check();
      await now.click();
      await expect.poll(createAnnouncementReader(page)).toBe(publishedAnnouncement);
      await page.getByText(publishedAnnouncement).first().waitFor();
      const { versions } = await client.get<{ readonly versions: readonly unknown[] }>('versions');
      expect(versions).toHaveLength(2);
    },
  );
});

/** On its own server, because the other journeys change the draft. */
const itAlone = studioJourneys({ documents: {} });

describe('a page of the studio that is open', () => {
  itAlone(
    'shows both where a version that became live met the draft, until somebody chooses',
    async ({ server, opens, expect }) => {
      const client = await openStudioClient(server);
      await client.change(changePhoneLabel('Telephone'));
      expect((await client.publish()).kind).toBe('published');
      await client.change(changePhoneLabel('Mobile'));
      const mine = await opens('/studio/forms/service');
      const theirs = await opens('/studio/forms/service');
      await locateField(mine, 'Mobile').waitFor();

      await client.post('restore', { number: 1, note: 'back', isWarned: true });
      const notice = mine.getByRole('region', { name: 'Two versions' });
      await notice.getByText('Mobile').waitFor();
      await notice.getByText('Phone number').waitFor();
      await locateField(mine, 'Phone number').waitFor();
      expect(await findAxeViolations(mine)).toEqual([]);
      await mine.reload();
      await notice.getByRole('button', { name: 'Keep mine' }).click();
      await locateField(mine, 'Mobile').waitFor();
      await awaitSaved(mine);
      await locateField(theirs, 'Mobile').waitFor();
      for (const page of [mine, theirs])
        await expect.poll(() => page.getByRole('region', { name: 'Two versions' }).count()).toBe(0);
      expect((await client.draft()).changes).toHaveLength(1);
    },
  );
});

/** On its own server, because it counts versions. */
const itCounts = studioJourneys({ documents: {} });

describe('a limit that was raised by mistake', () => {
  itCounts(
    'is published with what it changes in the expectations, and reverted, by few presses of keys',
    async ({ server, opens, expect }) => {
      const client = await openStudioClient(server);
      const page = await opens('/studio/rules');
      const keyboard = createKeyboard(page);
      const { presses, types, actions } = keyboard;
      const rule = page.getByRole('listitem').filter({ hasText: 'A service enquiry carries one photo.' });
      await presses(rule.getByRole('button', { name: /^Edit: / }));
      await types(rule.getByLabel('Maximum number of files'), '3');
      await awaitSaved(page);
      await presses(page.getByRole('button', { name: 'Publish', exact: true }));
      const panel = page.getByRole('region', { name: /expectations change$/ });
      await panel.getByText(/^You expected 1 photo for .*Service.*; now it is 3\.$/).waitFor();
      await expect.poll(() => page.getByRole('heading', { name: /prevents? publishing/ }).count()).toBe(0);
      expect(await findAxeViolations(page)).toEqual([]);
      await presses(panel.getByRole('button', { name: 'These are meant' }));
      const renewed = page.getByRole('region', { name: /expectations are updated/ });
      await renewed.getByLabel('Name of the expectation').first().waitFor();
      const now = page.getByRole('button', { name: 'Publish now' });
      await expect.poll(() => now.isEnabled()).toBe(true);
      await expect.poll(() => page.getByText('Include them too').count()).toBe(0);
      await presses(now);
      await expect.poll(createAnnouncementReader(page)).toMatch(lastPublishedAnnouncement);
      expect(await countOfPhotos(client)).toBe(3);

      await presses(page.getByRole('link', { name: 'History' }));
      await presses(page.getByRole('button', { name: 'Make live again Version 1' }));
      await page.getByRole('heading', { name: /^Version 1 is live again, as version 3/ }).waitFor();
      expect(await countOfPhotos(client)).toBe(1);
      expect(actions()).toBeLessThanOrEqual(9);
      const { versions } = await client.get<Listed>('versions');
      expect(versions).toMatchObject([{ number: 3, restores: 1 }, { number: 2 }, { number: 1 }]);
    },
  );
});

async function countOfPhotos(client: StudioClient): Promise<unknown> {
  const { documents } = await client.get<VersionView>('versions/live');
  const rules = Object(documents['rules.json']).rules as readonly {
    readonly id: string;
    readonly then: object;
  }[];
  return Object(rules.find(({ id }) => id === 'one-photo')?.then).limit.upload.count;
}
