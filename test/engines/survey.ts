import { describe } from 'vitest';
import type { WindowPoint } from '../browsers/tab.ts';
import { surveyPath } from '../widgets/survey-documents.ts';
import { it } from './engine-journey.ts';
import type { EngineVisitor } from './visitor.ts';

const own = { email: 'survey@example.com', rig: 'sloop', boat: 'dusk', service: '4' };
const grip = '.sw-ranking-item:first-child .sw-ranking-grip';

/** Opens the form and waits for the widgets that come later. */
async function opens(visitor: EngineVisitor, path = surveyPath): Promise<void> {
  await visitor.visits(path);
  await visitor.awaits('a grip and a pad', () => {
    const [first] = document.querySelectorAll('.sw-ranking-grip');
    return first !== undefined && document.querySelector('.sw-signature-canvas--pad') !== null;
  });
}

/** Scrolls to an element and drags from a point of it, given as shares of its size, over further points. */
async function drags(
  { tab, awaits }: EngineVisitor,
  selector: string,
  shares: readonly (readonly [number, number])[],
  pointer: 'mouse' | 'touch' = 'mouse',
): Promise<void> {
  // The move of the focus to what is wrong scrolls smoothly, and would take the element away from the pointer.
  await awaits('a page that does not scroll', standsStill);
  const points: readonly WindowPoint[] = await tab.evaluate(toWindowPoints, selector, shares);
  await tab.drag(points, pointer);
}

/** Runs in the page, like all functions below. Returns true if the page has not scrolled since the last call. */
function standsStill(): boolean {
  const { dataset } = document.documentElement;
  const former = dataset.scrolled;
  dataset.scrolled = String(scrollY);
  return former === dataset.scrolled;
}

function toWindowPoints(selector: string, shares: readonly (readonly [number, number])[]): WindowPoint[] {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`Cannot find "${selector}"`);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return shares.map(([x, y]) => ({ x: Math.round(left + x * width), y: Math.round(top + y * height) }));
}

function readOrder(): string {
  return [...document.querySelectorAll('.sw-ranking-label')].map(({ textContent }) => textContent).join(' ');
}

function hasOrder(order: string): boolean {
  const labels = [...document.querySelectorAll('.sw-ranking-label')];
  return labels.map(({ textContent }) => textContent).join(' ') === order;
}

function focusElement(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

/** Returns true if some status has this text. */
function isAnnounced(message: string): boolean {
  return [...document.querySelectorAll('[role="status"]')].some(({ textContent }) => textContent === message);
}

/** Returns the number of dark pixels of the pad. */
function countInk(): number {
  const canvas = document.querySelector('canvas');
  const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let dark = 0;
  for (let index = 0; index < data.length; index += 4) if ((data[index] ?? 255) < 128) dark += 1;
  return dark;
}

/** From a grip downwards, to below the last of three rows. */
const downwards = [0.5, 1, 1.5, 2, 2.5, 3].map((rows) => [0.5, rows] as const);
const line = [0.1, 0.3, 0.5, 0.7, 0.9].map((x, index) => [x, index % 2 === 0 ? 0.7 : 0.3] as const);

describe('a form of choices, ranking and signature', () => {
  it('is filled in with the pointer and sent', async ({ newVisitor, rare, engine, expect }) => {
    const visitor = await newVisitor(undefined, rare);
    await opens(visitor);
    const { tab } = visitor;
    await drags(visitor, grip, downwards);
    expect(await tab.evaluate(readOrder)).toBe('Speed Comfort Price');
    // The driver of WebKit makes a mouse of a finger.
    const finger = engine === 'webkit' ? 'mouse' : 'touch';
    await drags(visitor, grip, downwards, finger);
    expect(await tab.evaluate(readOrder)).toBe('Comfort Price Speed');
    await visitor.awaits('the position', isAnnounced, 'Speed: position 3 of 3');
    await drags(visitor, 'canvas', line, finger);
    const ink = await tab.evaluate(countInk);
    expect(ink).toBeGreaterThan(1000);
    // A line goes on outside of the pad while the pointer is pressed.
    await drags(visitor, 'canvas', [...line, [0.95, 1.6], [0.2, 0.2]]);
    expect(await tab.evaluate(countInk)).toBeGreaterThan(ink);
    await visitor.awaits('the line', isAnnounced, 'A line is drawn.');
    expect(await visitor.violations()).toEqual([]);
    await visitor.fills(own);
    await visitor.sends();
    await visitor.sees('Thank you for your views');
    const arrived = await rare.enquiries();
    expect(arrived.find(({ values }) => values.email === own.email)?.values).toMatchObject({
      goals: ['comfort', 'price', 'speed'],
      service: 4,
      boat: 'dusk',
      signature: [expect.stringMatching(/\.png$/)],
    });
  });

  it('is filled in by the keyboard, and keeps the focus', async ({ newVisitor, rare, expect }) => {
    const visitor = await newVisitor(undefined, rare);
    await opens(visitor);
    const { tab } = visitor;
    const readFocus = () =>
      tab.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.id);
    const press = async (...keys: readonly Parameters<typeof tab.press>[0][]) => {
      for (const key of keys) await tab.press(key);
    };
    await tab.focus();
    await tab.evaluate(focusElement, '[name="rig"]');
    await press('ArrowDown', 'ArrowDown');
    await visitor.awaits('the text that follows', isAnnounced, 'A field for your answer follows.');
    await press('Tab');
    await expect.poll(() => visitor.focus()).toBe('other-text rig');
    await tab.evaluate(focusElement, '[name="service"]');
    await press('Space', 'ArrowRight', 'ArrowRight');
    expect(await visitor.readValues('service')).toEqual({ service: '3' });
    await tab.evaluate(focusElement, '[aria-label="Move Price down"]');
    await press('Enter', 'Space', 'Enter');
    await visitor.awaits('another order', hasOrder, 'Speed Comfort Price');
    expect(await readFocus()).toBe('Move Price down');
    await visitor.awaits('the position', isAnnounced, 'Price: position 3 of 3');
    await tab.evaluate(focusElement, 'summary');
    await press('Tab');
    expect(await readFocus()).toBe('contact-form-signature');
    await press('Enter');
    await visitor.awaits(
      'focus on the name',
      () => document.activeElement?.id === 'contact-form-signature--name',
    );
    await tab.type('#contact-form-signature--name', 'Ann Berry');
    expect(await tab.evaluate(countInk)).toBeGreaterThan(1000);
    await press('Enter');
    await visitor.awaits('the uploaded name', () => document.querySelector('.sw-photo--uploaded') !== null);
    await visitor.sends();
    await visitor.awaits('what is wrong', () => document.querySelectorAll('.sw-summary a').length === 3);
    expect(await visitor.violations()).toEqual([]);
  });

  it('has room on a phone in Arabic, with what is wrong', async ({ newVisitor, rare, expect }) => {
    const visitor = await newVisitor(undefined, rare);
    const { tab } = visitor;
    await tab.resize(375, 800);
    await opens(visitor, `/ar${surveyPath}`);
    for (const other of ['[name="rig"]', '[name="extras"]'])
      await tab.click(`${other}[value="slipway:other"]`);
    await visitor.sends();
    await visitor.awaits('what is wrong', () => document.querySelector('.sw-summary') !== null);
    const { scrollWidth, clientWidth } = await tab.evaluate(() => {
      const { scrollWidth: content, clientWidth: window } = document.documentElement;
      return { scrollWidth: content, clientWidth: window };
    });
    expect(scrollWidth).toBe(clientWidth);
    expect(await visitor.violations()).toEqual([]);
    // Right to left, too, the grip drags down and the rating rises with the row of stars.
    await drags(visitor, grip, downwards);
    await visitor.awaits('another order', hasOrder, 'السرعة السعر الراحة');
    const stars = await tab.evaluate(() =>
      [...document.querySelectorAll('.sw-rating-step')].map((step) => step.getBoundingClientRect().left),
    );
    expect(stars).toEqual(stars.toSorted((one, next) => next - one));
  });

  it('is posted without scripts', async ({ newVisitor, rare, file, expect }) => {
    const visitor = await newVisitor(undefined, rare);
    visitor.relay.removeScripts();
    await visitor.visits(surveyPath);
    expect(await visitor.violations()).toEqual([]);
    const email = 'survey-plain@example.com';
    const positions = { 'goals[price]': '2', 'goals[speed]': '1', 'goals[comfort]': '3' };
    await visitor.fills({ ...own, email, rig: 'slipway:other', 'other-text rig': 'Yawl', ...positions });
    await visitor.picks(await file('signature.jpg'));
    await visitor.sends();
    await visitor.sees('Thank you for your views');
    const arrived = await rare.enquiries();
    expect(arrived.find(({ values }) => values.email === email)?.values).toMatchObject({
      rig: 'Yawl',
      goals: ['speed', 'price', 'comfort'],
    });
  });
});
