import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lastingBrowser, openBrowser } from './open-browser.ts';
import { impatient } from './patience.ts';
import { processesWith } from './processes.ts';
import type { BrowserOptions, Engine, RunningBrowser, Tab } from './tab.ts';

interface Fakes {
  /** An environment with programs of shell in place of the machine's; whatever is started with it can be found again. */
  readonly env: (programs?: Readonly<Record<string, string>>) => NodeJS.ProcessEnv;
  /** What still runs of all that was started with it. */
  readonly left: () => readonly number[];
}

/** By it the processes of a test are known. */
const variable = 'SLIPWAY_BROWSER_TEST';

const it = test.extend<Fakes & { readonly mark: string; readonly folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  mark: async ({}, use) => use(randomUUID()),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-fakes-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
  env: async ({ mark, folder }, use) => {
    await use((programs = {}) => {
      for (const [name, script] of Object.entries(programs))
        writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      const [FIREFOX, CHROMIUM] = [join(folder, 'firefox'), join(folder, 'chromium')];
      return {
        PATH: `${folder}:${process.env.PATH}`,
        [variable]: mark,
        ...(programs.firefox && { FIREFOX }),
        ...(programs.chromium && { CHROMIUM }),
      };
    });
  },
  left: async ({ mark }, use) => use(() => processesWith(variable, mark)),
});

const hangs = 'exec sleep 600';
const ends = 'echo "no screens found" >&2; exit 1';
/** It says that it is ready, and has no answer to anything else. */
const neverAnswers = `exec '${process.execPath}' -e '
const port = process.argv.at(-1).split("=")[1];
require("http").createServer(({ url }, answer) => url === "/status" && answer.end("{}")).listen(port, "127.0.0.1");
' -- "$@"`;

const patienceMs = 3000;

describe('a browser that does not start', () => {
  it.for<[string, Engine, Record<string, string>, RegExp]>([
    ['Firefox ends', 'firefox', { firefox: ends }, /^Cannot start firefox: .*no screens found/],
    ['Firefox hangs', 'firefox', { firefox: hangs }, /^Cannot start firefox: /],
    ['Chromium ends', 'chromium', { chromium: ends }, /^Cannot start chromium: .*no screens found/],
    ['Chromium hangs', 'chromium', { chromium: hangs }, /^Cannot start chromium: /],
    [
      'there is no display',
      'webkit',
      { Xvfb: ends },
      /display :\d+ \(Xvfb\): it ended at once: no screens found/,
    ],
    ['the display hangs', 'webkit', { Xvfb: hangs }, /display :\d+ \(Xvfb\): not ready after /],
    [
      'the driver ends',
      'webkit',
      { WebKitWebDriver: ends },
      /the driver of WebKit \(WebKitWebDriver\): it ended at once/,
    ],
    [
      'the driver hangs',
      'webkit',
      { WebKitWebDriver: hangs },
      /the driver of WebKit \(WebKitWebDriver\): not ready after /,
    ],
    [
      'its driver gives no browser',
      'webkit',
      { WebKitWebDriver: neverAnswers },
      /POST \/session: no answer after /,
    ],
  ])(
    'is told of in one line, and leaves nothing: %s',
    async ([_what, engine, programs, line], { env, left }) => {
      const started = openBrowser(engine, { env: env(programs), patienceMs });
      const message = await started.then(
        () => 'it started',
        ({ message }: Error) => message,
      );
      expect(message).toMatch(line);
      expect(message).not.toContain('\n');
      expect(left()).toEqual([]);
    },
  );

  it('is none that is not there', async ({ env, left }) => {
    const options: BrowserOptions = { env: { ...env(), FIREFOX: '/no/firefox' } };
    await expect(openBrowser('firefox', options)).rejects.toThrow(
      'Cannot start firefox: there is no /no/firefox',
    );
    expect(left()).toEqual([]);
  });
});

describe('a browser that no longer answers', () => {
  it('is told of in one line', async () => {
    const tab = { engine: 'firefox', click: () => new Promise<void>(() => undefined) } as unknown as Tab;
    await expect(impatient(tab, 5).click('#send')).rejects.toThrow(
      /^firefox click #send: no answer after 0.005 s$/,
    );
  });

  it('is closed, and another started for whoever comes next', async () => {
    const log: string[] = [];
    const tab = {} as Tab;
    let count = 0;
    const browser = lastingBrowser(async (): Promise<RunningBrowser> => {
      const name = `browser ${++count}`;
      log.push(`${name} opens`);
      const answers = ['a tab', 'a tab', 'nothing'];
      return {
        engine: 'webkit',
        newTab: async () => {
          if (answers.shift() === 'a tab') return tab;
          throw new Error('no answer');
        },
        close: async () => void log.push(`${name} closes`),
      };
    });
    for (let visitor = 0; visitor < 3; visitor++) expect(await browser.newTab()).toBe(tab);
    await browser.close();
    expect(log).toEqual(['browser 1 opens', 'browser 1 closes', 'browser 2 opens', 'browser 2 closes']);
  });
});

describe('whoever is ended without time to tidy up', () => {
  it.for<Engine>(['firefox', 'webkit', 'chromium'])('leaves nothing of %s', async (engine, { env, left }) => {
    const script = `const { openBrowser } = await import(${JSON.stringify(import.meta.resolve('./open-browser.ts'))});
      await openBrowser('${engine}', { env: process.env });
      console.log('open');
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, ...env() },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => {
      child.stdout.once('data', resolve);
      child.once('exit', resolve);
    });
    expect(left().length).toBeGreaterThan(1);
    child.kill('SIGKILL');
    await expect.poll(left).toEqual([]);
  });
});

describe('a page that another stands before', () => {
  it.for<Engine>(['firefox', 'chromium'])('is clicked all the same: %s', async (engine) => {
    const browser = await openBrowser(engine);
    try {
      const tab = await browser.newTab();
      await tab.goto(`data:text/html,<button onclick="this.textContent += '.'"></button>`);
      await (await browser.newTab()).goto('data:text/html,<p>Another');
      // Firefox would take 1, 3, 12, 48 seconds for two frames, and so on.
      for (let clicks = 0; clicks < 5; clicks++) await tab.click('button');
      expect(await tab.evaluate(() => document.querySelector('button')?.textContent)).toBe('.....');
    } finally {
      await browser.close();
    }
  });
});
