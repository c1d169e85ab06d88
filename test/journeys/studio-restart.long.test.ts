import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VersionPage, VersionSummary } from '../../src/studio/protocol-versions.ts';
import { corpus, corpusPath, corpusSite } from '../corpus/corpus.ts';
import { browserFlags, findTestBrowser } from '../support/browser.ts';
import { rawDemonstration } from '../support/content.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { isSaved, opensStudio, toldIn } from '../support/studio.ts';
import { studioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';
import { type Visitor, visitorOf } from '../support/visitor.ts';

/** One data folder, on which servers come and go. */
const data = mkdtempSync(join(tmpdir(), 'slipway-restart-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
const sites = rawDemonstration()['sites.json'].map((site, at) => ({
  ...site,
  timeZone: at === 2 ? 'America/New_York' : 'Europe/Paris',
}));
/** Of one small form, so that it is checked and compared in no time. */
const small = corpusSite(corpus().filter(({ key }) => key === 'all-of'));
const documents = { ...small.documents, 'scenarios.json': undefined };
const content = { ...small.content, 'sites.json': sites };
let server: ServerProcess;
let browser: Browser;
const start = async () => {
  server = await startServerProcess({ documents, content, env });
};
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findTestBrowser(), args: [...browserFlags] });
  await start();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  rmSync(data, { recursive: true });
});

/** What a clock in UTC shows, as a field takes it; the field has whole minutes. */
const clock = (at: number) => new Date(at).toISOString().slice(0, 16);
const minuteMs = 60_000;

/** Somebody schedules the draft for a minute that is as near as it can be reached; gives that minute. */
async function schedules(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByLabel('At a date and time').check();
  // The clock of the first site is offered, those of the others come next.
  const zone = page.getByLabel('Time zone');
  expect(await zone.inputValue()).toBe('Europe/Paris');
  const offered = zone.locator('optgroup').first().locator('option');
  expect(await offered.allTextContents()).toEqual([
    'Europe/Paris (Trevarrow, Trevarrow Solent, Lantern Quay)',
    'America/New York (Trevarrow International)',
  ]);
  await zone.selectOption('UTC');
  const press = page.getByRole('button', { name: 'Schedule' });
  await expect.poll(() => press.isEnabled()).toBe(true);
  const warned = page.getByLabel(/^Publish despite/);
  if ((await warned.count()) > 0) await warned.check();
  // Whoever fills it in is done well before it.
  const at = Math.ceil((Date.now() + 30_000) / minuteMs) * minuteMs;
  await page.getByLabel('Date and time', { exact: true }).fill(clock(at));
  await page.getByText('On the clock of Trevarrow International').waitFor();
  await press.click();
  await expect.poll(toldIn(page)).toContain('Scheduled: visitors see it from');
  return at;
}

/** Makes a version of the draft to come: what the button says. */
async function says(after: string): Promise<void> {
  await (await studioClient(server)).change((now) => {
    const before = Object(now['texts/en.json'])['send-message'] as string;
    return [{ file: 'texts/en.json', path: ['send-message'], before, after }];
  });
}

async function seen(label: string): Promise<boolean> {
  const response = await fetch(new URL(corpusPath('all-of'), server.url), {
    headers: { accept: 'text/html', 'accept-language': 'en' },
  });
  return (await response.text()).includes(label);
}

async function newest(): Promise<VersionSummary | undefined> {
  return (await (await studioClient(server)).get<VersionPage>('versions')).versions[0];
}

/** Opens the studio of the server that runs now. */
async function opens(visitor: Visitor, path: string): Promise<Page> {
  visitor.expectsTrouble();
  return opensStudio(visitor, server.url, path);
}

describe('a version that is scheduled in the studio', () => {
  it('goes live at the next start where the server was down when it was due', async () => {
    await says('While it was down');
    const visitor = await visitorOf(browser, server.url);
    const page = await opens(visitor, '/studio/texts');
    await isSaved(page);
    const at = await schedules(page);
    expect(await server.stop()).toBe(0);
    await visitor.leaves();
    expect(Date.now()).toBeLessThan(at);
    await wait(at - Date.now() + 11_000);
    await start();
    expect(await seen('While it was down')).toBe(true);
    const version = await newest();
    expect(version).toMatchObject({ state: 'live', goesLiveAt: at, timeZone: 'UTC' });
    expect(version?.liveAt).toBeGreaterThan(at);
    expect(server.logged()).toContain('no server ran at its time');
    const back = await visitorOf(browser, server.url);
    const history = await opens(back, '/studio/history');
    const first = history.getByRole('list', { name: 'History' }).getByRole('listitem').first();
    await first.getByText('Live', { exact: true }).waitFor();
    await back.leaves();
  });

  it('still waits where the server was killed and is up again before it is due, and goes live then', async () => {
    const number = ((await newest())?.number ?? 0) + 1;
    await says('Up in time');
    const visitor = await visitorOf(browser, server.url);
    const at = await schedules(await opens(visitor, '/studio/texts'));
    await server.kill();
    await visitor.leaves();
    await start();
    expect(Date.now()).toBeLessThan(at);
    expect(await newest()).toMatchObject({ number, state: 'scheduled', goesLiveAt: at });
    expect(await seen('Up in time')).toBe(false);
    const back = await visitorOf(browser, server.url);
    const page = await opens(back, '/studio/history');
    await page
      .getByRole('banner')
      .getByRole('link', { name: new RegExp(`^Scheduled: Version ${number}`) })
      .waitFor();
    await expect.poll(() => seen('Up in time'), { timeout: 3 * minuteMs }).toBe(true);
    expect((await newest())?.liveAt).toBeGreaterThanOrEqual(at);
    expect(server.logged()).not.toContain('no server ran at its time');
    // The page that is open hears of it.
    const first = page.getByRole('list', { name: 'History' }).getByRole('listitem').first();
    await first.getByText('Live', { exact: true }).waitFor();
    await back.leaves();
  });
});
