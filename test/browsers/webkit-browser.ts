import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { openDisplay } from './display.ts';
import { isolateBrowser } from './isolate-browser.ts';
import { createProcessGroup, type ProcessGroup } from './processes.ts';
import type { BrowserOptions, RunningBrowser } from './tab.ts';
import { defaultTimeoutMs, toShortLine } from './timeouts.ts';
import { openWebdriverSession, type WebdriverSession } from './webdriver.ts';
import { createWebkitTab } from './webkit-tab.ts';

const miniBrowsers = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser',
];

/** The small browser of Debian's WebKit; undefined if its packages are missing. */
const miniBrowser = miniBrowsers.find((path) => existsSync(path));

/**
 * Starts WebKit with its driver, in its own display.
 * @throws One line that names what does not start, within a minute.
 */
export async function openWebkitBrowser(options: BrowserOptions = {}): Promise<RunningBrowser> {
  const house = createProcessGroup(options.env);
  isolateBrowser(house, options);
  try {
    const session = await startAll(house);
    // It stays open, since a browser ends with its last window.
    const first = await session.ask<string>('GET', '/window');
    return {
      engine: 'webkit',
      async newTab() {
        await session.ask('POST', '/window', { handle: first });
        const { handle } = await session.ask<{ readonly handle: string }>('POST', '/window/new', newWindow);
        await session.ask('POST', '/window', { handle });
        return createWebkitTab(session);
      },
      close: () => house.end(),
    };
  } catch (error) {
    await house.end();
    throw new Error(`Cannot start webkit: ${toShortLine(error)}`);
  }
}

const newWindow = { type: 'window' } as const;

/** Starts the programs one after another, with one timeout for all. */
async function startAll(house: ProcessGroup): Promise<WebdriverSession> {
  const deadline = Date.now() + defaultTimeoutMs;
  const left = () => Math.max(0, deadline - Date.now());
  await openDisplay(house, left());
  const port = await findDriverPort();
  const origin = `http://127.0.0.1:${port}`;
  await house.start({
    name: 'the driver of WebKit',
    command: 'WebKitWebDriver',
    args: [`--port=${port}`],
    timeoutMs: left(),
    isReady: () => acceptsRequests(`${origin}/status`),
  });
  const wanted = {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
  };
  return openWebdriverSession(origin, wanted, { startMs: left(), answerMs: defaultTimeoutMs });
}

async function acceptsRequests(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
  return response?.ok === true;
}

/** The driver does not find a free port itself. */
function findDriverPort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
  });
  return promise;
}
