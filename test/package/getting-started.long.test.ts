import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type DocsBlock, parseCommands, readDocsBlocks } from '../cli/docs-blocks.ts';
import { browserFlags, findTestBrowser } from '../support/browser.ts';
import { findFreePort } from '../support/free-port.ts';
import { buildPackage, installPackage, type PackageHost } from './installed.ts';

const blocks = readDocsBlocks('getting-started.md');
const schoolFair = fileURLToPath(new URL('../../examples/school-fair', import.meta.url));

let host: PackageHost;
beforeAll(async () => {
  const [, ...others] = blocks.flatMap(parseCommands).find(([, verb]) => verb === 'install') ?? [];
  host = await installPackage(await buildPackage(), { also: others.filter((name) => /^[\w@]/.test(name)) });
  // A reader's folder has what `npm install` leaves in an empty one.
  rmSync(join(host.folder, 'schemas'), { recursive: true });
  host.write('package.json', '{}');
});
afterAll(() => host?.remove());

/**
 * Starts a program of the host's Node in its folder, which ends with the test. Resolves with what it prints,
 * up to its address; all that it prints is added to `lines`.
 */
async function startProgram(args: readonly string[], lines: string[] = []): Promise<string> {
  const child = spawn(process.execPath, [...args], { cwd: host.folder, env: { PATH: process.env.PATH } });
  onTestFinished(() => void child.kill());
  let printed = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        printed += stripVTControlCharacters(String(part));
        lines.push(String(part));
        if (/http:\/\/localhost:\d+\D/.test(printed)) resolve(printed);
      });
    child.once('close', () => reject(new Error(`${args.join(' ')} ended:\n${printed}`)));
  });
}

const slipwayCommand = 'node_modules/slipway/src/package/command.js';

async function openPage(address: string): Promise<Page> {
  const browser = await chromium.launch({ executablePath: findTestBrowser(), args: [...browserFlags] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(address);
  return page;
}

function readAddress(printed: string): string {
  const [address] = /http:\/\/localhost:\d+/.exec(printed) ?? [];
  if (address === undefined) throw new Error(`No address was printed:\n${printed}`);
  return address;
}

describe('docs/getting-started.md', () => {
  it('has at most ten commands and edits', () => {
    const commands = blocks.filter(({ language }) => language === 'sh').flatMap(parseCommands);
    const edits = blocks.filter(({ marks }) => marks.new !== undefined);
    expect(commands.length + edits.length).toBeLessThanOrEqual(10);
  });

  it('is true, followed to the letter from an empty folder until the back end has an answer', async () => {
    expect(readdirSync(host.folder).toSorted()).toEqual(['node_modules', 'package.json']);
    // The page's port may be in use.
    const run = { backEnd: String(await findFreePort()), backEndLines: [] as string[] };
    let printed = '';
    for (const block of blocks) {
      const { language, marks, text, line } = block;
      if (marks.new !== undefined) {
        expect(existsSync(join(host.folder, marks.new)), `${marks.new} is new`).toBe(false);
        host.write(marks.new, text.replaceAll('3000', run.backEnd));
      }
      if (language === 'sh') printed = await runCommands(block, run);
      if (language === 'text')
        for (const each of text.trimEnd().split('\n'))
          expect(printed, `line ${line}`).toContain(each.replace('3000', run.backEnd));
    }
    const page = await openPage(readAddress(printed));
    await page.getByLabel('Your name').fill('Tom');
    await page.getByLabel('You are').selectOption({ label: 'A pupil' });
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Fill in: Class').first().waitFor();
    await page.getByLabel('Class').fill('2b');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Thank you').first().waitFor();
    expect(run.backEndLines.join('')).toContain("Registered: { name: 'Tom', role: 'pupil', class: '2b' }");
  });
});

interface PageRun {
  readonly backEnd: string;
  /** Receives what the back end prints. */
  readonly backEndLines: string[];
}

/** Runs the commands of a block, and returns what they print. */
async function runCommands(block: DocsBlock, { backEndLines }: PageRun): Promise<string> {
  let printed = '';
  for (const [program = '', ...words] of parseCommands(block)) {
    if (program === 'npm') expect(words[0]).toBe('install');
    else if (program === 'node') printed += await startProgram(words, backEndLines);
    else if (words[0] === 'vite') {
      const port = String(await findFreePort());
      printed += await startProgram(['node_modules/vite/bin/vite.js', '--port', port, '--strictPort']);
    } else if (words[1] === 'dev')
      printed += (await startProgram([slipwayCommand, 'dev', '--port', '0'])).replace(/\d{4,5}/, '4200');
    else {
      expect([program, words[0]]).toEqual(['npx', 'slipway']);
      printed += await host.slipway(...words.slice(1));
    }
  }
  return printed;
}

describe('examples/school-fair', () => {
  it('is checked, tested, filled in by steps and sent, on the page of slipway dev', async () => {
    cpSync(schoolFair, join(host.folder, 'school-fair'), { recursive: true });
    expect(await host.slipway('check', 'school-fair', '--strict')).toContain('nothing to fix.');
    expect(await host.slipway('test', 'school-fair/form.json')).toContain('4 scenarios pass.');
    const page = await openPage(
      readAddress(await startProgram([slipwayCommand, 'dev', 'school-fair', '--port', '0'])),
    );
    await fillInFair(page);
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/live/graphql'),
    );
    await page.getByRole('button', { name: 'Register' }).click();
    const { variables } = (await sent).postDataJSON();
    expect(variables).toMatchObject({
      name: 'Ada Hall',
      children: [{ first_name: 'Tom', class: 'year-2' }],
      help: 'cake',
      cakes: 2,
      shift: null,
    });
    await page.getByText('Thank you. You are registered.').first().waitFor();
  });

  it('is shown in React without a server, and gives typed values', async () => {
    for (const [file, text] of [
      ['vite.config.mjs', fairConfig],
      ['index.html', fairPage],
      ['main.jsx', fairProgram],
    ] as const)
      host.write(join('school-fair', file), text);
    const port = String(await findFreePort());
    const vite = ['node_modules/vite/bin/vite.js', 'school-fair', '--port', port, '--strictPort'];
    const page = await openPage(readAddress(await startProgram(vite)));
    await fillInFair(page);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Thank you. You are registered.').first().waitFor();
    expect(JSON.parse((await page.locator('output.sent').textContent()) ?? '')).toMatchObject({
      name: 'Ada Hall',
      role: 'parent',
      children: [{ first_name: 'Tom', class: 'year-2' }],
      cakes: 2,
    });
  });

  it('speaks German as completely as English', async () => {
    const page = await openPage(
      readAddress(await startProgram([slipwayCommand, 'dev', 'school-fair', '--port', '0'])),
    );
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByLabel('Elternteil von Kindern').check();
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByText('Füllen Sie aus: Ihr Name').first().waitFor();
  });
});

/** Fills in all steps of the school fair, up to the review. */
async function fillInFair(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Hall');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('A parent of children').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('First name').fill('Tom');
  await page.getByLabel('Year 2').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('I bake').check();
  await page.getByLabel('Number of cakes').fill('2');
  await page.getByRole('button', { name: 'Continue' }).click();
}

const fairConfig = `
import { slipway } from 'slipway/vite';

export default { plugins: [slipway()] };
`;

const fairPage =
  '<!doctype html><html lang="en"><body><div id="root"></div><script type="module" src="/main.jsx"></script></body></html>';

const fairProgram = `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { SlipwayForm } from 'slipway/react';
import form from './form.json?slipway';

function Page() {
  const [sent, setSent] = useState();
  return (
    <>
      <SlipwayForm form={form} onSubmit={async (values) => setSent(JSON.stringify(values))} />
      <output className="sent">{sent}</output>
    </>
  );
}

createRoot(document.getElementById('root')).render(<Page />);
`;
