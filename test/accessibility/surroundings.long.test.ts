import type { Locator, Page } from 'playwright-core';
import { describe } from 'vitest';
import { findHorizontalOverflow } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { findLayoutFaults } from '../support/page-faults.ts';
import {
  awaitFonts,
  type Box,
  type Colour,
  capturePixels,
  countChangedPixels,
  countContrastingPixels,
  getContrast,
  hasEdges,
  loadFonts,
  type Pixels,
} from '../support/pixels.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn();

/** The successive states of a form, with the actions that produce them. */
const states = {
  'about to be filled': async () => undefined,
  'sent empty': async (visitor: Visitor) => {
    await visitor.sends();
    await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
  },
  'full of long words': async (visitor: Visitor) => {
    const { page } = visitor;
    for (const control of await page.locator('.sw-section :is(.sw-input, .sw-textarea):visible').all())
      await control.fill(longWord);
    await visitor.sends();
  },
} as const;

/** 100 characters without a space, some of them of several code points, some from right to left. */
const longWord = `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)}e\u0301e\u0301⛵👩‍👩‍👧${'قارب'.repeat(5)}`;

const forms = ['/valuation', '/ar/valuation', '/visit'];

describe('a form in a small or enlarged window', () => {
  it.for(forms)(
    'needs no scrolling to a side at 400 %, in any state: %s',
    async (path, { newVisitor, expect }) => {
      // The viewport of 1280 by 1024 px at 400 % (WCAG 2.2, 1.4.10 "Reflow").
      const visitor = await newVisitor({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });
      await opens(visitor, path);
      for (const [state, bringAbout] of Object.entries(states)) {
        await bringAbout(visitor);
        expect(await findHorizontalOverflow(visitor.page), state).toEqual([]);
        expect(await cutOff(visitor), state).toEqual([]);
      }
    },
  );

  it.for(forms)(
    'keeps its texts whole when they alone are twice as large, and when they are spaced out: %s',
    async (path, { visitor, expect }) => {
      const { page } = visitor;
      await opens(visitor, path);
      await states['sent empty'](visitor);
      await restyle(page, ':root { font-size: 200% }');
      expect(await findLayoutFaults(page, await choices(visitor))).toEqual([]);
      // WCAG 2.2, 1.4.12 "Text Spacing".
      await restyle(
        page,
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
      );
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await findLayoutFaults(page, await choices(visitor)), `${width} px`).toEqual([]);
      }
    },
  );

  it('never hides what has focus behind the cross of the dialog', async ({ newVisitor, expect }) => {
    for (const height of [256, 640]) {
      const visitor = await newVisitor({ viewport: { width: 320, height } });
      const { page } = visitor;
      await opens(visitor, '/visit');
      const cross = page.getByRole('button', { name: 'Close' });
      await visitor.control('message').focus();
      for (let stop = ''; stop !== 'Close'; stop = await visitor.focus()) {
        const [own, its] = await Promise.all([page.locator(':focus').boundingBox(), cross.boundingBox()]);
        expect(overlap(own, its), `${stop} at ${height} px`).toBe(false);
        await page.keyboard.press('Shift+Tab');
      }
    }
  });
});

describe('every target', () => {
  it.for([...forms, '/launch/winter-works', '/'])(
    'is at least 24 px wide and high: %s',
    async (path, { newVisitor, expect }) => {
      for (const isPhone of [false, true]) {
        const phone = { viewport: { width: 375, height: 700 }, isMobile: true, hasTouch: true };
        const visitor = await newVisitor(isPhone ? phone : {});
        await opens(visitor, path);
        if ((await visitor.page.getByTestId('contact-form').count()) > 0) await states['sent empty'](visitor);
        expect(await smallTargets(visitor.page), isPhone ? 'phone' : 'desk').toEqual([]);
      }
    },
  );
});

describe('focus can be seen', () => {
  const looks = [
    { path: '/valuation', look: 'the yard' },
    { path: '/solent/contact', look: 'the Solent' },
    { path: '/lantern-quay/contact', look: 'the dark theme' },
    { path: '/ar/valuation', look: 'right to left' },
    // High enough for the whole dialog: its hidden parts are not on the picture.
    { path: '/visit', look: 'the dialog', options: { viewport: { width: 1280, height: 1600 } } },
    { path: '/valuation', look: 'forced colours', options: { forcedColors: 'active' } },
    {
      path: '/valuation',
      look: 'forced dark colours',
      options: { forcedColors: 'active', colorScheme: 'dark' },
    },
  ] as const;

  it.for(looks)(
    'on every stop, by a line of 2 px in a contrast of 3 to 1, which a picture shows: $look',
    async ({ path, ...look }, { newVisitor, expect }) => {
      const visitor = await newVisitor({
        reducedMotion: 'reduce',
        ...('options' in look ? look.options : {}),
      });
      const { page } = visitor;
      await awaitFonts(page);
      await opens(visitor, path);
      await states['sent empty'](visitor);
      await showsWhole(page);
      // By keyboard, because browsers show the focus of a button only then.
      await page.keyboard.press('Tab');
      const stops = page.locator(
        ':is(#slipway-form:not(:has(dialog[open])), dialog[open]) :is(a, button, input, select, textarea):not(.sw-trap *):visible',
      );
      let isPictured = false;
      for (const stop of await stops.all()) {
        if (await stop.isDisabled()) continue;
        const name = await stop.evaluate((element) => element.outerHTML.slice(0, 90));
        const target = await targetOf(stop);
        if (!target) continue;
        await stop.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }));
        const { width, line, behind } = await ringOf(stop);
        expect(width, name).toBeGreaterThanOrEqual(2);
        expect(getContrast(line, behind), name).toBeGreaterThanOrEqual(3);
        if (isPictured) continue;
        isPictured = true;
        await stop.evaluate((element: HTMLElement) => element.blur());
        const before = await capturePixels(page, target, 6);
        await stop.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }));
        const after = await capturePixels(page, target, 6);
        // WCAG 2.2, 2.4.13 "Focus Appearance"; a tenth is lost where the line's corners are smoothed.
        expect(countChangedPixels(before, after), name).toBeGreaterThan(1.8 * (await perimeterOf(stop)));
      }
    },
  );
});

describe('where colours are forced', () => {
  it.for(['light', 'dark'] as const)(
    'borders, chevrons, marks and what is chosen stay visible: %s',
    async (colorScheme, { newVisitor, expect }) => {
      const visitor = await newVisitor({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
      const { page } = visitor;
      await awaitFonts(page);
      await visitor.visits('/valuation');
      await visitor.sends();
      await visitor.sees('Enter who built the boat');
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await showsWhole(page);

      const boxes =
        '.sw-input, .sw-textarea, .sw-select, .sw-dropzone, .sw-summary, .sw-disclaimer, .sw-button, .sw-checkbox';
      for (const box of await page.locator(`.sw-section :is(${boxes}):visible`).all())
        await expect
          .poll(async () => hasEdges(await shotOf(page, box, 4), 4), {
            message: await box.evaluate((element) => element.className),
          })
          .toBe(true);

      const select = await shotOf(page, visitor.control('condition_of_boat'), -4);
      expect(
        countContrastingPixels(part(select, select.width - 44, 40), select.at(2, 2)),
        'chevron',
      ).toBeGreaterThan(15);
      const error = await shotOf(page, page.locator('.sw-error').first());
      expect(
        countContrastingPixels(part(error, 0, 18), error.at(error.width - 1, 0)),
        'mark of an error',
      ).toBeGreaterThan(30);

      for (const field of ['accept_term', 'tax_paid_status']) {
        const control = visitor.control(field);
        const before = await shotOf(page, control, -2);
        await control.check();
        await control.evaluate((element: HTMLElement) => element.blur());
        expect(countChangedPixels(before, await shotOf(page, control, -2)), field).toBeGreaterThan(40);
      }
    },
  );
});

describe('where motion is to be reduced', () => {
  it.for(['/valuation', '/visit'])('nothing moves in any state: %s', async (path, { newVisitor, expect }) => {
    const visitor = await newVisitor({ reducedMotion: 'reduce' });
    await countAnimations(visitor);
    await opens(visitor, path);
    for (const bringAbout of Object.values(states)) {
      await bringAbout(visitor);
      expect(await moving(visitor.page)).toEqual([]);
    }
  });

  it('nothing moves while an enquiry is sent', async ({ newVisitor, expect }) => {
    const visitor = await newVisitor({ reducedMotion: 'reduce' });
    await countAnimations(visitor);
    await visitor.page.route('**/graphql', () => undefined);
    await opens(visitor, '/visit');
    await visitor.fills({ name: 'Ada', email: 'ada@example.com', message: 'Hello' });
    await visitor.sends();
    await visitor.page.locator('.sw-button--busy').waitFor();
    expect(await moving(visitor.page)).toEqual([]);
  });

  it('elsewhere, motion is quiet but there', async ({ newVisitor, expect }) => {
    const visitor = await newVisitor();
    await countAnimations(visitor);
    await opens(visitor, '/visit');
    await states['sent empty'](visitor);
    expect((await moving(visitor.page)).length).toBeGreaterThan(0);
  });
});

describe('on paper', () => {
  it.for(['/lantern-quay/contact', '/ar/valuation', '/visit'])(
    'everything that was typed is there, in black on white, and nothing to press: %s',
    async (path, { newVisitor, expect }) => {
      // A4 in CSS pixels, without its margins.
      const visitor = await newVisitor({ viewport: { width: 718, height: 1000 } });
      const { page } = visitor;
      await opens(visitor, path);
      const longest = page.locator('.sw-section .sw-textarea').first();
      await longest.fill('One line of many.\n'.repeat(120));
      await visitor.fills({ email: 'ada@example.com' });
      await page.emulateMedia({ media: 'print' });
      expect(await findLayoutFaults(page, await choices(visitor))).toEqual([]);
      expect(
        await longest.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
      ).toBeLessThanOrEqual(1);
      const pressed = page.locator('#slipway-form :is(button, [type="file"]):visible');
      expect(await pressed.evaluateAll((controls) => controls.map(({ outerHTML }) => outerHTML))).toEqual([]);
      const colours = await page.locator('.sw-section').evaluate((section) => {
        const style = (element: Element) => getComputedStyle(element);
        return [
          style(document.documentElement).backgroundColor,
          ...[...section.querySelectorAll('.sw-label, .sw-title')].map((element) => style(element).color),
          ...[...section.querySelectorAll('.sw-input')].map((element) => style(element).backgroundColor),
        ];
      });
      expect([...new Set(colours)].toSorted()).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
      const placeholder = await longest.evaluate((area) => getComputedStyle(area, '::placeholder').color);
      expect(placeholder).toBe('rgba(0, 0, 0, 0)');
    },
  );
});

async function opens(visitor: Visitor, path: string): Promise<void> {
  await visitor.visits(path);
  await visitor.page.evaluate(loadFonts);
  const button = visitor.page.locator('.sw-launch > button');
  if ((await button.count()) > 0) await button.click();
}

/** Returns texts that are cut off, except for typed values, which may be longer than their control. */
function cutOff({ page }: Visitor): Promise<readonly string[]> {
  return page
    .locator('.sw-section')
    .evaluate((section) =>
      [...section.querySelectorAll<HTMLElement>('p, a, label, legend, button, .sw-legend')]
        .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.outerHTML.slice(0, 90)),
    );
}

/** Labels of choices, because names of offices and events in content have any length. */
async function choices({ page }: Visitor): Promise<readonly string[]> {
  return page.locator('.sw-section option').allTextContents();
}

/** Replaces the user style sheet of a page; no policy of the page applies to it. */
function restyle(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

/** Links inside a sentence may be as small as their line (WCAG 2.2, 2.5.8 "Target Size (Minimum)"). */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a, button, input:not([type="hidden"]), select, textarea, summary',
      ),
    ]
      .filter(
        (target) =>
          target.checkVisibility() && target.closest('.sw-trap, .site-skip, [aria-hidden="true"]') === null,
      )
      .filter((target) => target.closest('.sw-field--concealed') === null)
      .filter((target) => {
        const isInSentence =
          target.matches('p a') && target.closest('p')?.textContent?.trim() !== target.textContent?.trim();
        const { width, height } = target.getBoundingClientRect();
        return !isInSentence && (width < 23.99 || height < 23.99);
      })
      .map((target) => {
        const { width, height } = target.getBoundingClientRect();
        return `${Math.round(width)} × ${Math.round(height)}: ${target.outerHTML.slice(0, 90)}`;
      }),
  );
}

/**
 * Returns the box in which focus is visible: the file picker covers the whole photo area. Undefined if a stop
 * is visually hidden.
 */
function targetOf(stop: Locator): Promise<Box | undefined> {
  return stop.evaluate((element) => {
    const { left, top, width, height } = (element.closest('.sw-dropzone') ?? element).getBoundingClientRect();
    if (width <= 1) return undefined;
    return { x: left + scrollX, y: top + scrollY, width, height };
  });
}

/** The focus ring, in CSS pixels, and the background. */
interface Ring {
  readonly width: number;
  readonly line: Colour;
  readonly behind: Colour;
}

/** Reads the focus ring of a stop from its style: an outline, or a shadow with spread only. */
async function ringOf(stop: Locator): Promise<Ring> {
  const { width, line, behind } = await stop.evaluate((element) => {
    const box = element.closest('.sw-dropzone') ?? element;
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(box);
    const [, shadowColor = '', spread = '0'] = /(rgb[^)]*\)) 0px 0px 0px ([\d.]+)px/.exec(boxShadow) ?? [];
    const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    let around: Element | null = box.parentElement;
    while (around && /^rgba\(.*, 0\)$/.test(getComputedStyle(around).backgroundColor))
      around = around.parentElement;
    return {
      width: Number.parseFloat(hasOutline ? outlineWidth : spread),
      line: hasOutline ? outlineColor : shadowColor,
      behind: getComputedStyle(around ?? document.documentElement).backgroundColor,
    };
  });
  return { width, line: colourOf(line), behind: colourOf(behind) };
}

function colourOf(css: string): Colour {
  const [red, green, blue] = (css.match(/[\d.]+/g) ?? []).map(Number);
  if (red === undefined || green === undefined || blue === undefined)
    throw new Error(`Cannot read the colour "${css}"`);
  return [red, green, blue];
}

function perimeterOf(stop: Locator): Promise<number> {
  return stop.evaluate((element) => {
    const box = element.closest('.sw-dropzone') ?? element;
    const { width, height } = box.getBoundingClientRect();
    const { borderTopLeftRadius: radius } = getComputedStyle(box);
    const corner = radius.endsWith('%')
      ? (Number.parseFloat(radius) / 100) * width
      : Number.parseFloat(radius);
    const rounded = Math.min(corner, width / 2, height / 2);
    return 2 * (width + height) - (8 - 2 * Math.PI) * rounded;
  });
}

/** Makes the window as high as its page: otherwise each picture causes a new layout. */
async function showsWhole(page: Page): Promise<void> {
  // Reduced motion takes no time, but a new element may be at its start position for one frame.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const { width } = page.viewportSize() ?? { width: 1280 };
  await page.setViewportSize({ width, height });
}

async function shotOf(page: Page, locator: Locator, margin = 0): Promise<Pixels> {
  const target = await targetOf(locator);
  if (!target) throw new Error('Cannot take a picture of what is not there to be seen');
  return capturePixels(page, target, margin);
}

/** A part of a picture, of full height. */
function part({ height, at }: Pixels, from: number, width: number): Pixels {
  return { width, height, at: (x, y) => at(from + x, y) };
}

async function countAnimations({ context }: Visitor): Promise<void> {
  await context.addInitScript(() => {
    const moves: string[] = [];
    Object.assign(window, { moves });
    const note = (event: Event) => {
      const { target } = event;
      for (const animation of document.getAnimations()) {
        const { duration = 0, iterations = 1 } = animation.effect?.getComputedTiming() ?? {};
        if (Number(duration) * (iterations ?? 1) > 1)
          moves.push(`${event.type} of ${target instanceof Element ? target.className : ''}`);
      }
    };
    for (const type of ['transitionrun', 'animationstart', 'animationiteration'])
      document.addEventListener(type, note, true);
  });
}

async function moving(page: Page): Promise<readonly string[]> {
  // Two frames, so that every animation has begun.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(() => (window as unknown as { readonly moves: readonly string[] }).moves);
}

function overlap(one: Box | null, other: Box | null): boolean {
  if (!one || !other) return false;
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
