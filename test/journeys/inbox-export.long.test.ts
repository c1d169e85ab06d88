import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { serverSettings } from '../../src/server/config/settings.ts';
import { openSqliteStoreBeside } from '../../src/server/store/sqlite/sqlite-store.ts';
import { newEntry } from '../../src/server/store/testing/new-entry.ts';
import { violations } from '../support/accessibility.ts';
import { opensStudio, studioJourneys } from '../support/studio.ts';

const it = studioJourneys({ documents: {} });

const dayMs = 86_400_000;

/** Stores enquiries that arrived so many days ago, as if they had been sent then; their references. */
async function arrived(data: string, ...daysAgo: readonly number[]): Promise<readonly string[]> {
  const store = openSqliteStoreBeside({ dataFolder: data, settings: serverSettings });
  const entries = daysAgo.map((days) =>
    newEntry({
      receivedAt: Date.now() - days * dayMs,
      values: { name: 'Ada', message: `Tern, "sandwich"\n${days} days ago` },
    }),
  );
  for (const entry of entries) await store?.accept(entry);
  await store?.close();
  return entries.map(({ reference }) => reference);
}

/** What the page says the list has. */
function tallyIn(page: Page): () => Promise<string | null> {
  return () => page.locator('.st-desk-tally [role="status"]').first().textContent();
}

/** Saves what is listed by the page's own dialog: the file's name and text. */
async function exported(
  page: Page,
  format: string,
): Promise<{ readonly name: string; readonly text: string }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('link', { name: format }).click();
  const file = await download;
  const text = readFileSync(await file.path(), 'utf8');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  return { name: file.suggestedFilename(), text };
}

/** `2026-11-23` in the zone of the browser. */
function dayBefore(page: Page, days: number): Promise<string> {
  return page.evaluate((ms) => new Intl.DateTimeFormat('sv-SE').format(Date.now() - ms), days * dayMs);
}

describe('the list of enquiries', () => {
  it('is narrowed by the time, and what it then has is saved as a table and as JSON', async ({
    visitor,
    server,
    expect,
  }) => {
    const [old, month, week, fresh] = await arrived(server.data, 60, 20, 10, 0);
    const page = await opensStudio(visitor, server.url, '/studio/enquiries?search=tern');
    await expect.poll(tallyIn(page)).toBe('4 enquiries');
    await page.getByLabel('Received').selectOption({ label: '7 days' });
    await expect.poll(tallyIn(page)).toBe('One enquiry');
    await page.getByRole('row', { name: fresh }).waitFor();
    await page.getByLabel('Received').selectOption({ label: '30 days' });
    await expect.poll(tallyIn(page)).toBe('3 enquiries');

    await page.getByLabel('Received').selectOption({ label: 'From … until …' });
    await page.getByLabel('From').fill(await dayBefore(page, 30));
    await page.getByLabel('Until').fill(await dayBefore(page, 5));
    await expect.poll(tallyIn(page)).toBe('2 enquiries');
    for (const reference of [week, month]) await page.getByRole('row', { name: reference }).waitFor();
    expect(await page.getByRole('row', { name: old }).count()).toBe(0);
    // A link that can be shared: who opens it finds the same.
    await page.reload();
    await expect.poll(tallyIn(page)).toBe('2 enquiries');
    expect(await violations(page)).toEqual([]);

    const table = await exported(page, 'As a table (CSV)');
    expect(table.name).toMatch(/\.csv$/);
    const [head = '', ...lines] = table.text.replace(/^\ufeff/, '').split('\r\n');
    expect(head.split(',')).toEqual(expect.arrayContaining(['reference', 'message']));
    expect(lines.filter((line) => line !== '')).toHaveLength(2);
    expect(lines[0]).toContain(month);
    expect(lines[1]).toContain(week);
    expect(table.text).toContain('"Tern, ""sandwich""\n20 days ago"');

    const json = await exported(page, 'As JSON');
    expect(json.name).toMatch(/\.json$/);
    expect(JSON.parse(json.text)).toMatchObject([
      { reference: month, values: { message: 'Tern, "sandwich"\n20 days ago' } },
      { reference: week, values: { message: 'Tern, "sandwich"\n10 days ago' } },
    ]);
  });
});
