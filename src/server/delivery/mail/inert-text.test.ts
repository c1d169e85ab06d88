import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disarmLinks, toInertText } from './inert-text.ts';

describe('toInertText', () => {
  it.each([
    ['Ketch, as \u2068Wren\u2069', 'Ketch, as \u2068Wren\u2069'],
    ['\u2068Wren', '\ufffdWren'],
    ['Wren\u2069', 'Wren\ufffd'],
    ['\u2068a\u202eb\u2069', '\ufffda\ufffdb\ufffd'],
    ['\u2066a\u2069', '\ufffda\ufffd'],
    ['a\u0007\r\nb\u2028c', 'a\ufffd\nb\nc'],
  ])('writes %j as %j', (text, inert) => {
    expect(toInertText(text)).toBe(inert);
  });
});

describe('disarmLinks', () => {
  it.each([
    ['https://a.example/win?x=1', 'https[:]//a[.]example/win?x=1'],
    ['www.a.example', 'www[.]a[.]example'],
    ['a。example a．example a｡example', 'a[。]example a[．]example a[｡]example'],
    ['bücher.例え', 'bücher[.]例え'],
    ['a.xn--zckzah', 'a[.]xn--zckzah'],
    ['a\u200b.\u200bexample', 'a\u200b[.]\u200bexample'],
    ['http://192.0.2.1/x', 'http[:]//192.0.2.1/x'],
    ['mailto:eve@a.example', 'mailto[:]eve[@]a[.]example'],
    ['www.a.jpg a.zip a.jpg.example a.pdfx', 'www[.]a.jpg a[.]zip a[.]jpg[.]example a[.]pdfx'],
    ['tel:+441632960117', 'tel[:]+441632960117'],
    ['eve＠a.example', 'eve[＠]a[.]example'],
    ['\\\\host\\share', '[\\]\\host\\share'],
  ])('makes %j to be read, and nothing to press: %j', (text, inert) => {
    expect(disarmLinks(text)).toBe(inert);
  });

  it.each([
    'At 12:30, for 1.5 m.',
    'Make: Alerion\nRig: Sloop',
    '21.11.2026 ... and so on. Yes!',
    'bow.jpg, deck.JPEG, survey.pdf',
    '3:1 @ noon',
  ])('leaves %j as it is', (text) => {
    expect(disarmLinks(text)).toBe(text);
  });

  it('leaves no domain, scheme or address in whatever text', () => {
    const pieces = fc.constantFrom(
      '.',
      ':',
      '/',
      '@',
      ' ',
      '\n',
      'a',
      'é',
      '例',
      '1',
      '-',
      '。',
      '\\',
      '[',
      ']',
      'www',
      'http',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        expect(disarmLinks(parts.join(''))).not.toMatch(
          /[\p{L}\p{N}-][.。]\p{L}|\p{L}:\/\/|\p{L}:\p{L}|\S[@]\S(?<!\[@\])|^\\\\/u,
        );
      }),
    );
  });
});
