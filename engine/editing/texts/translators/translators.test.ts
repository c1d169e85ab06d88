import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShippedDocuments } from '../../../../test/support/forms.ts';
import type { Documents } from '../../../model/types.ts';
import { formatDocument } from '../../documents/index.ts';
import { addLanguage, addType, applyPatches, getTypeNames, type Patch, setText } from '../../index.ts';
import {
  createTranslationFile,
  previewTranslations,
  readCsv,
  readXliff,
  writeCsv,
  writeXliff,
} from './index.ts';
import type { TranslationFile } from './translation-file.ts';

const shipped = readShippedDocuments();

function made(documents: Documents, patches: readonly Patch[]): Documents {
  const applied = applyPatches(documents, patches);
  if (!applied.ok) throw new Error('a conflict');
  return applied.documents;
}

const formats = [
  { name: 'CSV', write: writeCsv, read: readCsv },
  { name: 'XLIFF', write: writeXliff, read: readXliff },
];

/** Whatever a text may hold: quotes, markup, line breaks, characters that XML knows not. */
const words = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
      fc.constantFrom(
        '"',
        "'",
        ',',
        ';',
        '\t',
        '\n',
        '\r\n',
        '\r',
        ' ',
        '<b>',
        '&amp;',
        ']]>',
        '=1+1',
        '\u0001',
        '\uFFFE',
      ),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) => all.join(''));
const key = fc.stringMatching(/^[A-Za-z][\w.<>&"'-]{0,12}$/);
const file: fc.Arbitrary<TranslationFile> = fc
  .uniqueArray(fc.tuple(key, words, fc.option(words)), {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: 12,
  })
  .map((all) => ({
    source: 'en',
    target: 'pt-BR',
    units: all.map(([name, original, translation]) => ({
      key: name,
      original,
      ...(translation !== null && { translation }),
    })),
  }));

describe.each(formats)('$name for translators', ({ write, read }) => {
  it('is read as it was written, whatever stands in it', () => {
    fc.assert(
      fc.property(file, (given) => {
        expect(read(write(given))).toEqual({ ok: true, file: given });
      }),
      { numRuns: 500 },
    );
  });

  it('changes nothing where nothing was translated, and brings a language over whole', () => {
    const german = createTranslationFile(shipped, { locale: 'de', outdated: {} });
    const back = read(write(german));
    if (!back.ok) throw new Error(back.fault.code);
    expect(previewTranslations(shipped, back.file)).toMatchObject({ patches: [], taken: [], unknown: [] });
    const { 'texts/de.json': before, ...without } = shipped;
    const taken = previewTranslations(without, back.file);
    const documents = made(without, taken?.patches ?? []);
    expect(formatDocument(documents['texts/de.json'])).toBe(formatDocument(before));
  });

  it.each(['', '   \n'])('says of %j that it is empty', (text) => {
    expect(read(text)).toMatchObject({ ok: false, fault: { code: 'empty' } });
  });

  it('says of a text that is there twice which one', () => {
    const unit = { key: 'send', original: 'Send', translation: 'Senden' };
    const twice = { source: 'en', target: 'de', units: [unit, unit] };
    expect(read(write(twice))).toEqual({ ok: false, fault: { code: 'twice', what: 'send' } });
  });
});

describe.each(formats)('names of enquiry types in $name', ({ write, read }) => {
  const key = 'enquiry-types/charter';
  const named = made(shipped, addType(shipped, 'Charter').patches);
  const sent = (documents: Documents, locale: string, translation: string | undefined) => {
    const file = createTranslationFile(documents, { locale, outdated: {} });
    const { key: _key, ...unit } = file.units.find((one) => one.key === key) ?? { key, original: '' };
    const written = write({
      ...file,
      units: [{ key, original: unit.original, ...(translation !== undefined && { translation }) }],
    });
    const answer = read(written);
    if (!answer.ok) throw new Error('not read');
    return { state: unit.state, taken: previewTranslations(documents, answer.file) };
  };

  it.each(['de', 'nl'])('go out and come back in "%s" as texts do', (locale) => {
    // Plain words: what would break a message does not break a name.
    const { state, taken } = sent(named, locale, 'Charter {neu}');
    expect(state).toBe('missing');
    expect(taken).toMatchObject({ taken: [key], faulty: [], unknown: [] });
    const documents = made(named, taken?.patches ?? []);
    expect(getTypeNames(documents, 'charter')).toEqual({ en: 'Charter', [locale]: 'Charter {neu}' });
    expect(sent(documents, locale, 'Charter {neu}').taken).toMatchObject({ unchanged: 1, patches: [] });
  });

  it('are left as they are by an empty one', () => {
    expect(sent(named, 'de', '  ').taken).toMatchObject({ untranslated: 1, patches: [] });
  });
});

describe('readCsv', () => {
  it.each([
    ['key;en;de\nsend;Send;Senden\n'],
    ['key\ten\tde\nsend\tSend\tSenden'],
    ['\uFEFFkey,en,de,state\r\n"send","Send","Senden",missing\r\n\r\n'],
  ])('reads what spreadsheets write: %j', (text) => {
    expect(readCsv(text)).toEqual({
      ok: true,
      file: { source: 'en', target: 'de', units: [{ key: 'send', original: 'Send', translation: 'Senden' }] },
    });
  });

  it.each([
    ['send,Send,Senden\n', { code: 'no-columns', line: 1 }],
    ['{"key": 1}', { code: 'no-columns', line: 1 }],
    ['key,en,de\na,A,B\nsend,"Send\nMore,Senden\n', { code: 'open-quote', line: 3 }],
    ['key,en,de\na,"A\nB",C\nsend,Send\n', { code: 'row-length', line: 4 }],
  ])('says of %j what is wrong, and where', (text, fault) => {
    expect(readCsv(text)).toEqual({ ok: false, fault });
  });
});

describe('readXliff', () => {
  const xliff = (inner: string, attributes = 'version="2.1" srcLang="en" trgLang="de"') =>
    `<?xml version="1.0"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" ${attributes}>\n<file id="f">${inner}</file></xliff>`;

  it('reads what a tool has split into segments, grouped, and marked', () => {
    const split =
      '<group id="g"><unit id="u" name="thanks"><segment><source>One.</source><target>Eins<mrk id="m">.</mrk></target></segment><ignorable><source> </source></ignorable><segment><source>Two.</source><target><![CDATA[Zwei.]]></target></segment></unit></group>';
    expect(readXliff(xliff(split))).toMatchObject({
      ok: true,
      file: { units: [{ key: 'thanks', original: 'One. Two.', translation: 'Eins. Zwei.' }] },
    });
  });

  it.each<[string, object]>([
    ['<xliff', { code: 'broken-xml', line: 1 }],
    ['<xliff>\n<file></xliff>', { code: 'broken-xml', line: 2 }],
    ['<xliff>&nbsp;</xliff>', { code: 'broken-xml', line: 1 }],
    ['<!DOCTYPE x [<!ENTITY a "b">]><xliff/>', { code: 'doctype', line: 1 }],
    ['<html></html>', { code: 'no-xliff', what: 'html' }],
    [xliff('', 'version="1.2"'), { code: 'other-version', what: '1.2' }],
    [xliff('', 'version="3.0" trgLang="de"'), { code: 'other-version', what: '3.0' }],
    [xliff('', 'version="2.1" srcLang="en"'), { code: 'no-columns', line: 2 }],
    [
      xliff(
        '<unit id="u" name="a">\n<segment><source>A</source><target><pc id="1">B</pc></target></segment></unit>',
      ),
      { code: 'inline-markup', line: 4, what: 'pc' },
    ],
    [
      xliff(
        '<unit id="u" name="a">\n<segment><source>A</source><target>a <mrk id="1">b <ph id="2"/> c</mrk> d</target></segment></unit>',
      ),
      { code: 'inline-markup', line: 4, what: 'ph' },
    ],
    ...['zz', '110000', '-1', ''].map((hex): [string, object] => [
      xliff(
        `<unit id="u" name="a">\n<segment><source>A</source><target>a<cp hex="${hex}"/></target></segment></unit>`,
      ),
      { code: 'inline-markup', line: 4, what: 'cp' },
    ]),
  ])('says of %j what is wrong, and where', (text, fault) => {
    expect(readXliff(text)).toEqual({ ok: false, fault });
  });
});

describe('previewTranslations', () => {
  const english = shipped['texts/en.json'] as Record<string, string>;
  const unit = (name: string, translation: string, original = english[name] ?? '') => ({
    key: name,
    original,
    translation,
  });

  it('takes what is right, and tells of the rest why it does not', () => {
    const taken = previewTranslations(shipped, {
      source: 'en',
      target: 'de',
      units: [
        unit('send-message', 'Absenden'),
        unit('gone', 'Weg', 'Gone'),
        unit('submit', 'Los', 'Something else'),
        unit('summary.heading', '{count'),
        unit('close', 'Schließen <b>'),
        { key: 'yes', original: english.yes ?? '' },
      ],
    });
    expect(taken).toMatchObject({
      taken: ['send-message'],
      unknown: ['gone'],
      otherOriginal: ['submit'],
      untranslated: 1,
      faulty: [{ key: 'summary.heading' }, { key: 'close' }],
    });
    expect(taken?.patches.map(({ path }) => path)).toEqual([['send-message']]);
  });

  it('takes what was translated from other words only where that is asked for', () => {
    const given = { source: 'en', target: 'de', units: [unit('submit', 'Los', 'Something else')] };
    expect(previewTranslations(shipped, given, { withOtherOriginals: true })?.taken).toEqual(['submit']);
  });

  it.each(['en', 'not a language', ''])('takes nothing into %j', (target) => {
    expect(previewTranslations(shipped, { source: 'en', target, units: [] })).toBeUndefined();
  });

  it('puts texts where their originals stand', () => {
    const order = Object.keys(english).slice(0, 8);
    const some = made(shipped, addLanguage(shipped, 'nl'));
    const one = made(some, setText(some, { locale: 'nl', key: order[3] ?? '' }, 'Vier'));
    const units = order.slice(1).map((name) => unit(name, 'Nee'));
    const all = made(one, previewTranslations(one, { source: 'en', target: 'nl', units })?.patches ?? []);
    expect(Object.keys(all['texts/nl.json'] as object)).toEqual(order);
  });
});
