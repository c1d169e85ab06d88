import { afterAll, describe } from 'vitest';
import { startFakeCms } from '../support/content-server.ts';
import { createKeyboard } from '../support/keyboard.ts';
import { createSmallSite } from '../support/small-site.ts';
import { openStudioPage, publishInStudio, studioJourneys } from '../support/studio.ts';

const events = [
  { title: 'Open day', day: '2099-05-01', host: 'www.trevarrow.example' },
  { title: 'Regatta', day: '2099-06-01', host: 'www.trevarrow.example' },
];
const cms = await startFakeCms({ data: { items: events } });
afterAll(cms.stop);

const it = studioJourneys({
  ...createSmallSite(),
  env: { SLIPWAY_CONTENT_ORIGINS: `private:${cms.origin}` },
});

describe('a list of the content from a CMS', () => {
  it('is set up, read, updated and given back to the file by keyboard', async ({ page, server, expect }) => {
    await openStudioPage(page, server.url, '/studio/content/events');
    const keyboard = createKeyboard(page);
    await keyboard.presses(page.getByRole('link', { name: 'Change where they come from' }));
    await keyboard.presses(page.getByRole('radio', { name: 'A CMS' }));
    await keyboard.types(page.getByLabel('Address', { exact: true }), `${cms.origin}/events`);
    // The path of the only list is found, and what has the same name.
    const tries = page.getByRole('button', { name: 'Try it' });
    await keyboard.presses(tries);
    await page.getByText('"startsOn" is missing').first().waitFor();
    await expect.poll(() => page.getByLabel('Path of the list').inputValue()).toBe('data.items');
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('title');
    await keyboard.types(page.getByLabel('Day', { exact: true }), 'day');
    await keyboard.types(page.getByLabel('Domain', { exact: true }), 'host');
    // While it is being tried, another press does nothing.
    await expect.poll(() => tries.getAttribute('aria-disabled')).toBe(null);
    await keyboard.presses(tries);
    await page.getByRole('cell', { name: 'Regatta' }).waitFor();
    await keyboard.presses(page.getByRole('button', { name: 'Use this source' }));

    const bar = page.getByRole('region', { name: 'Comes from' });
    await bar.getByText(/^Events come from the CMS at .+, updated this minute\./).waitFor();
    await bar.getByText('Owners decide where they come from').waitFor();
    expect(await page.getByRole('button', { name: 'Add event' }).count()).toBe(0);
    await publishInStudio(page, keyboard.presses);

    await openStudioPage(page, server.url, '/studio/content/events');
    cms.answers((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'));
    await keyboard.presses(bar.getByRole('button', { name: 'Update now' }));
    await bar.getByText(/No usable answer since/).waitFor();
    await bar.getByText(/is not JSON: .?text\/html/).waitFor();
    await page.getByRole('link', { name: /Regatta/ }).waitFor();

    await keyboard.presses(bar.getByRole('link', { name: 'Change where they come from' }));
    await keyboard.presses(page.getByRole('radio', { name: 'File of the server' }));
    await page.getByText(/^2 gone: Open day, Regatta/).waitFor();
    await keyboard.presses(page.getByRole('button', { name: 'Use the file again' }));
    await page.getByText(/Comes from the content folder of the server/).waitFor();
  });
});
