import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { createFormatMessage } from '../../src/studio/ui/messages.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import {
  createAccount,
  createAnnouncementReader,
  openOwnerStudio,
  openStudioAs,
  studioJourneys,
} from '../support/studio.ts';
import { changePhoneLabel, openStudioClient, type StudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createVisitor } from '../support/visitor.ts';

/** Production is the file's server; staging is another one, with its own key. */
const it = studioJourneys({ documents: {} });
let staging: RunningServer;
let drafts: StudioClient;
beforeAll(async () => {
  const env = { SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
  staging = await startServer({ documents: {}, env });
  drafts = await openStudioClient(staging);
});
afterAll(() => staging.stop());

/** Publishes the next version on staging, with another label of a phone number. */
async function staged(label: string): Promise<number> {
  await drafts.change(changePhoneLabel(label));
  const answer = await drafts.publish({ note: `Staged: ${label}` });
  if (answer.kind !== 'published') throw new Error(JSON.stringify(answer));
  return answer.version.number;
}

interface Exported {
  readonly name: string;
  readonly text: string;
}

/** A version of staging as a program downloads it. */
async function archived(number: number): Promise<Exported> {
  const text = await (await drafts.ask('GET', `versions/${number}/archive`)).text();
  return { name: `version-${number}.slipway`, text };
}

async function offers(page: Page, { name, text }: Exported): Promise<void> {
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
}

describe('a version of another installation', () => {
  it('is asked about where a later one was imported before', async ({ server, opens, expect }) => {
    const production = await openStudioClient(server);
    const first = await archived(await staged('First of two'));
    const later = await staged('Second of two');
    const { installation } = await drafts.get<{ readonly installation: string }>('files?of=live');
    const { text } = await archived(later);
    await production.post('import', { archive: text, trust: installation, prefer: 'ours' });
    const page = await opens('/studio/history/import');
    await offers(page, first);
    await page.getByText(`Version ${later} of that installation was imported before.`).first().waitFor();
    await page.getByRole('button', { name: 'Import into the draft' }).click();
    const meant = page.getByLabel('Import the older version anyway');
    await expect.poll(() => meant.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Import into the draft' }).click();
    await expect.poll(createAnnouncementReader(page)).toContain('is in the draft now');
  });

  it('is refused with what to do, and the draft stays as it is', async ({ server, opens, expect }) => {
    const { text } = await archived(await staged('Refused'));
    const production = await openStudioClient(server);
    const before = (await production.draft()).documents;
    const page = await opens('/studio/history/import');
    const alert = page.getByRole('main').getByRole('alert');
    for (const [name, offered, says] of [
      ['holiday.jpg', 'no archive', '“holiday.jpg” is not an exported version.'],
      ['version-2.slipway', text.replace('Refused', 'Refusal'), 'was changed after it was signed'],
      ['cut.slipway', text.slice(0, -40), 'was changed after it was signed'],
      [
        'new.slipway',
        text.replace('{"slipwayArchive":1', '{"slipwayArchive":2'),
        'a different release of Slipway',
      ],
      ['large.slipway', 'x'.repeat(5_000_000), '4.8 MB, and the limit is 4 MB'],
    ] as const) {
      await offers(page, { name, text: offered });
      await alert.getByText(says).waitFor();
      expect(await page.getByRole('button', { name: 'Import into the draft' }).count()).toBe(0);
    }
    expect(await findAxeViolations(page)).toEqual([]);
    await page.route('**/studio/api/import/trial', (route) => route.abort());
    await offers(page, { name: 'version-2.slipway', text });
    await alert.getByText('The server does not answer').waitFor();
    await page.unroute('**/studio/api/import/trial');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => alert.count()).toBe(0);
    expect((await production.draft()).documents).toEqual(before);
  });

  it('is trusted by owners, exported by publishers, and nothing of it is offered to viewers', async ({
    newVisitor,
    browser,
    server,
    expect,
  }) => {
    const stranger = await startServer({
      documents: {},
      env: { SLIPWAY_STUDIO_PASSWORD: studioPassword },
    });
    const text = await (await (await openStudioClient(stranger)).ask('GET', 'versions/1/archive')).text();
    await stranger.stop();
    await createAccount(server.url, { name: 'Edda', role: 'editor' });
    await createAccount(server.url, { name: 'Vera', role: 'viewer' });
    const editor = await newVisitor();
    editor.expectsTrouble();
    const edda = await openStudioAs(editor, server.url, 'Edda', '/studio/history/import');
    await offers(edda, { name: 'version-1.slipway', text });
    const untrusted = edda.getByRole('alert', { name: 'This installation is not trusted here' });
    await untrusted.getByText('Only an owner can trust it.').waitFor();
    expect(await untrusted.getByRole('button').count()).toBe(0);
    await edda.goto(new URL('/studio/history/1', server.url).href);
    await edda.getByRole('heading', { name: 'Version 1', level: 1 }).waitFor();
    expect(await edda.getByRole('button', { name: 'Export' }).count()).toBe(0);
    const viewer = await newVisitor();
    viewer.expectsTrouble();
    const vera = await openStudioAs(viewer, server.url, 'Vera', '/studio/history');
    await vera.getByRole('link', { name: 'Version 1', exact: true }).waitFor();
    expect(await vera.getByRole('button', { name: 'Import' }).count()).toBe(0);
    await vera.goto(new URL('/studio/history/import', server.url).href);
    await vera.getByText('You need the role Editor to import.').waitFor();

    // From right to left, in a narrow window.
    const arabic = await createVisitor(browser, server.url, { locale: 'ar' });
    arabic.expectsTrouble();
    const page = await openOwnerStudio(
      arabic,
      server.url,
      '/studio/history/import',
      createFormatMessage('ar'),
    );
    await page.setViewportSize({ width: 320, height: 800 });
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'a.slipway', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByText(/^SHA256:/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await findAxeViolations(page)).toEqual([]);
    await arabic.leaves();
  });
});
