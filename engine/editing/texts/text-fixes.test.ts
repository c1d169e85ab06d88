import { describe, expect, it } from 'vitest';
import { checkText } from '../../check/check-text.ts';
import { fixText } from './text-fixes.ts';

describe('fixText', () => {
  it.each([
    ['Envoyer !', 'Envoyer\u202F!'],
    ['Nom : {label}?', 'Nom\u202F: {label}\u202F?'],
    [
      'Voir « ici » , puis https://a.example à 10:30 .',
      'Voir «\u202Fici\u202F», puis https://a.example à 10:30.',
    ],
    ['{count, plural, one {Un fichier ; 8 Mo} other {# fichiers ; 8 Mo}}', null],
  ])('sets the spaces of French: %s', (text, expected) => {
    const fixed = fixText('french-spacing', { locale: 'fr', key: 'send-message', text });
    if (expected !== null) expect(fixed).toBe(expected);
    expect(checkText({ locale: 'fr', key: 'send-message', text: fixed ?? '' })).toEqual([]);
  });

  it('changes nothing where nobody knows what is meant', () => {
    const text = { locale: 'fr', key: 'send-message', text: 'Envoyer' };
    expect(fixText('french-spacing', text)).toBeUndefined();
    expect(fixText('missing-argument', text)).toBeUndefined();
    expect(fixText('french-spacing', { ...text, text: 'Envoyer {count, plural, one {!}' })).toBeUndefined();
  });
});
