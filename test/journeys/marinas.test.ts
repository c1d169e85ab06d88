import { describe } from 'vitest';
import { createMarinaDocuments, sampleMarinas } from '../marinas/marinas.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';

const it = journeysOn({
  documents: createMarinaDocuments(),
  content: { 'lists.json': { marinas: sampleMarinas } },
});

describe('a marina, chosen from a list of the content', () => {
  it('is offered for the country, asked for, stored by its id and mailed by its name', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/contact');
    await visitor.fills({ enquiry_type: 3, office_location: 1 });
    await visitor.fills({ name: 'Gwen Hale', email: 'gwen@example.com', message: 'May I moor?' });
    await visitor.chooses('country', 'GB');
    await visitor.sends();
    await visitor.sees('Choose a marina');
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    const offered = () => visitor.control('marina').locator('option').allTextContents();
    await expect.poll(offered).toContain('Cowes');
    await expect.poll(() => offered()).not.toContain('Vannes');

    await visitor.chooses('country', 'FR');
    await expect.poll(offered).toContain('Vannes');
    await visitor.chooses('marina', 'vannes');
    await visitor.sends();
    await expect.poll(async () => (await visitor.conversion()).events).toHaveLength(1);
    const [record] = await server.mailsDone();
    expect(record?.values).toMatchObject({ country: 'FR', marina: 'vannes' });
    const [mail] = await readEnquiryMails(server, record?.id ?? '');
    expect(mail?.text).toContain('Marina\n  Vannes\n');
  });
});
