import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, onTestFinished } from 'vitest';
import type { DraftView } from '../../src/api/studio.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { startServerProcess } from '../support/server-process.ts';
import {
  awaitSaved,
  locateField,
  locatePreview,
  locateProperties,
  openOwnerStudio,
  studioJourneys,
} from '../support/studio.ts';
import { studioPassword } from '../support/studio-password.ts';

const it = studioJourneys({ documents: {} });

async function documentOf(page: Page, file: string): Promise<Record<string, unknown>> {
  const answer = await page.evaluate(async () => (await fetch('/studio/api/draft')).text());
  const { documents } = JSON.parse(answer) as DraftView;
  return (documents as Record<string, Record<string, unknown>>)[file] ?? {};
}

describe('what goes wrong in the studio', () => {
  it('a name that other types use with another type of value: told with its place, kept, not published', async ({
    opens,
    expect,
  }) => {
    const file = 'forms/careers/schema.json';
    const page = await opens(`/studio/json?${new URLSearchParams({ file })}`);
    const editor = page.getByRole('textbox', { name: `JSON of ${file}` });
    await editor.click();
    const schema = await documentOf(page, file);
    const { phone: _string, ...others } = schema.properties as Record<string, unknown>;
    const [{ phone: _value, ...example } = {}] = schema.examples as readonly Record<string, unknown>[];
    const properties = { ...others, phone: { type: 'number', title: 'Phone' } };
    const written = { ...schema, properties, examples: [example] };
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(JSON.stringify(written, null, 2));
    const reason = '"phone" is number here but string in "general"; give one of them another name';
    const reported = page.getByRole('listitem').filter({ hasText: reason });
    await reported.filter({ hasText: /^\d+:\d+ / }).waitFor();
    const line = Number(/^(\d+):/.exec((await reported.textContent()) ?? '')?.[1]);
    expect(JSON.stringify(written, null, 2).split('\n')[line - 1]).toContain('"phone"');
    expect(await findAxeViolations(page)).toEqual([]);
    await awaitSaved(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const blocking = page.getByRole('region', { name: /prevents? publishing/ });
    await blocking.getByText(reason).waitFor();
    const now = page.getByRole('button', { name: 'Publish now' });
    expect(await now.isEnabled()).toBe(false);
    await now.dispatchEvent('click');
    // The errors are what keeps it from publishing.
    await expect
      .poll(() => blocking.getByRole('heading').evaluate((heading) => heading === document.activeElement))
      .toBe(true);
    await page.goBack();
    await page.reload();
    await reported.waitFor();
    expect((await documentOf(page, file)).properties).toMatchObject({ phone: { type: 'number' } });
    await page.getByRole('link', { name: 'Checks', exact: true }).first().click();
    await page.getByText(reason).first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.getByText(reason).count()).toBe(0);
    await awaitSaved(page);
  });

  it('markup, slips and a pattern that hangs: inert in the preview, which goes on', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await openOwnerStudio(visitor, server.url, '/studio/forms/careers');
    await locateField(page, 'Name').getByRole('button').first().click();
    const panel = locateProperties(page);
    await expect.poll(() => panel.getByLabel('Label').inputValue()).toContain('ame');
    await locatePreview(page).getByRole('textbox', { name: /^Name/ }).waitFor();
    const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script>Name';
    for (const slip of [markup, 'Name {count, plural, one {#}']) {
      await panel.getByLabel('Label').fill(slip);
      await locateField(page, slip).waitFor();
      await panel.locator('.sw-error').first().waitFor();
      await awaitSaved(page);
      expect(await page.locator('img, main script').count()).toBe(0);
      expect(await locatePreview(page).locator('form img, form script').count()).toBe(0);
    }
    const long = 'A very long label '.repeat(600);
    await panel.getByLabel('Label').fill(long);
    await panel.getByText(/too long to read/).waitFor();
    await expect.poll(() => panel.getByLabel('Label').inputValue()).toBe(long);
    await panel.getByLabel('Label').fill('Your name');
    await locatePreview(page).getByText('Your name').first().waitFor();
    await panel.getByLabel('Pattern').fill('^(a+)+$');
    await panel
      .getByText(/takes extremely long/)
      .first()
      .waitFor();
    await awaitSaved(page);
    await panel.getByLabel('Label').fill('Your whole name');
    await locatePreview(page).getByText('Your whole name').first().waitFor();
    expect(visitor.troubles.filter((one) => one.includes('dialog'))).toEqual([]);
    await awaitSaved(page);
  });

  it('a file for translators of a version to come: refused as a whole, or read as far as it is known', async ({
    opens,
    expect,
  }) => {
    const page = await opens('/studio/texts?language=de');
    const before = await documentOf(page, 'texts/de.json');
    const brings = (name: string, text: string) =>
      page
        .getByLabel('An XLIFF or CSV file')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Import translations' }).click();
    await brings(
      'newer.xlf',
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.2" version="2.2" srcLang="en" trgLang="de"><file id="f"/></xliff>',
    );
    await page.getByText('This is XLIFF 2.2.').waitFor();
    await brings('newer.csv', 'format,key,en,de\n9,send-message,Send message,Los\n');
    await page.getByText('This is not a translation file.').waitFor();
    expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await documentOf(page, 'texts/de.json')).toEqual(before);
    await brings('more.csv', 'key,en,de,state,reviewer\nsend-message,Send message,Los,,Ann\n');
    await page.getByRole('button', { name: 'Import 1 text' }).click();
    await awaitSaved(page);
    expect(await documentOf(page, 'texts/de.json')).toEqual({ ...before, 'send-message': 'Los' });
  });

  it('a server that is started again amid an edit, with another password: asked again, nothing lost', async ({
    visitor,
    expect,
  }) => {
    visitor.expectsTrouble();
    const data = mkdtempSync(join(tmpdir(), 'slipway-restarted-'));
    const env = { SLIPWAY_DATA: data };
    let server = await startServerProcess({ env: { ...env, SLIPWAY_STUDIO_PASSWORD: studioPassword } });
    onTestFinished(async () => {
      await server.stop();
      rmSync(data, { recursive: true });
    });
    const page = await openOwnerStudio(visitor, server.url, '/studio/forms/careers');
    await locateField(page, 'Message').getByRole('button').first().click();
    const hint = locateProperties(page).getByLabel('Hint');
    await hint.fill('As short as you like');
    await awaitSaved(page);
    const port = new URL(server.url).port;
    await server.kill();
    await hint.pressSequentially(', or long');
    await page.getByText('Offline').waitFor();
    server = await startServerProcess({
      env: { ...env, PORT: port, SLIPWAY_STUDIO_PASSWORD: 'another password' },
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('nothing that you changed is lost').waitFor();
    await dialog.getByLabel('Password').fill('another password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await awaitSaved(page);
    await expect.poll(() => hint.inputValue()).toBe('As short as you like, or long');
    await page.reload();
    await locateField(page, 'Message').getByRole('button').first().click();
    await expect.poll(() => hint.inputValue()).toBe('As short as you like, or long');
    // Edits of one field are one step, which can still be undone.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => hint.inputValue()).toBe('');
    await awaitSaved(page);
  });
});
