import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { type Answers, openAnotherTab } from '../support/visitor.ts';

const it = journeysOn();

const thanks = 'Thank you. Your message is with us';

const visitorsOwn: Answers = { name: 'Ada Marsh', email: 'ada@example.com', message: 'Half a thought' };

const boat: Answers = { boat_model: 'Kestrel 38', hin_number: 'GB-SLW38021H515' };

const empty = { name: '', email: '', message: '', office_location: '' };

describe('what a visitor typed', () => {
  it('is there again after a reload, the enquiry type and the office with it', async ({
    visitor,
    expect,
  }) => {
    const answers: Answers = { enquiry_type: '7', office_location: '5', ...visitorsOwn, ...boat };
    await visitor.visits('/contact');
    await visitor.fills(answers);
    await visitor.reloads();
    await expect.poll(() => visitor.readValues(...Object.keys(answers))).toEqual(answers);
  });

  it('is there again to the last keystroke when the page is left in the middle of a word', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits('/contact');
    await visitor.control('message').pressSequentially('Half a w');
    await visitor.visits('/careers');
    await visitor.visits('/contact');
    await expect.poll(() => visitor.readValues('message')).toEqual({ message: 'Half a w' });
  });

  it('stays when the enquiry type changes, and returns with the form that asks for it', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits('/contact');
    await visitor.fills({ enquiry_type: '7', office_location: '5', ...visitorsOwn, ...boat });
    await visitor.chooses('enquiry_type', '6');
    // The rigging loft offers service, and no sales.
    const shared = [...Object.keys(visitorsOwn), 'office_location'];
    await expect.poll(() => visitor.readValues(...shared)).toEqual({ ...visitorsOwn, office_location: '' });
    await visitor.chooses('enquiry_type', '7');
    await expect
      .poll(() => visitor.readValues(...shared, ...Object.keys(boat)))
      .toEqual({ ...visitorsOwn, ...boat, office_location: '5' });
  });

  it('is gone after a successful send', async ({ visitor, expect }) => {
    await visitor.visits('/contact');
    await visitor.fills({ office_location: '1', ...visitorsOwn });
    await visitor.sends();
    await visitor.sees(thanks);
    await expect.poll(() => visitor.page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
    await visitor.reloads();
    await expect.poll(() => visitor.readValues(...Object.keys(empty))).toEqual(empty);
  });

  it('in one tab is not in another, and both can be sent', async ({ visitor, server, expect }) => {
    const other = await openAnotherTab(visitor);
    for (const [tab, name] of [
      [visitor, 'One'],
      [other, 'Other'],
    ] as const) {
      await tab.visits('/contact');
      await expect.poll(() => tab.readValues(...Object.keys(empty))).toEqual(empty);
      await tab.fills({ office_location: '1', ...visitorsOwn, email: 'tabs@example.com', name });
    }
    for (const tab of [visitor, other]) {
      await tab.sends();
      await tab.sees(thanks);
    }
    const arrived = (await server.enquiries()).filter(({ values }) => values.email === 'tabs@example.com');
    expect(arrived.map(({ values }) => values.name)).toEqual(['One', 'Other']);
  });
});
