import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocsBlocks } from '../cli/docs-blocks.ts';
import { browserFlags, findTestBrowser } from '../support/browser.ts';
import { createFormContent } from './form-content.ts';
import { type BuiltHostSite, buildHostSite } from './host-page.ts';
import { type BuiltPackage, buildPackage, installPackage, type PackageHost } from './installed.ts';

let built: BuiltPackage;
let host: PackageHost;
let site: BuiltHostSite;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  built = await buildPackage();
  host = await installPackage(built, { withPeers: true });
  host.write('content.json', JSON.stringify(createFormContent()));
  host.write('index.html', document);
  host.write('main.js', program);
  site = await buildHostSite(host);
  browser = await chromium.launch({ executablePath: findTestBrowser(), args: [...browserFlags] });
  page = await browser.newPage();
  await page.goto(site.origin);
  await page.selectOption('[name=enquiry_type]', '8');
  await page.click('.sw-button--primary');
  await page.waitForSelector('[aria-invalid=true]');
  await page.evaluate(() => Promise.all(globalThis.document.getAnimations().map(({ finished }) => finished)));
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  host?.remove();
});

describe('slipway/theme.css', () => {
  it('holds against what a host says of bare elements', async () => {
    const before = await page.evaluate(stylesOf, '.sw-host, .sw-host *');
    expect(Object.keys(before).length).toBeGreaterThan(100);
    const sheet = await page.addStyleTag({ content: hostile });
    const after = await page.evaluate(stylesOf, '.sw-host, .sw-host *');
    expect(differences(before, after)).toEqual([]);
    await sheet.evaluate((style) => style.parentElement?.removeChild(style));
  });

  it('is styled as on our own pages where the host says nothing', async () => {
    const taken = await page.evaluate(() => {
      const of = (selector: string, property: string) =>
        getComputedStyle(globalThis.document.querySelector(selector) as Element).getPropertyValue(property);
      return [
        of('.sw-input', 'min-height'),
        of('.sw-button--primary', 'background-color'),
        of('.sw-title', 'margin-top'),
        of('.sw-label', 'display'),
      ];
    });
    expect(taken).toEqual(['52px', expect.stringMatching(/^rgb/), '0px', expect.any(String)]);
  });

  it('changes nothing of the host', async () => {
    const own = 'body > :not(#root), body > :not(#root) *';
    const withTheme = await page.evaluate(stylesOf, own);
    await page.evaluate(() => {
      for (const sheet of globalThis.document.styleSheets) sheet.disabled = true;
    });
    const without = await page.evaluate(stylesOf, own);
    expect(differences(without, withTheme)).toEqual([]);
    await page.evaluate(() => {
      for (const sheet of globalThis.document.styleSheets) sheet.disabled = false;
    });
  });

  it('takes other properties, and what the host says in the layer that is meant for it, as docs/theming.md shows', async () => {
    const [properties, inLayer] = readDocsBlocks('theming.md').filter(({ language }) => language === 'css');
    expect(properties?.text).toContain('--sw-color-action: #0b5d66;');
    const sheet = await page.addStyleTag({ content: `${properties?.text}${inLayer?.text}` });
    const button = page.locator('.sw-button--primary').first();
    await expect
      .poll(() => button.evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe('rgb(11, 93, 102)');
    const input = page.locator('.sw-input').first();
    await expect.poll(() => input.evaluate((element) => getComputedStyle(element).borderRadius)).toBe('8px');
    await expect
      .poll(() => button.evaluate((element) => getComputedStyle(element).textTransform))
      .toBe('uppercase');
    await sheet.evaluate((style) => style.parentElement?.removeChild(style));
  });

  it('has every sheet of the form in it, and no selector that reaches out', () => {
    const theme = readFileSync(join(built.folder, 'theme.css'), 'utf8');
    for (const part of ['.sw-dialog', '.sw-photo', '.sw-combobox', '.sw-step', '.sw-notice', '.sw-resume'])
      expect(theme).toContain(part);
    expect([...new Set(theme.match(/(?<=@layer )[^{;]+/g))]).toEqual([
      'slipway.host.reset',
      'slipway.host.theme',
    ]);
    expect(theme).not.toContain('@import');
  });
});

/** Returns the computed styles of elements and of their pseudo-elements, by position in the page. */
function stylesOf(selector: string): Record<string, string> {
  const all = [...globalThis.document.querySelectorAll(selector)];
  const entries = all.flatMap((element, place) =>
    ['', '::before', '::after', '::placeholder'].map((part) => {
      const style = getComputedStyle(element, part || null);
      const text = [...style]
        .filter((name) => !name.startsWith('--'))
        .map((name) => `${name}: ${style.getPropertyValue(name)}`)
        .join('; ');
      return [`${place} ${element.tagName}.${element.getAttribute('class') ?? ''}${part}`, text] as const;
    }),
  );
  return Object.fromEntries(entries);
}

function differences(before: Record<string, string>, after: Record<string, string>): readonly string[] {
  return Object.entries(before).flatMap(([name, style]) => {
    const other = new Set(after[name]?.split('; '));
    const changed = style.split('; ').filter((line) => !other.has(line));
    return changed.length === 0 ? [] : [`${name} had ${changed.slice(0, 4).join('; ')}`];
  });
}

const document = `<!doctype html>
<html lang="en">
  <body>
    <h1>Our yard</h1>
    <p>Some <a href="/boats">words</a>, and a <button>button</button> <input placeholder="Search"></p>
    <ul><li>One</li></ul>
    <div id="root" style="all: initial !important; display: block !important; inline-size: 60rem !important"></div>
    <script type="module" src="/main.js"></script>
  </body>
</html>`;

const program = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { ContactFormSection } from 'slipway/react';
import 'slipway/theme.css';
import content from './content.json';

createRoot(document.getElementById('root')).render(createElement(ContactFormSection, { content }));
`;

/** Typical styles of sites: a reset, a framework's base, a theme's prose, and inherited properties. */
const hostile = `
* { margin: 7px; box-sizing: content-box; letter-spacing: 2px; }
*::before, *::after { content: 'x'; color: red; }
html { line-height: 3; }
body { font: italic 900 30px/3 cursive; color: hotpink; text-transform: uppercase; text-align: center; word-spacing: 9px; text-indent: 20px; white-space: pre; cursor: wait; visibility: visible; list-style: square; }
h1, h2, h3, h4 { color: red; font-size: 60px; margin: 40px; text-decoration: underline; border: 3px solid; }
body h2, .page h2, #root h2, #root h2:hover { color: lime; letter-spacing: 1em; }
p, ul, ol, li { margin: 3em; padding: 2em; background: yellow; }
a, a:link, #root a:not(.btn) { color: red; text-decoration: line-through; font-weight: 900; border-bottom: 4px dotted; }
button, input[type='submit'], body button:not([disabled]) { border-radius: 999px; background: hotpink; text-transform: uppercase; padding: 40px; box-shadow: 0 0 9px red; transform: rotate(3deg); min-width: 400px; }
input, select, textarea, input[type='text'], input:not([type='checkbox']):not([type='radio']) { display: inline; width: 50px; height: 90px; border: 9px dashed; background: black; color: white; font-family: cursive; }
input::placeholder { color: red; font-size: 5px; }
label { display: block; font-weight: 900; float: left; width: 30%; color: red; }
fieldset, legend { border: 9px solid; padding: 5em; float: right; }
div, section, form, header { display: block; padding: 5px; background: orange; position: static; max-width: 300px; }
table, td, th { border: 9px solid; }
img, svg, video { display: block; max-width: 20px; opacity: 0.1; }
span, strong, em, small { font-size: 50px; color: blue; text-shadow: 1px 1px red; }
[class] { outline: 5px solid red; }
[id] { filter: blur(3px); }
#root * { line-height: 5; transition: all 9s; animation: none; }
`;
