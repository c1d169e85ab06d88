import { isPoundElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { formatText } from '#engine';
import { builtInKeys, builtInLocales, getBuiltInTexts } from '#engine/documents/built-in-texts.ts';
import { compileTestForm, readShippedDocuments } from '../support/forms.ts';
import {
  createSampleValues,
  hasLiteralText,
  listMessageArguments,
  listMessageLiterals,
  listPlurals,
  listSampleWords,
} from './messages.ts';

const english = getBuiltInTexts('en');
const counts = [0, 1, 2, 3, 11, 100];

const form = compileTestForm({
  'forms/sample/schema.json': { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
  ...Object.fromEntries(builtInLocales.map((locale) => [`texts/${locale}.json`, {}])),
});

it('speaks eight languages', () => {
  expect(builtInLocales).toEqual(['ar', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pt']);
});

describe('the built-in texts', () => {
  it('name no business and no kind of message', () => {
    const wrong = /\b(?:office|yacht|boat|yard|enquiry|your message)\b/i;
    expect(listTextsWith('en', wrong)).toEqual([]);
    expect(listTextsWith('de', /Niederlassung|Anfrage(?! passt| ist zu)|Nachricht|Yacht|Boot/)).toEqual([]);
    expect(listTextsWith('fr', /agence|votre message|yacht|bateau/i)).toEqual([]);
    expect(listTextsWith('ar', /المكتب|رسالتك|استفسار/)).toEqual([]);
    expect(listTextsWith('es', /oficina|su mensaje|barco/i)).toEqual([]);
    expect(listTextsWith('it', /ufficio|messaggio|barca/i)).toEqual([]);
    expect(listTextsWith('nl', /kantoor|bericht|boot/i)).toEqual([]);
    expect(listTextsWith('pt', /escritório|mensagem|barco/i)).toEqual([]);
  });

  it('are all in the texts of the shipped forms, except those of widgets that none of them has', () => {
    const ofOtherWidgets =
      /^(?:widgets\.ranking\.|signature\.|problems\.same-position$|other-(?:choice|text|text-follows)$)/;
    const all = readShippedDocuments();
    for (const locale of ['en', 'de', 'fr', 'ar']) {
      const own = Object(all[`texts/${locale}.json`]);
      expect(
        builtInKeys.filter((key) => !Object.hasOwn(own, key) && !ofOtherWidgets.test(key)),
        locale,
      ).toEqual([]);
    }
  });
});

describe.each(builtInLocales)('the built-in texts of "%s"', (locale) => {
  const texts = getBuiltInTexts(locale);
  const entries = Object.entries(texts);
  const rules = new Intl.PluralRules(locale);
  const plurals = entries.flatMap(([key, text]) => listPlurals(text).map((plural) => ({ key, plural })));
  const saysNumber = ({ plural }: (typeof plurals)[number]) =>
    Object.values(plural.options).some(({ value }) => value.some(isPoundElement));

  it('are those of English in their order, with their arguments', () => {
    expect(Object.keys(texts)).toEqual(builtInKeys);
    const listAll = (all: Readonly<Record<string, string>>) =>
      Object.entries(all).map(([key, text]) => [key, listMessageArguments(text)]);
    expect(listAll(texts)).toEqual(listAll(english));
  });

  it('are translated', () => {
    const same = entries.filter(([key, text]) => hasLiteralText(text) && text === english[key]);
    expect(same.map(([key]) => key).filter(() => locale !== 'en')).toEqual(shared[locale] ?? []);
  });

  it('format for every count, and keep each argument in every branch', () => {
    const wrong = entries.flatMap(([key, text]) =>
      counts.flatMap((count) => {
        const values = createSampleValues(text, count);
        const formatted = formatText(form, locale, key, values);
        const isBroken = formatted.trim() === '' || /[{}]|\s\s|^\s|\s$/.test(formatted);
        const isLost = listSampleWords(values).some((word) => !formatted.includes(word));
        return isBroken || isLost ? [`${key}, ${count}: ${formatted}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('inflect a counted noun for every category that the language has, and for no other', () => {
    const { pluralCategories } = rules.resolvedOptions();
    const needed = new Set(Array.from({ length: 200 }, (_, at) => rules.select(at + 1)));
    const wrong = plurals.flatMap(({ key, plural }) => {
      const selectors = Object.keys(plural.options).filter((selector) => !selector.startsWith('='));
      const unknown = selectors.filter((one) => !pluralCategories.some((category) => category === one));
      const lacking = [...needed].filter((category) => !selectors.includes(category));
      return [...unknown, ...(saysNumber({ key, plural }) ? lacking : [])].map((one) => `${key}: ${one}`);
    });
    expect(wrong).toEqual([]);
  });

  it('say a number in words only where the branch holds no other', () => {
    const wrong = plurals.filter(saysNumber).flatMap(({ key, plural }) => {
      const exact = Object.keys(plural.options).filter((selector) => selector.startsWith('='));
      return Object.entries(plural.options)
        .filter(([selector, { value }]) => !selector.startsWith('=') && !value.some(isPoundElement))
        .filter(([selector]) => {
          const held = Array.from({ length: 201 }, (_, count) => count).filter(
            (count) => !exact.includes(`=${count}`) && rules.select(count) === selector,
          );
          return held.length > 1;
        })
        .map(([selector]) => `${key}: ${selector}`);
    });
    expect(wrong).toEqual([]);
  });

  it('quote with the marks of the language, use no straight ones, no markup and no dash', () => {
    expect(listTextsWith(locale, /["'`]|<\/?[a-z][^<>]*>|\.\.+|[–—]| - /i)).toEqual([]);
    const [opening, closing] = quotes[locale] ?? ['', ''];
    const others = [...'«»„“”‹›‘'].filter((mark) => mark !== opening && mark !== closing);
    expect(listTextsWith(locale, new RegExp(`[${others.join('')}]`))).toEqual([]);
    const unbalanced = entries.filter(
      ([, text]) => text.split(opening).length !== text.split(closing).length,
    );
    expect(unbalanced).toEqual([]);
  });

  it('keep a number and its unit on one line', () => {
    expect(listTextsWith(locale, / (?:MB|kB|Mo|ko|%)(?!\p{L})/u)).toEqual([]);
  });

  it('never call an answer invalid, nor plead, and address the visitor formally', () => {
    const wrong = listTextsWith(locale, blame[locale] ?? /^$/).filter((line) => !/^send-failed:/.test(line));
    expect(wrong).toEqual([]);
    expect(listTextsWith(locale, familiar[locale] ?? /^$/)).toEqual([]);
  });
});

it('writes the inverted marks of Spanish', () => {
  const unopened = Object.entries(getBuiltInTexts('es')).filter(
    ([, text]) => text.includes('?') !== text.includes('¿') || text.includes('!') !== text.includes('¡'),
  );
  expect(unopened).toEqual([]);
});

/** Words that a language shares with English. */
const shared: Readonly<Record<string, readonly string[]>> = {
  de: ['branch.string', 'photos.megabytes', 'photos.kilobytes'],
  es: ['no', 'step.error-title', 'photos.megabytes', 'photos.kilobytes'],
  fr: ['mail.labels.page', 'page.pages', 'page.sites', 'page.menu'],
  it: ['no', 'photos.megabytes', 'photos.kilobytes', 'page.home', 'page.menu'],
  nl: ['photos.megabytes', 'photos.kilobytes', 'page.home', 'page.sites', 'page.menu'],
  pt: ['photos.megabytes', 'photos.kilobytes', 'page.sites', 'page.menu'],
};

const quotes: Readonly<Record<string, readonly [string, string]>> = {
  ar: ['«', '»'],
  de: ['„', '“'],
  en: ['“', '”'],
  es: ['«', '»'],
  fr: ['«', '»'],
  it: ['«', '»'],
  nl: ['“', '”'],
  pt: ['“', '”'],
};

const blame: Readonly<Record<string, RegExp>> = {
  ar: /غير صالح|خاطئ|يُ?رجى|الرجاء|من فضلك/,
  de: /ungültig|falsch|bitte/i,
  en: /invalid|illegal|\bplease\b|\bsorry\b/i,
  es: /inválid|no válid|incorrect|por favor|lo sentimos/i,
  fr: /invalide|non valide|incorrect|veuillez|merci de|s’il vous plaît/i,
  it: /non valid|errat|scorrett|per favore|si prega|spiacent/i,
  nl: /ongeldig|onjuist|foutief|alstublieft|sorry|helaas/i,
  pt: /inválid|incorret|por favor|desculpe/i,
};

/** The words of a familiar address. */
const familiar: Readonly<Record<string, RegExp>> = {
  de: /(?<!\p{L})(?:du|dich|dir|deine?[mnrs]?|euch|euer)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:tú|tus?|te|ti|vosotros|elige|escribe|rellena|inténtalo)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:tu|te|toi|ton|ta|tes|t’)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:tuo|tua|tuoi|tue|tu|ti|inserisci|compila(?! di nuovo il modulo))(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:je|jij|jou|jouw|jullie)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:tu|teu|tua|teus|tuas|te)(?!\p{L})/iu,
};

/** Returns the keys and the texts with a literal part that matches, so that a failure is readable. */
function listTextsWith(locale: string, pattern: RegExp): readonly string[] {
  return Object.entries(getBuiltInTexts(locale))
    .filter(([, text]) => listMessageLiterals(text).some((literal) => pattern.test(literal)))
    .map(([key, text]) => `${key}: ${text}`);
}
