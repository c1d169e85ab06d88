import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, onTestFinished } from 'vitest';
import type { Documents } from '#engine';
import { formatDocumentText } from '#engine/editing/index.ts';
import type { DraftView } from '../../src/api/studio.ts';
import { runSlipway } from '../cli/run-cli.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { writeDocuments } from '../support/forms.ts';
import { awaitSaved, createAnnouncementReader, publishInStudio, studioJourneys } from '../support/studio.ts';

const it = studioJourneys({ documents: {} });

/** The row of a type in the list of forms. */
const row = (page: Page, type: string) => page.getByRole('row').filter({ hasText: type }).first();

/** Returns the choices of a page's enquiry type, in order. */
const offered = (html: string) =>
  [
    ...(/<select[^>]*name="enquiry_type".*?<\/select>/s.exec(html)?.[0] ?? '').matchAll(
      /<option[^>]*>([^<]+)</g,
    ),
  ].map(([, label]) => label);

async function pageAt(url: string, path: string, language = 'en'): Promise<string> {
  const headers = { accept: 'text/html', 'accept-language': language };
  return (await fetch(new URL(path, url), { headers })).text();
}

async function draftDocuments(page: Page): Promise<Documents> {
  const answer = await page.evaluate(async () => (await fetch('/studio/api/draft')).text());
  return (JSON.parse(answer) as DraftView).documents;
}

describe('an enquiry type', () => {
  it('is copied, named, moved, published and sent; retired, no longer offered; and restored as it was', async ({
    newVisitor,
    server,
    opens,
    expect,
  }) => {
    const page = await opens('/studio/forms');
    await page.getByRole('button', { name: 'New enquiry type' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Winter storage');
    await page.getByLabel('Begin with').selectOption('type service');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Winter storage' }).waitFor();
    await page.getByRole('link', { name: 'Forms', exact: true }).first().click();
    await page.getByRole('button', { name: 'Names of Winter storage' }).click();
    const names = page.getByRole('group', { name: 'Names of Winter storage' });
    await names.getByLabel('Deutsch').fill('Winterlager');
    for (const place of [5, 4]) {
      await page.getByRole('button', { name: 'Move Winter storage up' }).click();
      await expect.poll(createAnnouncementReader(page)).toBe(`Winter storage is now ${place} of 7.`);
    }
    await row(page, 'Winter storage').getByText('New', { exact: true }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await publishInStudio(page);
    const inEnglish = offered(await pageAt(server.url, '/contact'));
    expect(inEnglish.indexOf('Winter storage')).toBe(inEnglish.indexOf('Boat valuation') - 1);
    expect(offered(await pageAt(server.url, '/contact', 'de'))).toContain('Winterlager');

    const outside = await newVisitor();
    await outside.visits('/contact');
    const option = outside.control('enquiry_type').locator('option', { hasText: 'Winter storage' });
    await outside.fills({ enquiry_type: String(await option.getAttribute('value')) });
    await outside.fills({
      office_location: '1',
      name: 'Ann Berry',
      email: 'ann@winter.example',
      boat_model: 'Tewyn 38',
      message: 'From October on',
    });
    await outside.sends();
    await outside.sees('Thank you');
    const sent = (await server.enquiries()).find(({ values }) => values.email === 'ann@winter.example');
    expect(sent?.values).toMatchObject({ enquiry_type: 10, message: 'From October on' });
    await page.reload();
    await row(page, 'Winter storage').getByText('1 enquiry').waitFor();

    const before = await draftDocuments(page);
    await page.getByRole('button', { name: 'Archive Winter storage' }).click();
    await expect.poll(createAnnouncementReader(page)).toContain('Winter storage is archived');
    // All related removals are in one finding.
    await row(page, 'Winter storage')
      .getByText(/inactive with it: [1-9]\d* scenarios, \d+ rules?, \d+ texts?/)
      .waitFor();
    await page.getByRole('link', { name: 'Checks', exact: true }).click();
    await page.getByText('Every situation is checked.').waitFor();
    await expect.poll(() => page.getByText('"winter-storage"').count()).toBe(1);
    await publishInStudio(page);
    expect(offered(await pageAt(server.url, '/contact'))).not.toContain('Winter storage');

    await page.getByRole('link', { name: 'Forms', exact: true }).first().click();
    await page.getByRole('button', { name: 'Restore Winter storage' }).click();
    await expect.poll(createAnnouncementReader(page)).toBe('Winter storage is restored.');
    await publishInStudio(page);
    expect(offered(await pageAt(server.url, '/contact'))).toEqual(inEnglish);
    const after = await draftDocuments(page);
    for (const [file, document] of Object.entries(before))
      expect(JSON.stringify((after as typeof before)[file as never]), file).toBe(JSON.stringify(document));

    // The studio shows the same text as `slipway format` writes.
    const folder = mkdtempSync(join(tmpdir(), 'slipway-types-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const texts = Object.keys(after).map((file) => [file, formatDocumentText(after, file)]);
    writeDocuments(join(folder, 'schemas'), Object.fromEntries(texts));
    expect(await runSlipway(['format', '--check'], { cwd: folder })).toMatchObject({ code: 0 });
  });

  it('that all rules fall back to is retired, and no page is without a form', async ({
    server,
    opens,
    expect,
  }) => {
    const noForm = /class="site-empty"/;
    const paths = (await visitorPaths(server.url)).filter((path) => path !== '');
    const without = async () => {
      const found: string[] = [];
      for (const path of paths) if (noForm.test(await pageAt(server.url, path))) found.push(path);
      return found;
    };
    const before = await without();
    expect(before).toContain('/offices/winter');
    const page = await opens('/studio/forms');
    await page.getByRole('button', { name: 'Archive General' }).click();
    await row(page, 'General')
      .getByText(/A page that lists no other type .*\/follow/)
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await publishInStudio(page);
    expect(await without()).toEqual(before);
    expect(offered(await pageAt(server.url, '/follow'))).toContain('Buying a yacht');

    // After retiring the others too, there is one finding, and nothing can be published.
    const retire = page.getByRole('button', { name: /^Archive / });
    for (let left = await retire.count(); left > 0; left--) await retire.first().click();
    await awaitSaved(page);
    await page.getByRole('link', { name: 'Checks', exact: true }).click();
    await page.getByText('every enquiry type is archived').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('heading', { name: /prevents? publishing/ }).waitFor();
    const now = page.getByRole('button', { name: 'Publish now' });
    expect(await now.isEnabled()).toBe(false);
    await now.dispatchEvent('click');
    expect(await without()).toEqual(before);
  });
});

/** Returns the paths of the links on the demonstration's index. */
async function visitorPaths(url: string): Promise<readonly string[]> {
  const index = await pageAt(url, '/');
  return [...new Set([...index.matchAll(/href="(\/[^"#?]*)"/g)].map(([, path]) => path ?? ''))].filter(
    (path) => path !== '/' && !path.includes('.'),
  );
}
