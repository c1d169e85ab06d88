import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { browserFlags, findBrowser } from '../../support/browser.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { createBenchContent } from '../page/content.ts';
import { buildPage } from '../page/peers/build-peers.ts';
import { servePeer } from '../page/peers/serve-peer.ts';
import { type Bench, getMedian, type Row } from '../row.ts';
import { type KeyTimes, measureKeyTimes } from './key-times.ts';
import { createLabel, createLargeDocuments, editedType } from './large-draft.ts';

const password = 'measured and weighed';
const counts = { fields: 500, rules: 60 };
const offices = 3_000;
const keys = 20;
const rounds = 3;

/** A field in the middle of the form. */
const label = createLabel(250);

/**
 * The time of a keystroke in a label, in a form of 500 fields with 60 rules and 3,000 offices, until the
 * frame in which canvas and preview show it. Beside RJSF's playground, which is not published as a package:
 * the same libraries and fields, with a plain textarea instead of its editor. Ten keys a second; wall-clock
 * time, no slowdown. Then the time from opening "Publish" until it shows what the comparison of both versions
 * knows so far.
 */
export const bench: Bench = async () => {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserFlags] });
  const studio = await serveStudio();
  const playground = await servePlayground();
  try {
    const ours: KeyTimes[] = [];
    const theirs: KeyTimes[] = [];
    const comparisons: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await withPage(browser, (page) => typeInStudio(page, studio.url)));
      theirs.push(await withPage(browser, (page) => typeInPlayground(page, playground.url)));
      comparisons.push(await withPage(browser, (page) => comparesInStudio(page, studio.url, round)));
    }
    const peer = joinTimes(theirs, 'form');
    return [
      ...createRows('canvas', joinTimes(ours, 'canvas'), 50),
      ...createRows('preview', joinTimes(ours, 'preview'), 150, peer),
      {
        what: 'opening Publish until it shows what the comparison knows so far, slowest',
        ours: Math.max(...comparisons),
        unit: 'ms',
        limit: 2_000,
      },
    ];
  } finally {
    await browser.close();
    await studio.stop();
    await playground.stop();
  }
};

function joinTimes(rows: readonly KeyTimes[], place: string): readonly number[] {
  return rows.flatMap((times) => times[place] ?? []);
}

function createRows(
  place: string,
  times: readonly number[],
  limit: number,
  theirs?: readonly number[],
): readonly Row[] {
  const row = (what: string, of: (times: readonly number[]) => number): Row => ({
    what: `a key in a label until the ${place} shows it, ${what}`,
    ours: of(times),
    unit: 'ms',
    limit,
    ...(theirs && { theirs: of(theirs) }),
  });
  return [row('median', getMedian), row('19 of 20', getPercentile)];
}

/** Returns the 95th percentile. */
function getPercentile(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

function serveStudio() {
  return startServerProcess({
    documents: createLargeDocuments(counts),
    content: createBenchContent(offices),
    env: { SLIPWAY_STUDIO_PASSWORD: password },
  });
}

/** Opens the field in the middle of the form. Returns the input of its label. */
async function opensField(page: Page, url: string) {
  await page.goto(new URL(`/studio/forms/${editedType}`, url).href);
  await page.getByLabel('Name').fill('owner');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('listitem').filter({ hasText: label }).getByRole('button').first().click();
  return page.getByRole('region', { name: 'Properties' }).getByLabel('Label');
}

/**
 * Changes the label and opens the page that publishes. Returns the milliseconds until it shows differences,
 * whole or so far.
 */
async function comparesInStudio(page: Page, url: string, round: number): Promise<number> {
  const input = await opensField(page, url);
  await input.fill(`${label} ${'x'.repeat(round + 1)}`);
  await page.getByText('Saved', { exact: true }).waitFor();
  const duration = page.evaluate(measureFirstAnswer);
  await page.getByRole('banner').getByRole('button', { name: 'Publish' }).click();
  const shownAfterMs = await duration;
  // Restores the label for the next round.
  await page.goBack();
  await page.getByRole('region', { name: 'Properties' }).getByLabel('Label').fill(label);
  await page.getByText('Saved', { exact: true }).waitFor();
  return shownAfterMs;
}

/**
 * Runs in the page: resolves with the milliseconds from the next click to the frame that shows an answer of
 * the comparison, whole or so far.
 */
function measureFirstAnswer(): Promise<number> {
  return new Promise((resolve) => {
    const answer = /^(Still comparing|\w+ things? changes? for visitors|Nothing changes for visitors)/;
    const checkFrame = (clickedAt: number) => {
      const states = [...document.querySelectorAll('[role="status"]')];
      if (states.some(({ textContent }) => answer.test(textContent.trim())))
        resolve(performance.now() - clickedAt);
      else requestAnimationFrame(() => checkFrame(clickedAt));
    };
    addEventListener('click', ({ timeStamp }) => checkFrame(timeStamp), { capture: true, once: true });
  });
}

async function typeInStudio(page: Page, url: string): Promise<KeyTimes> {
  const input = await opensField(page, url);
  await page.frameLocator('iframe[title="Preview"]').getByText(label).first().waitFor();
  await input.focus();
  await page.keyboard.press('End');
  const times = await measureKeyTimes(page, { label, keys, places: { canvas: '', preview: 'Preview' } });
  await page.getByText('Saved', { exact: true }).waitFor();
  // Restores the label for the next round.
  await input.fill(label);
  await page.getByText('Saved', { exact: true }).waitFor();
  return times;
}

async function servePlayground() {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-playground-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { script, style, files } = await buildPage(
    fileURLToPath(new URL('playground/client.tsx', import.meta.url)),
    folder,
  );
  const properties = Object.fromEntries([
    ['office', { title: 'Office', enum: Array.from({ length: offices }, (_, at) => `Office ${at}`) }],
    ...Array.from({ length: counts.fields - 1 }, (_, at) => [
      `question_${at}`,
      { title: createLabel(at), type: 'string', maxLength: 200 },
    ]),
  ]);
  const schema = JSON.stringify({ type: 'object', properties }).replaceAll('"', '&quot;');
  return servePeer({
    path: '/',
    page: `<!doctype html><html lang="en"><head><title>Playground</title><link rel="stylesheet" href="${style}"><script type="module" src="${script}"></script></head><body><div id="playground" data-schema="${schema}"></div></body></html>`,
    pageHeaders: { 'Content-Type': 'text/html; charset=utf-8' },
    files,
    otherFile: async () => undefined,
  });
}

async function typeInPlayground(page: Page, url: string): Promise<KeyTimes> {
  await page.goto(url);
  await page.getByText(label, { exact: true }).first().waitFor();
  await page.getByLabel('JSON Schema').evaluate((area: HTMLTextAreaElement, title) => {
    const end = area.value.indexOf(`"${title}"`) + title.length + 1;
    area.focus();
    area.setSelectionRange(end, end);
  }, label);
  return measureKeyTimes(page, { label, keys, places: { form: '' } });
}

async function withPage<Found>(browser: Browser, task: (page: Page) => Promise<Found>): Promise<Found> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    return await task(await context.newPage());
  } finally {
    await context.close();
  }
}
