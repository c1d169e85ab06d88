import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Where a label is seen, and how long each key took until the frame that showed it, in milliseconds. */
export type KeyTimes = Readonly<Record<string, readonly number[]>>;

/** What is typed, and where it has to show. */
export interface Typing {
  /** The label before the first key; what is typed is added to it. */
  readonly label: string;
  readonly keys: number;
  /** By name, the title of the frame in which the label is looked for; empty for the page itself. */
  readonly places: Readonly<Record<string, string>>;
}

/** A quick typist: ten keys a second. */
const keyEveryMs = 100;

/** How long the last key may take. */
const patienceMs = 30_000;

declare global {
  interface Window {
    __keyTimes?: Record<string, number[]>;
  }
}

/** Types into the control that has the focus, its caret behind the label, at a typist's speed, whether or not the page keeps up. */
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

/** Runs in the page: looks at every frame how much of what was typed stands where. */
function watchLabel({ label, keys, places }: Typing): void {
  const pressedAt: number[] = [];
  addEventListener('keydown', ({ timeStamp }) => pressedAt.push(timeStamp), true);
  const found: Record<string, number[]> = Object.fromEntries(Object.keys(places).map((name) => [name, []]));
  window.__keyTimes = found;
  const elements: Record<string, Element | undefined> = {};
  const look = () => {
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
    if (Object.values(found).some((times) => times.length < keys)) requestAnimationFrame(look);
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
  requestAnimationFrame(look);
}
