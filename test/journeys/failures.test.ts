import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { interceptSends, loseAnswer } from '../support/sends.ts';
import type { RunningServer } from '../support/server.ts';
import type { Answers } from '../support/visitor.ts';

const it = journeysOn();

const failure = 'There was a problem. Please try again.';

const thanks = 'Thank you. Your message is with us';

describe('a visitor whose back end', () => {
  it('takes the enquiry, but its answer is lost, keeps everything, tries again, and makes one enquiry', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const answers = generalEnquiry('lost');
    const sends = await interceptSends(visitor, loseAnswer);
    await visitor.visits('/contact');
    await visitor.fills(answers);
    await visitor.sends();

    await visitor.sees(failure);
    await expect.poll(() => visitor.description('name')).toBe(failure);
    await expect
      .poll(() => visitor.focus())
      .toContain('Your enquiry has not been sent: there is no connection.');
    await expect.poll(() => visitor.readValues(...Object.keys(answers))).toEqual(answers);
    await expect.poll(() => visitor.conversion()).toEqual({ events: [], dataLayer: [] });

    await visitor.sends();
    await visitor.sees(thanks);
    expect(sends.map(({ key }) => key)).toEqual([sends[0]?.key, sends[0]?.key]);
    const [arrived, ...others] = await arrivedOf(server, answers);
    expect(others).toEqual([]);
    await visitor.sees(arrived?.reference ?? 'no enquiry');
  });

  it('failed, reloads the page and makes one enquiry all the same', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const answers = generalEnquiry('reloaded');
    await interceptSends(visitor, loseAnswer);
    await visitor.visits('/contact');
    await visitor.fills(answers);
    await visitor.sends();
    await visitor.sees(failure);
    await visitor.reloads();
    await expect.poll(() => visitor.readValues(...Object.keys(answers))).toEqual(answers);
    await visitor.sends();
    await visitor.sees(thanks);
    expect(await arrivedOf(server, answers)).toHaveLength(1);
  });
});

function generalEnquiry(marker: string): Answers {
  return {
    office_location: '1',
    name: 'Ada Marsh',
    email: `${marker.replaceAll(/\W+/g, '-')}@example.com`,
    message: 'When is the yard open?\nOn Sundays too?',
  };
}

async function arrivedOf(server: RunningServer, { email }: Answers) {
  return (await server.enquiries()).filter(({ values }) => values.email === email);
}
