import type { Page } from 'playwright-core';
import { awaitSettledPage } from '../support/layout-shifts.ts';
import { awaitFonts, type Box } from '../support/pixels.ts';
import { startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createVisitor } from '../support/visitor.ts';
import { createStayContent, createStayDocuments } from '../widgets/stay-documents.ts';
import { foreignFonts, openCamera, takePicture } from './camera.ts';
import type { StatePicture } from './pictures.ts';
import type { PictureState } from './states.ts';

/** A server with the demonstration, and the browser that takes its pictures. */
export interface PictureSession {
  /**
   * Returns a PNG of a state, produced by a new visitor. Pictures are taken one after the other, because the
   * studio shows who else is present.
   * @throws If the picture would differ between machines.
   */
  readonly take: (picture: StatePicture) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

const heights = { 375: 812, 768: 1024, 1280: 800, 1440: 900 } as const;

/** The margin around a part of a page, in CSS pixels. */
const margin = 24;

export async function openPictureSession(): Promise<PictureSession> {
  const env = { SLIPWAY_RATE_LIMIT: 'off' };
  const server = await startServer({ env });
  let rare: ReturnType<typeof startServer> | undefined;
  let editing: ReturnType<typeof startServer> | undefined;
  const selectOrigin = async ({ isRare, isStudio }: PictureState) => {
    if (isStudio) {
      editing ??= startServer({ documents: {}, env: { ...env, SLIPWAY_STUDIO_PASSWORD: studioPassword } });
      return (await editing).url;
    }
    if (!isRare) return server.url;
    rare ??= startServer({ env, documents: createStayDocuments(), content: createStayContent() });
    return (await rare).url;
  };
  const browser = await openCamera();
  return {
    take: takeState,
    async close() {
      await browser.close();
      await Promise.all([server.stop(), ...[rare, editing].map((one) => one?.then(({ stop }) => stop()))]);
    },
  };

  async function takeState({ state, width }: StatePicture): Promise<Buffer> {
    const visitor = await createVisitor(browser, await selectOrigin(state), {
      viewport: { width, height: state.height ?? heights[width] },
      ...state.options,
    });
    const { page } = visitor;
    visitor.expectsTrouble();
    await awaitFonts(page);
    if (state.path !== undefined) await page.goto(state.path);
    if (state.options?.javaScriptEnabled !== false) {
      await visitor.isHydrated();
      await awaitSettledPage(visitor);
    }
    await state.bringAbout?.(visitor);
    if (!state.isHovered) await page.mouse.move(0, 0);
    // With forced colours, a caret cannot be hidden.
    if (state.options?.forcedColors)
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const foreign = await foreignFonts(page);
    if (foreign.length > 0)
      throw new Error(
        `Cannot take "${state.name}": it is drawn with this machine's ${foreign.join(', ')}; use the site's own fonts`,
      );
    // Last: the query of fonts would reset it.
    if (state.isPrinted) await page.emulateMedia({ media: 'print' });
    const png = await takePicture(page, await findClip(page, state.shows));
    await visitor.leaves();
    return png;
  }
}

/** Returns the area of a picture. Undefined for the window. */
async function findClip(page: Page, shows: PictureState['shows']): Promise<Box | undefined> {
  if (shows === 'window') return undefined;
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: document.documentElement.scrollHeight,
  }));
  if (shows === 'page') return { x: 0, y: 0, width, height };
  const box = await page.locator(shows).evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left: left + scrollX, right: right + scrollX, top: top + scrollY, bottom: bottom + scrollY };
  });
  const [x, y] = [Math.max(0, Math.floor(box.left - margin)), Math.max(0, Math.floor(box.top - margin))];
  const right = Math.min(width, Math.ceil(box.right + margin));
  return { x, y, width: right - x, height: Math.ceil(box.bottom + margin) - y };
}
