import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import {
  createAnnouncementReader,
  openStudioPage,
  publishedAnnouncement,
  studioJourneys,
} from '../support/studio.ts';
import { openStudioClient } from '../support/studio-client.ts';

const it = studioJourneys();

const excluded = 'On Lantern Quay, Service and repair is no longer offered.';

const excludesService = {
  id: 'no-service',
  description: 'The quay mends no boats.',
  when: { '==': [{ var: 'site.id' }, '305'] },
  then: { excludeTypes: ['service'] },
};

describe('publishing', () => {
  it('tells what changes before it is live, is seen at once, and leaves open forms valid', async ({
    page,
    newVisitor,
    server,
    expect,
  }) => {
    const early = await newVisitor();
    await early.visits('/lantern-quay/contact');
    await early.fills({ enquiry_type: '7' });
    const client = await openStudioClient(server);
    await client.change((documents) => [
      {
        file: 'rules.json',
        path: ['rules', String(Object(documents['rules.json']).rules.length)],
        after: excludesService,
      },
    ]);
    await openStudioPage(page, server.url, '/studio/publish');
    const changes = page.getByRole('list', { name: 'What changes for visitors' });
    const change = changes.getByRole('listitem').filter({ hasText: excluded });
    await change.getByText(/^In \d+ of \d+ situations/).waitFor();
    await changes.getByText('can still send the old form for 24 hours').waitFor();
    await expect.poll(() => changes.getByRole('listitem').count()).toBe(2);
    expect(await findAxeViolations(page)).toEqual([]);

    await page.getByLabel('Why').fill('No mechanic at the quay until spring');
    const now = page.getByRole('button', { name: 'Publish now' });
    await expect.poll(() => now.isEnabled()).toBe(true);
    await now.click();
    await expect.poll(createAnnouncementReader(page)).toBe(publishedAnnouncement);
    // The first page after the answer has the new version; a page opened before is validated with the former
    // one.
    const offered = async () => {
      const headers = { accept: 'text/html', 'accept-language': 'en' };
      return (await fetch(new URL('/lantern-quay/contact', server.url), { headers })).text();
    };
    expect(await offered()).not.toContain('Service and repair');
    await early.fills({ name: 'Edith Farrow', email: 'early@quay.example', message: 'The bow thruster' });
    await early.sends();
    await early.sees('Thank you');
    const sent = (await server.enquiries()).find(({ values }) => values.email === 'early@quay.example');
    expect(sent?.version).toBe(1);

    const { versions } = await client.get<{ readonly versions: readonly object[] }>('versions');
    expect(versions).toMatchObject([
      { number: 2, state: 'live', note: 'No mechanic at the quay until spring' },
      { number: 1, state: 'replaced', note: '' },
    ]);
  });
});
