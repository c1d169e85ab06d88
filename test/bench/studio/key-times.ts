import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** For each location of a label, the milliseconds from each key to the frame that showed it. */
export type KeyTimes = Readonly<Record<string, readonly number[]>>;

/** The typed text, and the locations that must show it. */
export interface Typing {
  /** The label before the first key; typed text is appended. */
  readonly label: string;
  readonly keys: number;
  /** The title of the frame that contains the label, by name; empty for the page itself. */
  readonly places: Readonly<Record<string, string>>;
}

/** Ten keys a second, as a quick typist. */
const keyEveryMs = 100;

const patienceMs = 30_000;

declare global {
  interface Window {
    __keyTimes?: Record<string, number[]>;
  }
}

/**
 * Types at a typist's speed into the focused control, with the caret at the end, whether or not the page
 * keeps up.
 */
export async function measureKeyTimes(page: Page, typing: Typing): Promise<KeyTimes> {
  await page.evaluate(watchLabel, typing);
  for (let key = 0; key < typing.keys; key += 1) {
    await page.keyboard.press('x');
    await wait(keyEveryMs);
  }
  await page.waitForFunction(
    (keys) => Object.values(window.__keyTimes ?? {}).every((times) => times.length >= keys),
    typing.keys,
    { timeout: patienceMs },
  );
  return (await page.evaluate(() => window.__keyTimes)) ?? {};
}

/** Runs in the page: records in every frame how much of the typed text each location shows. */
function watchLabel({ label, keys, places }: Typing): void {
  const pressedAt: number[] = [];
  addEventListener('keydown', ({ timeStamp }) => pressedAt.push(timeStamp), true);
  const found: Record<string, number[]> = Object.fromEntries(Object.keys(places).map((name) => [name, []]));
  window.__keyTimes = found;
  const elements: Record<string, Element | undefined> = {};
  const checkFrame = () => {
    for (const [name, frame] of Object.entries(places)) {
      const root = frame
        ? document.querySelector<HTMLIFrameElement>(`iframe[title="${frame}"]`)?.contentDocument
        : document;
      const known = elements[name];
      const element = known?.isConnected && known.ownerDocument === root ? known : search(root ?? null);
      elements[name] = element;
      const [, typed = ''] = new RegExp(`${label}(x*)`).exec(element?.textContent ?? '') ?? [];
      const times = found[name] ?? [];
      for (let key = times.length; key < typed.length; key += 1)
        times.push(performance.now() - (pressedAt[key] ?? Number.NaN));
    }
    if (Object.values(found).some((times) => times.length < keys)) requestAnimationFrame(checkFrame);
  };
  const search = (root: Document | null) => {
    const texts = root?.createTreeWalker(root.body, NodeFilter.SHOW_TEXT);
    for (let node = texts?.nextNode(); node; node = texts?.nextNode()) {
      const { parentElement } = node;
      const isControl = parentElement?.matches('textarea, script, option') ?? true;
      if (!isControl && node.textContent?.startsWith(label) && parentElement?.checkVisibility())
        return parentElement;
    }
    return undefined;
  };
  requestAnimationFrame(checkFrame);
}
