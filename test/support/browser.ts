import { existsSync } from 'node:fs';

const installedBrowsers: readonly string[] = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Flags for every Chromium that tests start. Playwright adds `--headless` and a fresh profile.
 * Without the background flags Chromium calls its maker at every start, which a closed network answers with noise.
 */
export const browserFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path of a Chromium: `CHROMIUM` if set, else an installed browser, else the one that an npm package carries,
 * which is unpacked into the temporary folder at its first use.
 * @throws when `CHROMIUM` names a file that does not exist.
 */
export async function findBrowser(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const chosen = env.CHROMIUM;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(
      `Cannot use CHROMIUM "${chosen}": no such file; name a Chromium's executable or unset it`,
    );
  }
  return installedBrowsers.find((path) => existsSync(path)) ?? packagedBrowser();
}

async function packagedBrowser(): Promise<string> {
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}
