import type { Tab, TabKey } from './tab.ts';
import type { WebdriverSession } from './webdriver.ts';

/** WebDriver, "Keyboard Actions". */
const keys: Readonly<Record<TabKey, string>> = {
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowUp: '\uE013',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  Tab: '\uE004',
};

/** Returns the current window of a session as a tab. */
export function createWebkitTab({ ask, find, evaluate }: WebdriverSession): Tab {
  return {
    engine: 'webkit',
    goto: async (url) => void (await ask('POST', '/url', { url })),
    reload: async () => void (await ask('POST', '/refresh', {})),
    back: async () => void (await ask('POST', '/back', {})),
    evaluate,
    async click(selector) {
      // The driver does not wait for smooth scrolling.
      await evaluate(scrollIntoView, selector);
      await ask('POST', `${await find(selector)}/click`, {});
    },
    type: async (selector, text) => void (await ask('POST', `${await find(selector)}/value`, { text })),
    // The list of a select is a separate window, which the driver does not find.
    choose: (selector, value) => evaluate(chooseOption, selector, value),
    upload: async (selector, paths) =>
      void (await ask('POST', `${await find(selector)}/value`, { text: paths.join('\n') })),
    press: async (key) => {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[key] }));
      await ask('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
    },
    async drag([first, ...others], pointerType = 'mouse') {
      const moves = others.map((point) => ({ type: 'pointerMove', ...point, duration: 20 }));
      const actions = [
        { type: 'pointerMove', ...first, duration: 0 },
        { type: 'pointerDown', button: 0 },
        ...moves,
        { type: 'pointerUp', button: 0 },
      ];
      const source = { type: 'pointer', id: pointerType, parameters: { pointerType }, actions };
      await ask('POST', '/actions', { actions: [source] });
    },
    focus: async () => undefined,
    async resize(width, height) {
      // The borders and bars of a window are measured and added.
      const [across, down] = await evaluate(
        () => [outerWidth - innerWidth, outerHeight - innerHeight] as const,
      );
      // Without a window manager, a window has the keyboard only while the pointer, in the middle of the
      // display, is in it: at its edge.
      await ask('POST', '/window/rect', { x: 639, y: 0, width: width + across, height: height + down });
    },
    screenshot: async () => Buffer.from(await ask<string>('GET', '/screenshot'), 'base64'),
    close: async () => void (await ask('DELETE', '/window')),
  };
}

/** Runs in the page. */
function scrollIntoView(selector: string): void {
  document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

function chooseOption(selector: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(selector);
  if (!select) throw new Error(`Cannot find "${selector}"`);
  select.value = value;
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
}
