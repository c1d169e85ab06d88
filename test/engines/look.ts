import sharp from 'sharp';
import type { Engine, Tab } from '../browsers/tab.ts';
import { loadFonts } from '../support/pixels.ts';
import type { EngineVisitor } from './visitor.ts';

/** A page as every engine is to draw it, at a width. */
export interface Look {
  /** `problems-375` */
  readonly name: string;
  readonly path: string;
  /** In CSS pixels: a phone's, and a small desk's. */
  readonly width: 375 | 1280;
  /** What a visitor does on it before. */
  readonly bringAbout?: (visitor: EngineVisitor) => Promise<unknown>;
  /** The whole page, the form on it alone, or the window as it stands. */
  readonly shows: 'form' | 'page' | 'window';
}

/** Each was looked at in each engine before it was kept. */
export const looks: readonly Look[] = (
  [
    { name: 'contact', path: '/contact', shows: 'page' },
    { name: 'problems', path: '/valuation', shows: 'form', bringAbout: sendsEmpty },
    { name: 'dialog', path: '/visit', shows: 'window', bringAbout: opensDialog },
    { name: 'arabic', path: '/ar/contact', shows: 'form' },
    { name: 'dark', path: '/lantern-quay/contact', shows: 'form' },
  ] satisfies readonly Omit<Look, 'width'>[]
).flatMap((page) =>
  ([375, 1280] as const).map((width) => ({ ...page, name: `${page.name}-${width}`, width })),
);

/** The engines whose pictures are kept here; Chromium's, of more states, are in test/screenshots. */
export const pictured: readonly Engine[] = ['firefox', 'webkit'];

/** Where a picture's reference is kept. */
export function referenceOf(engine: Engine, { name }: Pick<Look, 'name'>): URL {
  return new URL(`references/${engine}/${name}.png`, import.meta.url);
}

const windowHeight = 1000;

/** WebKit ends a page whose window is much higher than this. */
const highestWindow = 4000;

/** Brings a look about and takes its picture, once nothing moves and everything is there; PNG. */
export async function takeLook(
  visitor: EngineVisitor,
  { path, width, shows, bringAbout }: Look,
): Promise<Buffer> {
  const { tab } = visitor;
  await tab.resize(width, windowHeight);
  await visitor.visits(path);
  await tab.evaluate(hideScrollbars);
  await bringAbout?.(visitor);
  await tab.evaluate(hideScrollbars);
  if (shows !== 'window') await stretch(tab, width);
  await visitor.awaits('an uploader, if there is one', hasUploader);
  if (shows !== 'window') await stretch(tab, width);
  await tab.evaluate(hidePictures);
  await tab.evaluate(loadFonts);
  await tab.evaluate(comeToRest);
  const png = await tab.screenshot();
  return shows === 'form' ? clipped(png, await tab.evaluate(boxOfForm)) : png;
}

/** What a box on a page shows of a picture of it. */
function clipped(
  png: Buffer,
  { top, bottom, width }: Awaited<ReturnType<typeof boxOfForm>>,
): Promise<Buffer> {
  return sharp(png)
    .extract({ left: 0, top, width, height: bottom - top })
    .png()
    .toBuffer();
}

async function sendsEmpty({ tab, awaits }: EngineVisitor): Promise<void> {
  await tab.evaluate(press, '[data-testid="contact-form"] button[type="submit"]');
  await awaits(
    'the focus on what is wrong',
    () => document.activeElement?.getAttribute('aria-invalid') === 'true',
  );
}

async function opensDialog({ tab, awaits }: EngineVisitor): Promise<void> {
  await tab.evaluate(press, '[aria-haspopup="dialog"]');
  await awaits('the focus in a dialog', () => document.activeElement?.closest('dialog[open]') != null);
}

/** Runs in the page: no pointer is left over anything. */
function press(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click();
}

/** Makes the window as high as the page, or nearly. */
async function stretch(tab: Tab, width: number): Promise<void> {
  const height = await tab.evaluate(() => document.documentElement.scrollHeight);
  await tab.resize(width, Math.min(height, highestWindow));
}

/** Runs in the page, as what follows: the uploader comes once it is near. */
function hasUploader(): boolean {
  const uploader = document.querySelector('.sw-uploader');
  return uploader === null || uploader.querySelector('[role="status"]') !== null;
}

/** They come and go, and take room or none. */
function hideScrollbars(): void {
  for (const scrolled of document.querySelectorAll<HTMLElement>(':root, dialog'))
    scrolled.style.overflow = 'hidden';
}

/** Runs in the page: WebKit draws a picture's edges a little otherwise from one time to the next. Its place stays, empty. */
function hidePictures(): void {
  for (const image of document.images) image.style.opacity = '0';
}

/** Resolves once pictures have arrived and nothing moves; no caret blinks from then on. */
async function comeToRest(): Promise<void> {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement) focused.style.caretColor = 'transparent';
  scrollTo({ top: 0, behavior: 'instant' });
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  // What was drawn with the last font, or in the last frame, may ask for another.
  let height = -1;
  for (let still = 0; still < 10; still++) {
    await new Promise(requestAnimationFrame);
    const { scrollHeight } = document.documentElement;
    if (scrollHeight !== height || document.fonts.status === 'loading') still = 0;
    height = scrollHeight;
  }
}

/** From side to side, since what stands out of a form is to be seen too. */
function boxOfForm(): { readonly top: number; readonly bottom: number; readonly width: number } {
  const { top, bottom } =
    document.querySelector('#ContactFormSection')?.getBoundingClientRect() ?? new DOMRect();
  return { top: Math.floor(top), bottom: Math.min(Math.ceil(bottom), innerHeight), width: innerWidth };
}
