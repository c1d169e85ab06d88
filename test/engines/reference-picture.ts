import sharp from 'sharp';
import type { Engine, Tab } from '../browsers/tab.ts';
import { loadFonts } from '../support/pixels.ts';
import type { EngineVisitor } from './visitor.ts';

/** The reference picture of a page at a width, which every engine must draw. */
export interface ReferencePicture {
  /** `problems-375` */
  readonly name: string;
  readonly path: string;
  /** In CSS pixels: a phone, and a small desktop. */
  readonly width: 375 | 1280;
  /** The visitor's actions before the picture. */
  readonly bringAbout?: (visitor: EngineVisitor) => Promise<unknown>;
  /** The whole page, only its form, or the window. */
  readonly shows: 'form' | 'page' | 'window';
}

/** A person looked at each in each engine before it was committed. */
export const referencePictures: readonly ReferencePicture[] = (
  [
    { name: 'contact', path: '/contact', shows: 'page' },
    { name: 'problems', path: '/valuation', shows: 'form', bringAbout: sendsEmpty },
    { name: 'dialog', path: '/visit', shows: 'window', bringAbout: opensDialog },
    { name: 'arabic', path: '/ar/contact', shows: 'form' },
    { name: 'dark', path: '/lantern-quay/contact', shows: 'form' },
  ] satisfies readonly Omit<ReferencePicture, 'width'>[]
).flatMap((page) =>
  ([375, 1280] as const).map((width) => ({ ...page, name: `${page.name}-${width}`, width })),
);

/** The engines with pictures here; Chromium's, of more states, are in test/screenshots. */
export const enginesWithPictures: readonly Engine[] = ['firefox', 'webkit'];

export function getPictureUrl(engine: Engine, { name }: Pick<ReferencePicture, 'name'>): URL {
  return new URL(`references/${engine}/${name}.png`, import.meta.url);
}

const windowHeight = 1000;

/** WebKit cuts off a page whose window is much higher than this. */
const highestWindow = 4000;

/**
 * Brings a page into a state and takes its picture, once nothing moves and everything has loaded. Returns a
 * PNG.
 */
export async function takePagePicture(
  visitor: EngineVisitor,
  { path, width, shows, bringAbout }: ReferencePicture,
): Promise<Buffer> {
  const { tab } = visitor;
  await tab.resize(width, windowHeight);
  await visitor.visits(path);
  await tab.evaluate(hideScrollbars);
  await bringAbout?.(visitor);
  await tab.evaluate(hideScrollbars);
  await tab.evaluate(loadFonts);
  if (shows !== 'window') await stretchWindow(tab, width);
  await visitor.awaits('an uploader, if there is one', hasUploader);
  if (shows !== 'window') await stretchWindow(tab, width);
  await tab.evaluate(hidePictures);
  await tab.evaluate(loadFonts);
  await tab.evaluate(awaitStillPage);
  const png = await tab.screenshot();
  return shows === 'form' ? clipPicture(png, await tab.evaluate(measureForm)) : png;
}

function clipPicture(
  png: Buffer,
  { top, bottom, width }: Awaited<ReturnType<typeof measureForm>>,
): Promise<Buffer> {
  return sharp(png)
    .extract({ left: 0, top, width, height: bottom - top })
    .png()
    .toBuffer();
}

async function sendsEmpty({ tab, awaits }: EngineVisitor): Promise<void> {
  await tab.evaluate(pressButton, '[data-testid="contact-form"] button[type="submit"]');
  await awaits(
    'the focus on what is wrong',
    () => document.activeElement?.getAttribute('aria-invalid') === 'true',
  );
}

async function opensDialog({ tab, awaits }: EngineVisitor): Promise<void> {
  await tab.evaluate(pressButton, '[aria-haspopup="dialog"]');
  await awaits('the focus in a dialog', () => document.activeElement?.closest('dialog[open]') != null);
}

/** Runs in the page, so that no pointer hovers over anything. */
function pressButton(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click();
}

/** Makes the window as high as the page once that is still. A page is never lower than its window. */
async function stretchWindow(tab: Tab, width: number): Promise<void> {
  await tab.resize(width, windowHeight);
  await tab.evaluate(awaitStillPage);
  const height = await tab.evaluate(() => document.documentElement.scrollHeight);
  await tab.resize(width, Math.min(height, highestWindow));
}

/** Runs in the page. The uploader is loaded once it is near the viewport. */
function hasUploader(): boolean {
  const uploader = document.querySelector('.sw-uploader');
  return uploader === null || uploader.querySelector('[role="status"]') !== null;
}

/** Scrollbars appear and disappear, with or without a width. */
function hideScrollbars(): void {
  for (const scrolled of document.querySelectorAll<HTMLElement>(':root, dialog'))
    scrolled.style.overflow = 'hidden';
}

/** Runs in the page: WebKit draws the edges of pictures differently each time. Their boxes stay, empty. */
function hidePictures(): void {
  for (const image of document.images) image.style.opacity = '0';
}

/** Resolves once pictures have loaded and nothing moves. Hides the caret. */
async function awaitStillPage(): Promise<void> {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement) focused.style.caretColor = 'transparent';
  scrollTo({ top: 0, behavior: 'instant' });
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  // A new font or frame may start further requests.
  let height = -1;
  for (let still = 0; still < 10; still++) {
    await new Promise(requestAnimationFrame);
    const { scrollHeight } = document.documentElement;
    if (scrollHeight !== height || document.fonts.status === 'loading') still = 0;
    height = scrollHeight;
  }
}

/** The full width, so that overflow of the form is visible too. */
function measureForm(): { readonly top: number; readonly bottom: number; readonly width: number } {
  const { top, bottom } =
    document.querySelector('#ContactFormSection')?.getBoundingClientRect() ?? new DOMRect();
  return { top: Math.floor(top), bottom: Math.min(Math.ceil(bottom), innerHeight), width: innerWidth };
}
