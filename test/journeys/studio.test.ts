import { describe } from 'vitest';
import { keyboardOn } from '../support/keyboard.ts';
import { isSaved, opensPage, previewIn, propertiesIn, studioJourneys } from '../support/studio.ts';
import { studioClient } from '../support/studio-client.ts';

const it = studioJourneys();

describe('the studio', () => {
  it('brings a question from nothing to what a visitor sends, by keyboard', async ({
    page,
    newVisitor,
    server,
    expect,
  }) => {
    await opensPage(page, server.url, '/studio/forms/general');
    const keyboard = keyboardOn(page);
    await keyboard.presses(page.getByRole('button', { name: 'Add field' }));
    await keyboard.types(page.getByLabel('What does it ask?'), 'How did you hear about us?');
    await keyboard.presses(page.getByRole('button', { name: 'Choice', exact: true }));
    await keyboard.types(
      propertiesIn(page).getByLabel('Choices'),
      'A friend\tFreunde\nA boat show\tEine Bootsmesse\nThe web\tDas Netz',
    );
    const german = page.getByRole('region', { name: 'Translations' }).getByRole('group', { name: 'Deutsch' });
    await keyboard.types(german.getByLabel('Label'), 'Wie haben Sie von uns gehört?');
    expect(keyboard.actions()).toBeLessThanOrEqual(8);
    const where = page.getByRole('region', { name: 'Where and when' });
    await where.getByLabel('Only on these sites').click();
    await where.getByLabel('Trevarrow', { exact: true }).click();
    await previewIn(page).getByLabel('How did you hear about us?').waitFor();
    await isSaved(page);
    await (await studioClient(server)).publish();

    const outside = await newVisitor();
    await outside.visits('/contact');
    await outside.fills({
      name: 'Ann Berry',
      email: 'ann@studio.example',
      how_did_you_hear_about_us: 'a-boat-show',
      message: 'Hello',
    });
    await outside.sends();
    await outside.sees('Thank you');
    const sent = (await server.enquiries()).find(({ values }) => values.email === 'ann@studio.example');
    expect(sent?.values).toMatchObject({ how_did_you_hear_about_us: 'a-boat-show' });
    // The other site does not have the field.
    const elsewhere = await fetch(new URL('/lantern-quay/contact', server.url), {
      headers: { accept: 'text/html' },
    });
    expect(await elsewhere.text()).not.toContain('how_did_you_hear_about_us');
  });
});
