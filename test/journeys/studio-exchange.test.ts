import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { isFocused } from '../support/inbox.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { createSmallSite } from '../support/small-site.ts';
import {
  createAnnouncementReader,
  openOwnerStudio,
  openStudioPage,
  studioJourneys,
} from '../support/studio.ts';
import { openStudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';

/** Production is the file's server; staging is another one, with its own key. */
const it = studioJourneys();
let staging: RunningServer;
beforeAll(async () => {
  staging = await startServer({ ...createSmallSite(), env: { SLIPWAY_STUDIO_PASSWORD: studioPassword } });
});
afterAll(() => staging.stop());

const relabels = (after: string) => (documents: object) => {
  const before = Object(documents)['texts/en.json']['fields.phone.label'] as string;
  return [{ file: 'texts/en.json', path: ['fields.phone.label'], before, after }];
};

describe('a version of another installation', () => {
  it('is exported on staging, trusted by its fingerprint, and imported where both changed the same', async ({
    page,
    newVisitor,
    server,
    expect,
  }) => {
    const drafts = await openStudioClient(staging);
    await drafts.change(relabels('Said on staging'));
    await drafts.publish({ note: 'Staged' });
    const visitor = await newVisitor();
    const theirs = await openOwnerStudio(visitor, staging.url, '/studio/history/2');
    const download = theirs.waitForEvent('download');
    await theirs.getByRole('button', { name: 'Export' }).press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toBe('version-2.slipway');
    const buffer = readFileSync(await file.path());
    const fingerprint = await theirs.getByText(/^SHA256:/).textContent();

    const production = await openStudioClient(server);
    await production.change(relabels('Said here'));
    await openStudioPage(page, server.url, '/studio/history/import');
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: file.suggestedFilename(), mimeType: 'application/octet-stream', buffer });
    const untrusted = page.getByRole('alert', { name: 'This installation is not trusted here' });
    await untrusted.getByText(fingerprint ?? '').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await untrusted.getByRole('button', { name: 'Trust it from now on' }).press('Enter');
    await page.getByText('Version 2 from another installation').waitFor();
    // The pressed button is gone.
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(isFocused(heading)).toBe(true);
    const choice = page.getByRole('group', { name: /changed in the draft and in the file/ });
    for (const words of ['Said here', 'Said on staging']) await choice.getByText(words).waitFor();
    await page.getByRole('button', { name: 'Import into the draft' }).click();
    await page.getByText('For each place that both changed').first().waitFor();
    await choice.getByLabel('Use what is in the file').check();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import into the draft' }).click();
    await expect.poll(createAnnouncementReader(page)).toContain('Imported: version 2 is in the draft now.');
    await expect.poll(isFocused(heading)).toBe(true);
    const { documents } = await production.draft();
    expect(Object(documents)['texts/en.json']).toMatchObject({ 'fields.phone.label': 'Said on staging' });
  });
});

describe('a form of another program', () => {
  it('is reported line by line, becomes an enquiry type, and is undone', async ({ page, server, expect }) => {
    const survey = {
      title: 'Berth request',
      timeLimit: 60,
      elements: [
        { type: 'boolean', name: 'guest', title: 'Are you a guest?' },
        { type: 'text', name: 'club', title: 'Your club', visibleIf: '{guest} = true' },
        { type: 'text', name: 'length', visibleIf: "sqrt({club}) = 'x'" },
      ],
    };
    await openStudioPage(page, server.url, '/studio/forms');
    await page.getByRole('button', { name: 'Import a form' }).press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Import a form');
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'survey.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(survey)),
    });
    await page.getByRole('heading', { name: 'SurveyJS: 4 of 4 elements taken' }).waitFor();
    await page.getByText('conditions have no function "sqrt"').waitFor();
    await page.getByText(/^Taken as something similar/).click();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Berth request' }).waitFor();
    await expect.poll(createAnnouncementReader(page)).toContain('Berth request is in the draft.');
    const client = await openStudioClient(server);
    const findForm = async () => Object((await client.draft()).documents)['forms/berth-request/schema.json'];
    await expect.poll(findForm).toMatchObject({ title: 'Berth request' });
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(findForm).toBe(undefined);
  });
});
