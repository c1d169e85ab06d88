import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { interceptSends } from '../support/sends.ts';
import type { Answers } from '../support/visitor.ts';

const it = journeysOn();

const heading = 'Thank you. Your message is with us';

describe('a visitor who sends an enquiry', () => {
  it('sends another one under another key', async ({ visitor, expect }) => {
    const sends = await interceptSends(visitor);
    for (const message of ['One', 'One']) {
      await visitor.visits('/contact');
      await visitor.fills({ ...enquiry('again'), message });
      await visitor.sends();
      await visitor.sees(heading);
    }
    expect(sends).toHaveLength(2);
    expect(sends[0]?.key).not.toBe(sends[1]?.key);
  });
});

function enquiry(marker: string): Answers {
  return {
    office_location: 1,
    name: 'Ada Marsh',
    email: `${marker}@example.com`,
    message: 'When is the yard open?',
  };
}
