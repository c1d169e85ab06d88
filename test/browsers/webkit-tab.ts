import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDisplay } from './display.ts';
import { household } from './processes.ts';
import type { Tab, TabOptions } from './tab.ts';

const miniBrowsers = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser',
];

/** The small browser around Debian's WebKit; none where its packages are missing. */
const miniBrowser = miniBrowsers.find((path) => existsSync(path));

/** WebDriver 2, "Elements": the key under which an element's reference stands. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** WebDriver 2, "Keyboard Actions". */
const keys = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' } as const;

/** Opens a fresh WebKit by WebDriver (https://w3c.github.io/webdriver/), in a display of its own. */
export async function openWebkitTab({
  isDark = false,
  hasForcedColours = false,
}: TabOptions = {}): Promise<Tab> {
  const house = household({
    GTK_THEME: isDark ? 'Adwaita:dark' : hasForcedColours ? 'HighContrast' : 'Adwaita',
  });
  try {
    shrinkBars(house);
    await openDisplay(house);
    return await tabOf(house);
  } catch (error) {
    await house.end();
    throw error;
  }
}

/** The browser's own buttons would keep its window from being as narrow as a phone. */
function shrinkBars({ folder, env }: ReturnType<typeof household>): void {
  const settings = join(folder, '.config/gtk-3.0');
  mkdirSync(settings, { recursive: true });
  writeFileSync(
    join(settings, 'gtk.css'),
    '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px }',
  );
  env.HOME = folder;
  delete env.XDG_CONFIG_HOME;
}

async function tabOf(house: ReturnType<typeof household>): Promise<Tab> {
  const origin = await startDriver(house);
  const session = await newSession(origin);
  const ask = <Answer = unknown>(method: string, path: string, body?: unknown) =>
    command<Answer>(method, `${origin}/session/${session}${path}`, body);
  await ask('POST', '/timeouts', { script: 60_000, pageLoad: 60_000, implicit: 0 });
  const find = async (selector: string) => {
    const found = await ask<Record<string, string>>('POST', '/element', {
      using: 'css selector',
      value: selector,
    });
    return `/element/${found[elementKey]}`;
  };
  const evaluate: Tab['evaluate'] = (run, ...args) =>
    ask('POST', '/execute/async', { script: scriptOf(run), args }).then(answered) as never;
  return {
    engine: 'webkit',
    goto: async (url) => void (await ask('POST', '/url', { url })),
    reload: async () => void (await ask('POST', '/refresh', {})),
    back: async () => void (await ask('POST', '/back', {})),
    evaluate,
    async click(selector) {
      // The driver does not wait for a page that scrolls smoothly.
      await evaluate(bringIntoView, selector);
      await ask('POST', `${await find(selector)}/click`, {});
    },
    type: async (selector, text) => void (await ask('POST', `${await find(selector)}/value`, { text })),
    // Its list is a window of its own, which the driver does not find.
    choose: (selector, value) => evaluate(chooseOption, selector, value),
    upload: async (selector, paths) =>
      void (await ask('POST', `${await find(selector)}/value`, { text: paths.join('\n') })),
    press: async (key) =>
      void (await ask('POST', '/actions', {
        actions: [
          {
            type: 'key',
            id: 'keys',
            actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[key] })),
          },
        ],
      })),
    focus: async () => undefined,
    resize: (width, height) => resize({ width, height }, ask),
    screenshot: async () => Buffer.from(await ask<string>('GET', '/screenshot'), 'base64'),
    async close() {
      await ask('DELETE', '').catch(() => undefined);
      await house.end();
    },
  };
}

type Ask = <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>;

async function startDriver({ start }: ReturnType<typeof household>): Promise<string> {
  const port = 20_000 + (process.pid % 20_000);
  const origin = `http://127.0.0.1:${port}`;
  await start({
    name: 'the driver of WebKit',
    command: 'WebKitWebDriver',
    args: [`--port=${port}`],
    timeoutMs: 15_000,
    isReady: () =>
      fetch(`${origin}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  return origin;
}

async function newSession(origin: string): Promise<string> {
  const alwaysMatch = {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
  };
  const { sessionId } = await command<{ readonly sessionId: string }>('POST', `${origin}/session`, {
    capabilities: { alwaysMatch },
  });
  return sessionId;
}

/** @throws with the command and what the driver said. */
async function command<Answer>(method: string, url: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(90_000),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as {
    readonly value: Answer & { readonly error?: string; readonly message?: string };
  };
  if (response.ok) return value;
  throw new Error(
    `WebKit: ${method} ${new URL(url).pathname.replace(/.*session\/[^/]+/, '')}: ${value.error} ${value.message}`,
  );
}

/** Runs in the page. */
function bringIntoView(selector: string): void {
  document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/** Runs in the page. */
function chooseOption(selector: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(selector);
  if (!select) throw new Error(`Cannot find "${selector}"`);
  select.value = value;
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
}

/** A promise is waited for, and what it is refused with comes back as words. */
function scriptOf(run: unknown): string {
  return `const [answer, ...args] = [arguments[arguments.length - 1], ...[...arguments].slice(0, -1)];
    Promise.resolve().then(() => (${run})(...args)).then((value) => answer({ value }), (error) => answer({ error: String(error) }));`;
}

function answered(answer: unknown): unknown {
  const { value, error } = answer as { readonly value?: unknown; readonly error?: string };
  if (error !== undefined) throw new Error(`WebKit: ${error}`);
  return value ?? undefined;
}

/** A window has borders and bars of its own: they are measured and added. */
async function resize(wanted: { readonly width: number; readonly height: number }, ask: Ask): Promise<void> {
  const bars = await ask<readonly [number, number]>('POST', '/execute/sync', {
    script: 'return [outerWidth - innerWidth, outerHeight - innerHeight]',
    args: [],
  });
  await ask('POST', '/window/rect', { width: wanted.width + bars[0], height: wanted.height + bars[1] });
}
