import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { readFrozenDocuments } from '../support/forms.ts';
import { createHostPage, openHostPage } from '../support/host-page.ts';
import { journeysOn } from '../support/journey.ts';
import { demonstrationFolder } from '../support/server.ts';

const frozen = readFrozenDocuments() as Record<string, Record<string, unknown>>;
const ui = 'forms/sales/ui.json';
const sites: readonly object[] = JSON.parse(readFileSync(join(demonstrationFolder, 'sites.json'), 'utf8'));

const it = journeysOn({
  documents: { [ui]: { ...frozen[ui], message: { ...(frozen[ui]?.message as object), 'ui:prefill': true } } },
  content: { 'sites.json': sites.map((site) => ({ ...site, campaign: 'visit' })) },
});

const link = '/contact?enquiry_type=6&message=From+the+link&name=Mallory';

describe('a link with answers', () => {
  it('fills the form, and replaces nothing that the visitor typed', async ({ visitor, expect }) => {
    await visitor.visits(link);
    const linked = { enquiry_type: '6', message: 'From the link', name: '' };
    await expect.poll(() => visitor.readValues('enquiry_type', 'message', 'name')).toEqual(linked);
    await visitor.fills({ message: 'My own words', name: 'Ada' });
    await visitor.isHydrated();
    await visitor.visits(link);
    await expect
      .poll(() => visitor.readValues('enquiry_type', 'message', 'name'))
      .toEqual({ ...linked, message: 'My own words', name: 'Ada' });
  });

  it('fills an element from the address of its page, or from its attribute', async ({
    visitor,
    server,
    expect,
  }) => {
    const element = (attributes: string) =>
      createHostPage(`<enquiry-form page="/contact"${attributes}></enquiry-form>`);
    const query = '/?enquiry_type=6&message=From+the+page&token=secret';
    const url = await openHostPage(visitor, server.url, {
      '/': { text: '<title>Host</title>' },
      [query]: element(''),
      '/own': element(' prefill="enquiry_type=6&amp;message=From+the+element"'),
    });
    const requested: string[] = [];
    visitor.page.on('request', (request) => requested.push(request.url() + (request.postData() ?? '')));
    await visitor.page.goto(url + query);
    await expect.poll(() => visitor.readValues('message')).toEqual({ message: 'From the page' });
    expect(requested.filter((one) => !one.startsWith(url) && one.includes('secret'))).toEqual([]);
    await visitor.page.evaluate(() => sessionStorage.clear());
    await visitor.page.goto(`${url}/own`);
    await expect.poll(() => visitor.readValues('message')).toEqual({ message: 'From the element' });
  });
});

describe('the campaign of a visit', () => {
  it('is sent from a later page of the visit, and is then no more on the device', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/careers?utm_source=letter&utm_campaign=spring&token=secret');
    await visitor.visits('/contact');
    await visitor.fills({ enquiry_type: '3', office_location: '1', name: 'Ada', email: 'visit@example.com' });
    await visitor.fills({ message: 'Hello' });
    await visitor.sends();
    await visitor.sees('Thank you');
    const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'visit@example.com');
    expect(sent).toMatchObject({
      campaign: { source: 'letter', campaign: 'spring' },
      visit: { entryPage: `${server.url}/careers` },
    });
    expect(JSON.stringify(sent)).not.toContain('secret');
    await expect.poll(() => visitor.page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
  });
});
