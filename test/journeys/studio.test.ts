import { describe } from 'vitest';
import { createKeyboard } from '../support/keyboard.ts';
import {
  awaitSaved,
  locatePreview,
  locateProperties,
  openStudioPage,
  studioJourneys,
} from '../support/studio.ts';
import { openStudioClient } from '../support/studio-client.ts';

const it = studioJourneys();

describe('the studio', () => {
  it('brings a question from nothing to what a visitor sends, by keyboard', async ({
    page,
    newVisitor,
    server,
    expect,
  }) => {
    await openStudioPage(page, server.url, '/studio/forms/general');
    const keyboard = createKeyboard(page);
    await keyboard.presses(page.getByRole('button', { name: 'Add field' }));
    await keyboard.types(page.getByLabel('What does it ask?'), 'How did you hear about us?');
    await keyboard.presses(page.getByRole('button', { name: 'Choice', exact: true }));
    await keyboard.types(
      locateProperties(page).getByLabel('Choices'),
      'A friend\tFreunde\nA boat show\tEine Bootsmesse\nThe web\tDas Netz',
    );
    const german = page.getByRole('region', { name: 'Translations' }).getByRole('group', { name: 'Deutsch' });
    await keyboard.types(german.getByLabel('Label'), 'Wie haben Sie von uns gehört?');
    expect(keyboard.actions()).toBeLessThanOrEqual(8);
    const where = page.getByRole('region', { name: 'Where and when' });
    await where.getByLabel('Only on these sites').click();
    await where.getByLabel('Trevarrow', { exact: true }).click();
    await locatePreview(page).getByLabel('How did you hear about us?').waitFor();
    await awaitSaved(page);
    await (await openStudioClient(server)).publish();

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
    const other = await fetch(new URL('/lantern-quay/contact', server.url), {
      headers: { accept: 'text/html' },
    });
    expect(await other.text()).not.toContain('how_did_you_hear_about_us');
  });
});
