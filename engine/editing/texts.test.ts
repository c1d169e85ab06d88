import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShippedDocuments } from '../../test/support/forms.ts';
import { compileFormChecks } from '../../widgets/validators/form-checks.ts';
import { checkText } from '../check/check-text.ts';
import { createChecker } from '../check/index.ts';
import type { Documents, Json } from '../model/types.ts';
import {
  addType,
  applyPatches,
  type Change,
  confirmTranslation,
  createSampleTexts,
  createTextTable,
  findOutdatedTexts,
  type OutdatedTexts,
  type Patch,
  setRetired,
  setText,
  setTextOrName,
  setTypeName,
} from './index.ts';
import { findOutdatedSince } from './texts/outdated-texts.ts';

const shipped = readShippedDocuments();
const key = 'send-message';
const wasEnglish = String((shipped['texts/en.json'] as Record<string, string>)[key]);
const wasGerman = String((shipped['texts/de.json'] as Record<string, string>)[key]);

/** A draft that is changed step by step. */
function draft(known: OutdatedTexts = {}) {
  let documents: Documents = shipped;
  const changes: (Change & { readonly inverse: readonly Patch[] })[] = [];
  const make = (patches: readonly Patch[], more: Partial<Change> = {}) => {
    const applied = applyPatches(documents, patches);
    if (!applied.ok) throw new Error('a conflict');
    documents = applied.documents;
    const change = { id: String(changes.length), title: { key: 'text' }, patches, ...more };
    changes.push({ ...change, inverse: applied.inverse });
    return change.id;
  };
  return {
    writes: (locale: string, text: string) => make(setText(documents, { locale, key }, text)),
    confirms: (locale: string) => make(confirmTranslation(documents, { locale, key })),
    undoes: (id: string) => make(changes[Number(id)]?.inverse ?? [], { undoes: [id] }),
    redoes: (id: string) => make(changes[Number(id)]?.inverse ?? [], { redoes: [id] }),
    outdated: () => findOutdatedTexts({ known, changes, documents }),
    documents: () => documents,
  };
}

describe('findOutdatedTexts', () => {
  it('has every translation of an original that was changed, with the words that it was written for', () => {
    const texts = draft();
    texts.writes('en', 'Send it');
    texts.writes('en', 'Send it off');
    expect(texts.outdated()).toEqual({
      ar: { [key]: wasEnglish },
      de: { [key]: wasEnglish },
      fr: { [key]: wasEnglish },
    });
  });

  it('has none that was written, or confirmed, since', () => {
    const texts = draft();
    texts.writes('de', 'Los');
    texts.writes('en', 'Send it off');
    texts.writes('de', 'Abschicken');
    texts.confirms('fr');
    expect(texts.outdated()).toEqual({ ar: { [key]: wasEnglish } });
    texts.writes('en', 'Off it goes');
    expect(texts.outdated()).toEqual({
      ar: { [key]: wasEnglish },
      de: { [key]: 'Send it off' },
      fr: { [key]: 'Send it off' },
    });
  });

  it('follows undo and redo', () => {
    const texts = draft();
    texts.writes('en', 'Send it off');
    const translated = texts.writes('de', 'Abschicken');
    const undone = texts.undoes(translated);
    expect(texts.outdated().de).toEqual({ [key]: wasEnglish });
    texts.redoes(undone);
    expect(texts.outdated().de).toBeUndefined();
    const confirmed = texts.confirms('fr');
    texts.undoes(confirmed);
    expect(texts.outdated().fr).toEqual({ [key]: wasEnglish });
  });

  it('is empty where the original reads as it did', () => {
    const texts = draft();
    texts.writes('en', 'Send it off');
    texts.writes('en', wasEnglish);
    expect(texts.outdated()).toEqual({});
  });

  it('keeps what was out of date before, until it is mended', () => {
    const known = { de: { [key]: 'Go' }, fr: { [key]: 'Go' } };
    const texts = draft(known);
    expect(texts.outdated()).toEqual(known);
    texts.writes('de', 'Abschicken');
    expect(texts.outdated()).toEqual({ fr: { [key]: 'Go' } });
  });

  it('is carried over a deployment: an original that changed alone leaves its translations behind', () => {
    const texts = draft();
    texts.writes('en', 'Send it off');
    texts.writes('de', 'Abschicken');
    expect(findOutdatedSince({}, { before: shipped, documents: texts.documents() })).toEqual({
      ar: { [key]: wasEnglish },
      fr: { [key]: wasEnglish },
    });
  });

  it('says of each prefix of a history what the whole says of it: publishing in between loses nothing', () => {
    const step = fc.tuple(
      fc.constantFrom('en', 'de', 'fr'),
      fc.constantFrom('a', 'b', wasEnglish, wasGerman),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.nat(8), (steps, at) => {
        const changes: Change[] = [];
        const states: Documents[] = [shipped];
        for (const [locale, text] of steps) {
          const documents = states.at(-1) ?? shipped;
          const patches = setText(documents, { locale, key }, text);
          const applied = applyPatches(documents, patches);
          if (!applied.ok) throw new Error('a conflict');
          changes.push({ id: String(changes.length), title: { key: 'text' }, patches });
          states.push(applied.documents);
        }
        const documents = states.at(-1) ?? shipped;
        const cut = Math.min(at, changes.length);
        const before = findOutdatedTexts({
          known: {},
          changes: changes.slice(0, cut),
          documents: states[cut] ?? shipped,
        });
        expect(findOutdatedTexts({ known: before, changes: changes.slice(cut), documents })).toEqual(
          findOutdatedTexts({ known: {}, changes, documents }),
        );
      }),
    );
  });
});

describe('createTextTable', () => {
  it('has every text of every language once, those of the last resort first', () => {
    const documents = { ...shipped, 'texts/de.json': { 'only-german': 'Nur hier', [key]: wasGerman } };
    const rows = createTextTable(documents);
    expect(rows.find((row) => row.key === key)?.texts).toMatchObject({ en: wasEnglish, de: wasGerman });
    expect(rows.at(-1)).toEqual({ key: 'only-german', texts: { de: 'Nur hier' } });
    expect(rows.some((row) => row.key === '$schema')).toBe(false);
  });
});

describe('the names of enquiry types', () => {
  const made = (documents: Documents, patches: readonly Patch[]): Documents => {
    const applied = applyPatches(documents, patches);
    if (!applied.ok) throw new Error('a conflict');
    return applied.documents;
  };
  const named = made(shipped, addType(shipped, 'Charter').patches);
  const german = made(named, setTypeName(named, 'charter', { locale: 'de', name: 'Vercharterung' }));
  const place = (locale: string) => ({ locale, key: 'enquiry-types/charter' });
  const rowIn = (documents: Documents) =>
    createTextTable(documents).find((row) => row.key === 'enquiry-types/charter')?.texts;

  it('are words like texts, but those of retired types', () => {
    expect(rowIn(named)).toEqual({ en: 'Charter' });
    expect(rowIn(german)).toEqual({ en: 'Charter', de: 'Vercharterung' });
    expect(rowIn(made(named, setRetired(named, 'charter', true)))).toBeUndefined();
  });

  it('are written as the list of forms writes them, also away', () => {
    expect(setTextOrName(named, place('de'), 'Vercharterung')).toEqual(
      setTypeName(named, 'charter', { locale: 'de', name: 'Vercharterung' }),
    );
    expect(rowIn(made(german, setTextOrName(german, place('de'), '')))).toEqual({ en: 'Charter' });
  });

  it.each<readonly [string, (documents: Documents) => readonly Patch[]]>([
    ['the name', (documents) => setTextOrName(documents, place('en'), 'Yacht charter')],
    [
      'the whole document',
      (documents) => {
        const file = 'enquiry-types.json';
        const after = made(documents, setTextOrName(documents, place('en'), 'Yacht charter'))[file] as Json;
        return [{ file, path: [], before: documents[file] as Json, after }];
      },
    ],
  ])('are out of date once their original is changed, by %s', (_what, patchesOf) => {
    const changeOf = (id: string, patches: readonly Patch[]) => ({ id, title: { key: 'text' }, patches });
    const first = changeOf('1', patchesOf(german));
    const changed = made(german, first.patches);
    expect(findOutdatedTexts({ known: {}, changes: [first], documents: changed })).toEqual({
      de: { 'enquiry-types/charter': 'Charter' },
    });
    const second = changeOf('2', confirmTranslation(changed, place('de')));
    expect(findOutdatedTexts({ known: {}, changes: [first, second], documents: changed })).toEqual({});
    expect(findOutdatedSince({}, { before: german, documents: changed })).toEqual({
      de: { 'enquiry-types/charter': 'Charter' },
    });
  });

  it('are out of date no more once both were written together', () => {
    const both = made(
      made(german, setTextOrName(german, place('de'), 'Jachtcharter')),
      setTextOrName(german, place('en'), 'Yacht charter'),
    );
    expect(findOutdatedSince({}, { before: german, documents: both })).toEqual({});
  });
});

describe('checkText', () => {
  const checker = createChecker({ schemasOf: (form) => compileFormChecks(form, new Map()) });

  it.each([
    ['summary.heading', 'de', '{count, plural, one {# Zeichen}}'],
    ['summary.heading', 'de', '{count'],
    ['summary.heading', 'de', 'Noch {anzahl}'],
    ['send-message', 'de', 'Jetzt <b>senden</b>'],
    ['send-message', 'fr', 'Envoyer !'],
    ['summary.heading', 'fr', 'Il en reste'],
    ['fields.phone.label', 'en', 'Phone {x}'],
  ])('says of "%s" in "%s" what `slipway check` says of it: %s', (textKey, locale, text) => {
    const applied = applyPatches(shipped, setText(shipped, { locale, key: textKey }, text));
    if (!applied.ok) throw new Error('a conflict');
    const english = (shipped['texts/en.json'] as Record<string, string>)[textKey];
    const own = checkText({ locale, key: textKey, text, original: locale === 'en' ? undefined : english });
    const all = checker.check(applied.documents).findings;
    const pointer = `/${textKey}`;
    const reported = all.filter((each) => each.file === `texts/${locale}.json` && each.pointer === pointer);
    expect(own.map(({ reason }) => reason)).toEqual(reported.map(({ reason }) => reason));
    expect(own.length).toBeGreaterThan(0);
  });
});

describe('createSampleTexts', () => {
  it('reads a message in every plural form of its language, and every branch that it names', () => {
    expect(createSampleTexts('{count, plural, =0 {none} one {# boat} other {# boats}}', 'en')).toEqual([
      { given: 'count = 0', said: 'none' },
      { given: 'count = 1', said: '1 boat' },
      { given: 'count = 2', said: '2 boats' },
    ]);
    expect(createSampleTexts('{count, plural, other {#}}', 'ar').length).toBe(6);
    expect(
      createSampleTexts('The {values.boat_model, select, empty {boat} other {{values.boat_model}}}', 'en'),
    ).toContainEqual({ given: 'values.boat_model = empty', said: 'The boat' });
  });

  it('is empty for a text without arguments, and for one that is no message', () => {
    expect(createSampleTexts('{count, plural, other {{label}}}', 'ar')[0]?.said).toBe('\u2068‹label›\u2069');
    expect(createSampleTexts('Send', 'en')).toEqual([]);
    expect(createSampleTexts('{count', 'en')).toEqual([]);
  });
});
