import { expect, it } from 'vitest';
import { getPressedKey } from './pressed-key.ts';

it.each([
  ['a Latin letter, wherever the keyboard has it', { key: 'j', code: 'KeyC' }, 'j'],
  ['the letter in its place, of an Arabic keyboard', { key: 'ت', code: 'KeyJ' }, 'j'],
  ['the letter in its place, of a Cyrillic one', { key: 'л', code: 'KeyK' }, 'k'],
  ['a capital', { key: 'Л', code: 'KeyK', shiftKey: true }, 'K'],
  ['the slash in its place', { key: 'ظ', code: 'Slash' }, '/'],
  ['the question mark in its place', { key: '؟', code: 'Slash', shiftKey: true }, '?'],
  ['a Latin letter with a mark, which is no other', { key: 'ö', code: 'Semicolon' }, 'ö'],
  ['a key that is no letter', { key: 'ArrowDown', code: 'ArrowDown' }, 'ArrowDown'],
  ['what stands nowhere on a Latin keyboard', { key: 'ż', code: 'IntlBackslash' }, 'ż'],
])('says which key is meant: %s', (_, event, meant) => {
  expect(getPressedKey({ shiftKey: false, ...event })).toBe(meant);
});
