import { expect, it } from 'vitest';
import { createFormatMessage } from '../ui/messages.ts';
import { createChangeTitles } from './change-title.ts';

it.each([
  ['a title', { key: 'json', values: { file: 'rules.json' } }, 'JSON of rules.json'],
  ['a title without its values by its key', { key: 'json' }, 'json'],
  ['a title of another release by its key', { key: 'unheard-of', values: {} }, 'unheard-of'],
])('formats %s', (_what, title, text) => {
  const formatTitle = createChangeTitles({}, { say: createFormatMessage('en'), nameText: String });
  expect(formatTitle(title)).toBe(text);
});
