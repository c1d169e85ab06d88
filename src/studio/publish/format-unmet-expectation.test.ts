import { describe, expect, it } from 'vitest';
import type { OutlineType } from '#engine/editing/index.ts';
import type { UnmetExpectation } from '../../api/findings.ts';
import { createFormatMessage } from '../ui/messages.ts';
import { formatUnmetScenario } from './format-unmet-expectation.ts';

const field = (name: string, label: string, kind = 'text') => ({ name, label, kind });
const outline = [
  { key: 'general', title: 'General enquiry', fields: [field('name', 'Your name')] },
  { key: 'service', title: 'Service', fields: [field('upload', 'Photos', 'photos'), field('cv', 'CV')] },
] as unknown as readonly OutlineType[];

function format(difference: UnmetExpectation, locale = 'en', type = 'service'): string | undefined {
  const [sentence, ...others] = formatUnmetScenario(
    { name: 'n', type, differences: [difference] },
    { say: createFormatMessage(locale), locale, outline, nameText: (key) => `Name of ${key}` },
  );
  expect(others).toEqual([]);
  return sentence?.replace(/[\u2068\u2069]/g, '');
}

describe('formatUnmetScenario', () => {
  it.each<[string, UnmetExpectation, string]>([
    [
      'photos',
      { path: ['limits', 'upload', 'count'], expected: 1, found: 3 },
      'You expected 1 photo for Service; now it is 3.',
    ],
    [
      'files',
      { path: ['limits', 'cv', 'count'], expected: 2, found: 1000 },
      'You expected 2 files for Service; now it is 1,000.',
    ],
    [
      'a lost limit',
      { path: ['limits', 'upload', 'count'], expected: 1 },
      'You expected 1 for the number of files of Photos; now it is nothing.',
    ],
    [
      'the smallest and the largest answer',
      { path: ['bounds', 'name'], expected: { minimum: '2026-06-15' }, found: { minimum: 2, maximum: 1000 } },
      'You expected at least June 15, 2026 for the limits of Your name; now it is at least 2, at most 1,000.',
    ],
    [
      'a setting that is switched off',
      { path: ['settings', 'sendLater'], expected: { days: 7 } },
      'You expected “within 7 days” for “Sending later without a connection”; now it is “switched off”.',
    ],
    [
      'a setting among others',
      {
        path: ['settings', 'success'],
        expected: { scrollDelayMs: 50, scrollOffsetPx: 90 },
        found: { scrollDelayMs: 50, scrollOffsetPx: 1 },
      },
      'You expected “90 pixels” for “Space above the thank-you when the page has moved to it”; now it is “1 pixel”.',
    ],
    [
      'a text by its name',
      { path: ['texts', 'thank-you.heading'], expected: 'Thanks', found: 'Thank you' },
      'You expected “Thanks” for the text Name of thank-you.heading; now it is “Thank you”.',
    ],
    [
      'fields in a state',
      { path: ['required'], expected: ['name', 'upload'], found: ['name'] },
      'You expected Photos to be required; now it is not.',
    ],
    [
      'a text',
      { path: ['labels', 'name'], expected: 'Name', found: 'Your name' },
      'You expected “Name” for the label of Your name; now it is “Your name”.',
    ],
    [
      'types by their titles',
      { path: ['types'], expected: ['general', 'service'], found: ['general'] },
      'You expected General enquiry and Service for the enquiry types that are offered; now it is General enquiry.',
    ],
    [
      'an answer that is refused now',
      { path: ['problems', 'name'], found: 'required' },
      'You expected the answer to Your name to be accepted; now it is refused: “required”.',
    ],
    [
      'an answer that is accepted now',
      { path: ['problems', 'name'], expected: 'required' },
      'You expected the answer to Your name to be refused; now it is accepted.',
    ],
    [
      'no form',
      { path: ['section'], expected: 'shown', found: 'hidden' },
      'You expected a form; now none is shown.',
    ],
    [
      'what has no name of its own',
      { path: ['marks', 'name'], expected: 'label', found: null },
      'You expected “label” for marks · name; now it is nothing.',
    ],
  ])('names %s', (_what, difference, sentence) => {
    expect(format(difference)).toBe(sentence);
  });

  it('speaks the language of the studio', () => {
    const difference = { path: ['limits', 'upload', 'count'], expected: 1, found: 3 };
    expect(format(difference, 'de')).toBe('Erwartet für Service: 1 Foto. Jetzt: 3.');
    expect(format(difference, 'fr')).toBe('Vous attendiez 1 photo pour Service\u202F; maintenant\u202F: 3.');
    expect(format(difference, 'ar')).toBe('المتوقع في Service: صورة واحدة. الآن: 3.');
  });

  it('counts what is too much to read, and cuts what is too long', () => {
    const differences = Array.from({ length: 7 }, (_, at) => ({
      path: ['texts', `text-${at}`],
      expected: 'x'.repeat(500),
      found: 'y',
    }));
    const sentences = formatUnmetScenario(
      { name: 'n', differences },
      { say: createFormatMessage('en'), locale: 'en', outline, nameText: String },
    );
    expect(sentences).toHaveLength(6);
    expect(sentences.at(-1)).toBe('2 more');
    expect(Math.max(...sentences.map((sentence) => sentence.length))).toBeLessThan(260);
  });
});
