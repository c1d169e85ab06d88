/**
 * Takes the pictures of the README: `node test/support/screenshots.ts`, after `npm run build`. They show the demonstration's contact
 * page, partly filled, as wide as a desk's screen and as a phone's.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { browserFlags, findBrowser } from './browser.ts';
import { startServer } from './server.ts';

interface Picture {
  readonly file: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

const pictures: readonly Picture[] = [
  { file: 'contact.png', path: '/contact', width: 1280, height: 1720 },
  { file: 'phone.png', path: '/contact', width: 375, height: 1000 },
];

if (import.meta.main) {
  mkdirSync(folder, { recursive: true });
  const server = await startServer();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserFlags] });
  for (const picture of pictures) await take(browser, server.url, picture);
  await browser.close();
  await server.stop();
}

async function take(browser: Browser, origin: string, { file, path, width, height }: Picture): Promise<void> {
  const page = await browser.newPage({
    viewport: { width, height },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  // Fonts are shown from the second visit on: see `font-display` in src/site/styles/fonts.css.
  for (let visit = 1; visit <= 2; visit += 1) await page.goto(origin + path, { waitUntil: 'networkidle' });
  const section = page.getByTestId('contact-form');
  await section.locator('[name="office_location"]').selectOption('1');
  await section.locator('[name="name"]').fill('Ada Marsh');
  await section.locator('[name="email"]').fill('ada@example.com');
  await section.locator('[name="email"]').blur();
  await page.screenshot({ path: folder + file });
  console.log(`docs/images/${file}`);
}
