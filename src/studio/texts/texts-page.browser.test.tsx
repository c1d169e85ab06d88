import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoViolations } from '#widgets/testing/accessibility.ts';
import { createFakeStudio, type FakeStudio } from '../testing/fake-studio.tsx';

let studio: FakeStudio;
beforeEach(() => {
  studio = createFakeStudio();
});

/** The name of each text of the fake studio. */
const names: Readonly<Record<string, string>> = {
  'send-message': '“Send message” · send button',
  'characters-left': '“{count} characters left”',
  'fields.name.label': 'Name · label (General enquiry)',
};
/** Returns a pattern for names that contain a text. */
const matches = (text: string) => new RegExp(text.replaceAll(/[{}().]/g, '\\$&'));
/** A text in a language, as it is read. */
const cell = (key: string, language: string) =>
  page.getByRole('button', { name: matches(`${names[key]}, ${language}: `) });
/** The same, as it is written. */
const editor = (key: string, language: string) =>
  page.getByRole('textbox', { name: matches(`${names[key]}, ${language}`) });
/** The box of a case. */
const box = (label: string) => page.getByRole('textbox', { name: matches(`${label}: “`) });
const expectText = (text: string) =>
  expect.element(page.getByText(text, { exact: false }).first()).toBeInTheDocument();

describe('texts', () => {
  it('are read alone where they are outside of what somebody is limited to', async () => {
    studio = createFakeStudio({ role: 'editor', types: ['other'] });
    await studio.open('/studio/texts?key=send-message&language=de');
    await expect.element(editor('send-message', 'Deutsch')).toHaveAttribute('readonly');
    await expectText('You may change only: other');
    expect(document.querySelectorAll('.st-locked .st-lock')).toHaveLength(5);
    await expect.poll(() => page.getByRole('button', { name: 'Add a language' }).elements()).toEqual([]);
  });

  it('are checked as one types, and Escape brings back what was there', async () => {
    await studio.open('/studio/texts?key=characters-left&language=de');
    await page.getByRole('button', { name: 'As code' }).click();
    const written = editor('characters-left', 'Deutsch');
    await expectText('Noch 2 Zeichen');
    await written.fill('Noch {count, plural, one {#}');
    await expectText('not an ICU message');
    await expect.element(written).toHaveAttribute('aria-invalid', 'true');
    await expectNoViolations(document.body);
    await written.fill('Noch <b>{count}</b>');
    await expectText('texts have no HTML: "<b>" at character 6');
    await userEvent.keyboard('{Escape}');
    await expect
      .poll(() => cell('characters-left', 'Deutsch').element().textContent)
      .toMatch(/one \(1\):\s+Noch \{count\} Zeichen/);
    await expect.poll(studio.documents).toMatchObject({
      'texts/de.json': { 'characters-left': expect.stringContaining('plural, one {Noch') },
    });
  });

  it('with cases have a box for each, and values that are inserted', async () => {
    await studio.open('/studio/texts?key=characters-left&language=de');
    await expect.element(box('one (1)')).toHaveFocus();
    await box('one (1)').fill('Nur noch eins');
    await userEvent.keyboard('{Enter}');
    await expect.element(box('other (0, 2, 3…)')).toHaveFocus();
    await box('other (0, 2, 3…)').fill("Noch  Zeichen, so geht's");
    (document.activeElement as HTMLTextAreaElement).setSelectionRange(5, 5);
    await page.getByRole('button', { name: 'Insert count' }).click();
    await expect.element(box('other (0, 2, 3…)')).toHaveValue("Noch {count} Zeichen, so geht's");
    await expect.element(box('other (0, 2, 3…)')).toHaveFocus();
    await expect.poll(studio.documents).toMatchObject({
      'texts/de.json': {
        'characters-left': "{count, plural, one {Nur noch eins} other {Noch # Zeichen, so geht's}}",
      },
    });
    await box('one (1)').fill('');
    await expect.element(box('one (1)')).toHaveAttribute('placeholder', 'same as “other”');
    await expectText('Noch 1 Zeichen');
    await expectNoViolations(document.body);
    await page.getByRole('button', { name: 'As code' }).click();
    await expect
      .element(editor('characters-left', 'Deutsch'))
      .toHaveValue("{count, plural, other {Noch # Zeichen, so geht's}}");
  });

  it('of an added language have the cases of that language', async () => {
    await studio.open('/studio/texts');
    await page.getByRole('button', { name: 'Add a language' }).click();
    await userEvent.keyboard('polski{Tab}{Enter}');
    await cell('characters-left', 'polski').click();
    await box('few (2, 3, 4…)').fill('{count} znaki');
    await expectText('“other” is still empty');
    await box('many (0, 5, 6…)').fill('{count} znaków');
    await box('other (1.5, 0.5, 0.1…)').fill('{count} znaku');
    await expect.poll(studio.documents).toMatchObject({
      'texts/pl.json': {
        'characters-left': '{count, plural, few {# znaki} many {# znaków} other {# znaku}}',
      },
    });
  });

  it('of a new language are gone through, and a known mistake is one press', async () => {
    await studio.open('/studio/texts');
    await page.getByRole('button', { name: 'Add a language' }).click();
    await userEvent.keyboard('français{Tab}{Enter}');
    await page.getByRole('button', { name: 'Translate 5 texts: français' }).click();
    await expect.element(editor('send-message', 'français')).toHaveFocus();
    await expectText('Text 1 of 5');
    await editor('send-message', 'français').fill('Envoyer !');
    await page.getByRole('button', { name: 'Set the space right' }).click();
    await expect.element(editor('send-message', 'français')).toHaveValue('Envoyer\u202F!');
    await page.getByRole('button', { name: 'Next text' }).click();
    await expectText('Text 2 of 5');
    await expect.element(box('one (0, 1)')).toHaveFocus();
  });

  it('are found by name and by key', async () => {
    await studio.open('/studio/texts');
    for (const search of ['phone number · label', 'fields.phone']) {
      await page.getByRole('searchbox').fill(search);
      await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(1);
      expect(document.querySelector('tbody th span')?.getAttribute('title')).toBe('fields.phone.label');
    }
  });

  it('are gone through by keyboard', async () => {
    await studio.open('/studio/texts?key=characters-left&language=de');
    await expect.element(editor('characters-left', 'Deutsch').first()).toHaveFocus();
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(editor('fields.name.label', 'Deutsch')).toHaveFocus();
    await userEvent.keyboard('{Escape}{ArrowUp}{Enter}');
    await expect.element(editor('characters-left', 'Deutsch').first()).toHaveFocus();
    await userEvent.keyboard('{Escape}{ArrowLeft}{Enter}');
    await expect.element(editor('characters-left', 'English').first()).toHaveFocus();
    expect(studio.changes()).toEqual([]);
  });

  it('leave the focus to their cell before the editor is removed, so that a screen reader says the new value', async () => {
    await studio.open('/studio/texts?search=send-message');
    await cell('send-message', 'English').click();
    await expect.element(editor('send-message', 'English')).toHaveFocus();
    const opener = cell('send-message', 'English').element();
    expect(opener.getAttribute('tabindex')).toBe('-1');
    const field = document.activeElement;
    let wasThere: boolean | undefined;
    opener.addEventListener('focus', () => {
      wasThere = field?.isConnected;
    });
    await editor('send-message', 'English').fill('Send it');
    await userEvent.keyboard('{Enter}');
    expect(wasThere).toBe(true);
    await expect
      .element(page.getByRole('button', { name: '“Send it” · send button, English: Send it' }))
      .toHaveFocus();
    await expect.poll(() => field?.isConnected).toBe(false);
  });

  it('are out of date where the text that they translate has changed, until somebody says that they are right', async () => {
    await studio.open('/studio/texts?key=send-message&language=en');
    await editor('send-message', 'English').fill('Send it');
    const outdated = page.getByRole('button', { name: 'Deutsch: 1 out of date' });
    await outdated.click();
    await page.getByRole('button', { name: /“Send it” · send button, Deutsch/ }).click();
    await expectText('This was translated from: Send message');
    await page.getByRole('button', { name: 'Mark as up to date' }).click();
    await expect.poll(() => outdated.elements()).toEqual([]);
    await expect.poll(() => studio.changes().length).toBe(2);
  });

  it('of a new language are all missing', async () => {
    await studio.open('/studio/texts');
    await page.getByRole('button', { name: 'Add a language' }).click();
    await userEvent.keyboard('neder{Tab}{Enter}');
    await expect
      .poll(() => document.querySelector('#st-announcement')?.textContent)
      .toBe('Nederlands was added. Its missing texts are shown.');
    await expect.element(page.getByLabelText('Show')).toHaveValue('missing');
    await cell('send-message', 'Nederlands').click();
    await editor('send-message', 'Nederlands').fill('Bericht verzenden');
    await expect
      .poll(studio.documents)
      .toMatchObject({ 'texts/nl.json': { 'send-message': 'Bericht verzenden' } });
  });
});
