import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { createKeyboard } from '../support/keyboard.ts';
import { awaitSaved, openStudioPage, studioJourneys } from '../support/studio.ts';
import { openStudioClient } from '../support/studio-client.ts';

const it = studioJourneys();

describe('a rule in the studio', () => {
  it('made from nothing leaves a type out on one site, by keyboard', async ({ page, server, expect }) => {
    const offered = async () => {
      const response = await fetch(new URL('/lantern-quay/contact', server.url), {
        headers: { accept: 'text/html', 'accept-language': 'en' },
      });
      return (await response.text()).includes('Service and repair');
    };
    expect(await offered()).toBe(true);
    await openStudioPage(page, server.url, '/studio/rules');
    const keyboard = createKeyboard(page);
    await keyboard.presses(page.getByRole('button', { name: 'New rule' }));
    const form = page.getByRole('form', { name: 'New rule' });
    await keyboard.chooses(form.getByLabel('What it does'), 'Do not offer an enquiry type');
    await keyboard.presses(form.getByLabel('Service and repair'));
    await keyboard.types(form.getByLabel('What it is for'), 'The quay mends no boats.');
    expect(await findAxeViolations(page)).toEqual([]);
    await keyboard.presses(form.getByRole('button', { name: 'Add rule' }));
    const own = page.getByRole('listitem').filter({ hasText: 'The quay mends no boats.' });
    await keyboard.presses(own.getByRole('button', { name: 'Add condition' }));
    await keyboard.chooses(own.getByLabel('What', { exact: true }), 'the site');
    await keyboard.chooses(own.getByLabel('Value', { exact: true }), 'Lantern Quay');
    await own.getByText('Service and repair is not offered on Lantern Quay.').waitFor();
    await own.getByText(/^Applies on/).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await awaitSaved(page);
    expect(keyboard.actions()).toBeLessThanOrEqual(10);
    expect(keyboard.tabs()).toBeLessThanOrEqual(40);
    expect(keyboard.faults()).toEqual([]);
    await (await openStudioClient(server)).publish();
    expect(await offered()).toBe(false);
  });
});
