import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { createHostPage, openHostPage } from '../support/host-page.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';
import { frameScript, frameSnippet, strictPolicy } from './embed-docs.ts';

const it = journeysOn();

const framed = (query: string) =>
  `<iframe src="http://localhost:4000/embed/form?${query}" title="Contact form"></iframe>`;

/** Opens a host that is higher than the window, with a frame, and waits until its form is hydrated. */
async function openShortHost(visitor: Visitor, formsUrl: string) {
  const { page } = visitor;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 800, height: 400 });
  await openHostPage(visitor, formsUrl, { '/': createHostPage(frameSnippet, frameScript) });
  const frame = page.frameLocator('iframe');
  const send = frame.locator('button[type="submit"]');
  await send.hover();
  await frame.locator('[data-hydration="done"]').waitFor();
  await page.locator('iframe:not([height="1200"])').waitFor();
  await awaitFrames(page);
  return { page, send };
}

/** Resolves after some frames of the page and of those in it, with the messages between them. */
async function awaitFrames(page: Page): Promise<void> {
  for (const frame of [...page.frames(), ...page.frames()])
    await frame.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
}

describe('a frame', () => {
  it('is as high as its form, which sends', async ({ visitor, server, expect }) => {
    await openHostPage(visitor, server.url, {
      '/': {
        ...createHostPage(
          frameSnippet.replace('/contact', '/contact&office=1') + framed('page=/visit'),
          frameScript,
        ),
        policy: `${strictPolicy}; frame-src http://localhost:4000`,
      },
    });
    const [one, two] = [0, 1].map((at) => visitor.page.frameLocator('iframe').nth(at));
    for (const [at, frame] of [one, two].entries()) {
      await frame?.locator('[name="name"]').waitFor();
      const height = await frame?.locator('main').evaluate((main) => main.getBoundingClientRect().height);
      await expect
        .poll(() => visitor.page.locator('iframe').nth(at).getAttribute('height'))
        .toBe(`${Math.ceil(height ?? 0)}`);
    }
    await expect.poll(() => one?.locator('[name="office_location"]').inputValue()).toBe('1');
    for (const [name, value] of Object.entries({
      name: 'Ann',
      email: 'framed@example.com',
      message: 'Hello',
    }))
      await one?.locator(`[name="${name}"]`).fill(value);
    await one?.locator('[name="enquiry_type"]').selectOption('3');
    await one?.locator('button[type="submit"]').click();
    await one?.getByText('Thank you').first().waitFor();
    const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'framed@example.com');
    expect(sent).toMatchObject({ office: 1, domain: 'www.trevarrow.example' });
  });

  it('sends at a press during which the page scrolls', async ({ visitor, server, expect }) => {
    const { page, send } = await openShortHost(visitor, server.url);
    await send.hover();
    await page.mouse.down();
    await page.evaluate(() => scrollBy({ top: -100, behavior: 'instant' }));
    await awaitFrames(page);
    await page.mouse.up();
    const invalid = page.frameLocator('iframe').locator('[name="name"][aria-invalid="true"]');
    await expect.poll(() => invalid.count()).toBe(1);
  });

  it('does not scroll the page during a press', async ({ visitor, server, expect }) => {
    const { page, send } = await openShortHost(visitor, server.url);
    await page.frameLocator('iframe').locator('[name="name"]').focus();
    await awaitFrames(page);
    await send.hover();
    await page.mouse.down();
    const readScroll = () => page.evaluate(() => scrollY);
    const before = await readScroll();
    // The position of an element with the focus is posted again when the frame is resized.
    await page.evaluate(() => document.querySelector('iframe')?.setAttribute('height', '1000'));
    await awaitFrames(page);
    expect(await readScroll()).toBe(before);
  });

  it('takes a form that is posted without scripts', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor({ javaScriptEnabled: false });
    // The browser logs the 422.
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto(`${server.url}/embed/form?site=101&locale=en`);
    await expect.poll(() => page.locator('header, footer').count()).toBe(0);
    await visitor.fills({ office_location: 1, name: 'Ann', message: 'Hello' });
    await visitor.sends();
    await visitor.sees(/One answer needs another look|answers need another look/);
    await visitor.fills({ email: 'framed-post@example.com' });
    await visitor.sends();
    await visitor.sees('Thank you');
    await expect.poll(() => page.url()).toContain('/embed/form?site=101&locale=en&sent=');
    const sent = (await server.enquiries()).find(
      ({ visitor: who }) => who?.email === 'framed-post@example.com',
    );
    expect(sent).toMatchObject({ office: 1 });
  });
});
