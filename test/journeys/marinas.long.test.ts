import { describe } from 'vitest';
import { createMarinaDocuments, sampleMarinas } from '../marinas/marinas.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn({
  documents: createMarinaDocuments(),
  content: { 'lists.json': { marinas: sampleMarinas } },
});

describe('a marina, chosen from a list of the content', () => {
  it('is not asked for in a country that has none', async ({ visitor, expect }) => {
    await visitor.visits('/contact');
    await visitor.fills({ enquiry_type: 3, office_location: 1 });
    await visitor.fills({ name: 'Liv Dahl', email: 'liv@example.com', message: 'And in Norway?' });
    await visitor.chooses('country', 'NO');
    await visitor.sends();
    await expect.poll(async () => (await visitor.conversion()).events).toHaveLength(1);
  });
});
