import { describe } from 'vitest';
import { charterId, createCharterContent, createCharterDocuments } from '../charter/charter.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn({ documents: createCharterDocuments(), content: createCharterContent() });

describe('a charter enquiry, added by documents and content alone', () => {
  it('can be chosen on every other page, and keeps what it shares with the type before', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits('/contact');
    await visitor.fills({ name: 'Gwen Hale' });
    await visitor.chooses('enquiry_type', charterId);
    await visitor.sees('First day aboard');
    await expect.poll(() => visitor.readValues('name', 'guests')).toEqual({ name: 'Gwen Hale', guests: '' });
  });
});
