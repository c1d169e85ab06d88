import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { browserFlags, findTestBrowser } from '../support/browser.ts';
import { type RunningGallery, startGallery } from '../support/gallery.ts';
import { startServerProcess } from '../support/server-process.ts';

let gallery: RunningGallery;
let browser: Awaited<ReturnType<typeof chromium.launch>>;
beforeAll(async () => {
  [gallery, browser] = await Promise.all([
    startGallery(),
    chromium.launch({ executablePath: findTestBrowser(), args: [...browserFlags] }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await gallery.stop();
});

/** Opens the gallery, and waits until it is ready. */
async function opened(query: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${gallery.url}/gallery?${query}`);
  await page.locator('.gl-tree li').first().waitFor();
  await page.getByRole('textbox', { name: 'UI schema' }).waitFor();
  return page;
}

const tree = (page: Page) => page.locator('.gl-tree').textContent();

/** Replaces a document, as pasting does. */
async function writes(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name, exact: true }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

const noDocument = '{ "boat_name": { "ui:widget": ';
const mistaken = '{ "boat_name": { "ui:widget": "textaria" } }';
const right = '{ "boat_name": { "ui:widget": "textarea" } }';

describe('the gallery', () => {
  it('shows the states of a widget, its accessibility tree and what axe finds', async () => {
    const page = await opened('widget=text&state=problem');
    await expect.poll(() => tree(page)).toContain('textbox "Name of the boat" [required, invalid]');
    await page.getByText('axe finds nothing.').waitFor();
    await page.frameLocator('iframe').getByRole('button', { name: 'filled' }).click();
    await expect.poll(() => tree(page)).toContain('= "Kestrel of Falmouth"');
    await expect.poll(() => page.url()).toContain('state=filled');
  });

  it('draws a widget by what is written, and tells in words what makes no form', async () => {
    const page = await opened('widget=text');
    await writes(page, 'UI schema', mistaken);
    const reported = page.getByRole('region', { name: 'UI schema' }).getByRole('status');
    await expect.poll(() => reported.textContent()).toMatch(/textaria.*the nearest is "textarea"/s);
    await writes(page, 'UI schema', noDocument);
    await expect.poll(() => reported.textContent()).toMatch(/^Line 1, column \d+:/);
    await writes(page, 'UI schema', right);
    const first = page.frameLocator('iframe').locator('[data-state=untouched] textarea');
    await first.waitFor();
    await page.getByRole('button', { name: 'As the example has them' }).click();
    await first.waitFor({ state: 'detached' });
  });

  it('has a frame for each width, theme and language that is asked for', async () => {
    const page = await opened('widget=checkbox&width=all&theme=lantern&locale=ar');
    const frames = page.locator('iframe');
    await expect
      .poll(() => frames.evaluateAll((all) => all.map((frame) => frame.clientWidth)))
      .toEqual([375, 768, 1280]);
    const html = page.frameLocator('iframe').first().locator('html');
    await expect
      .poll(async () => [await html.getAttribute('dir'), await html.getAttribute('data-theme')])
      .toEqual(['rtl', 'lantern']);
  });

  it.each([375, 1280])('is accessible itself, at %i px, in light and in dark', async (width) => {
    const page = await opened('widget=radio&state=problem', width);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.getByText('axe finds nothing.').waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });

  it('is gone through by keyboard', async () => {
    const page = await opened('widget=text');
    await page.getByRole('link', { name: 'textarea' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => tree(page)).toContain('textbox "Message"');
    await expect
      .poll(() => page.getByRole('link', { name: 'textarea' }).getAttribute('aria-current'))
      .toBe('page');
    await page.goBack();
    await expect.poll(() => tree(page)).toContain('textbox "Name of the boat"');
  });
});

describe('/gallery', () => {
  const statusOf = async (args: readonly string[], path: string) => {
    const server = await startServerProcess({ args });
    const { status } = await fetch(new URL(path, server.url));
    await server.stop();
    return status;
  };

  it('is there while developing', async () => {
    expect(await statusOf(['--dev'], '/gallery')).toBe(200);
  });

  it('is not in production', async () => {
    expect(await statusOf([], '/gallery')).toBe(404);
    expect(await statusOf([], '/src/gallery/client.tsx')).toBe(404);
  });
});
