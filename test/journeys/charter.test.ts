import { describe } from 'vitest';
import { charterId, createCharterContent, createCharterDocuments } from '../charter/charter.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { interceptSends } from '../support/sends.ts';

const it = journeysOn({ documents: createCharterDocuments(), content: createCharterContent() });

describe('a charter enquiry, added by documents and content alone', () => {
  it('appears on a page, is checked, travels in its own types, is stored and mailed', async ({
    visitor,
    server,
    expect,
  }) => {
    const sends = await interceptSends(visitor);
    await visitor.visits('/charter');
    await visitor.fills({ guests: 13 });
    await visitor.sends();
    await visitor.sees('She sleeps 12 guests; enter no more');
    await visitor.sees('Choose the day on which the charter begins');
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    expect(sends).toEqual([]);

    const answers = {
      office_location: 20,
      charter_date: '2027-06-12',
      guests: 8,
      interested_in: 'Trevarrow Kerensa 46',
      name: 'Gwen Hale',
      email: 'gwen@example.com',
    };
    await visitor.fills(answers);
    await visitor.sends();
    await visitor.sees('Thank you. We look for a yacht');
    await expect.poll(() => visitor.conversion()).toMatchObject({ events: [{ enquiryType: charterId }] });
    expect(sends[0]?.variables).toMatchObject({ ...answers, enquiry_type: charterId, message: null });

    const [record, ...others] = await server.mailsDone();
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      enquiryType: charterId,
      office: 20,
      values: { ...answers, enquiry_type: charterId },
      mail: { state: 'sent', to: 'oban@trevarrow.example' },
    });
    const [mail] = await readEnquiryMails(server, record?.id ?? '');
    expect(mail?.subject).toContain('Charter a yacht');
    expect(mail?.text).toContain('First day aboard\n  12 June 2027');
    expect(mail?.text).toContain('Guests\n  8');
    expect(mail?.text).toContain('Yacht\n  Trevarrow Kerensa 46');
  });
});
