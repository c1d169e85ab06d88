import { describe, expect, it } from 'vitest';
import { formatText } from '#engine';
import { compileTestForm, readShippedDocuments } from '../support/forms.ts';
import { createSampleValues, englishTexts, getTexts, listMessageLiterals, shippedTexts } from './messages.ts';

const form = compileTestForm(readShippedDocuments());

/** No-break spaces by name, so that readers of this file can distinguish them. */
const [noBreak, narrow] = ['\u00A0', '\u202F'];

describe.each(Object.keys(shippedTexts))('the texts of "%s"', (locale) => {
  it('hold no markup', () => {
    expect(keysWith(locale, /<\/?[a-z][^<>]*>|&[a-z]+;/i)).toEqual([]);
  });

  it('quote with the marks of the language', () => {
    expect(keysWith(locale, /["'`]/)).toEqual([]);
  });

  it('open and close what they quote', () => {
    const unbalanced = Object.entries(getTexts(locale)).filter(([, text]) => {
      const marks = quotes[locale] ?? ['', ''];
      const [opened, closed] = marks.map((mark) => text.split(mark).length);
      return opened !== closed || [...text].some((mark) => quotation.has(mark) && !marks.includes(mark));
    });
    expect(unbalanced.map(([key]) => key)).toEqual([]);
  });

  it('have one space between words and none around them', () => {
    const untidy = formattedTexts(locale).filter(({ formatted }) => /\s\s|^\s|\s$|\t|\n/.test(formatted));
    expect(untidy).toEqual([]);
  });

  it('write an ellipsis as one character', () => {
    const dotted = keysWith(locale, /\.\.+/).filter((key) => !(locale === 'en' && fixed.has(key)));
    expect(dotted).toEqual([]);
  });

  it('use no dash in place of a sentence', () => {
    expect(keysWith(locale, /[–—]| - /)).toEqual([]);
  });

  it('never call an answer invalid, nor plead', () => {
    const pleading = keysWith(locale, blame[locale] ?? /^$/).filter((key) => key !== 'send-failed');
    expect(pleading).toEqual([]);
  });
});

describe('English', () => {
  it('keeps a number and its unit on one line', () => {
    expect(keysWith('en', / (?:MB|kB)|\s%/)).toEqual([]);
    expect(formatText(form, 'en', 'photos.megabytes', { megabytes: 2.5 })).toBe(`2.5${noBreak}MB`);
  });
});

describe('German', () => {
  it('addresses the visitor as "Sie"', () => {
    expect(keysWith('de', /(?<!\p{L})(?:du|dich|dir|deine?[mnrs]?|euch|euer)(?!\p{L})/iu)).toEqual([]);
  });

  it('keeps a number and its unit, and an ellipsis and its word, on one line', () => {
    expect(keysWith('de', / (?:…|MB|kB|%)/)).toEqual([]);
    expect(formatText(form, 'de', 'photos.megabytes', { megabytes: 2.5 })).toBe(`2,5${noBreak}MB`);
  });
});

describe('French', () => {
  it('addresses the visitor as "vous"', () => {
    expect(keysWith('fr', /(?<!\p{L})(?:tu|te|toi|ton|ta|tes|t’)(?!\p{L})/iu)).toEqual([]);
  });

  it('keeps a number and its unit on one line', () => {
    expect(formatText(form, 'fr', 'photos.megabytes', { megabytes: 2.5 })).toBe(`2,5${narrow}Mo`);
  });
});

describe('Arabic', () => {
  const literals = Object.entries(getTexts('ar')).flatMap(([key, text]) =>
    listMessageLiterals(text).map((literal) => ({ key, literal })),
  );
  const found = (pattern: RegExp) =>
    literals.filter(({ literal }) => pattern.test(literal)).map(({ key, literal }) => `${key}: ${literal}`);

  it('writes its own question mark, comma and semicolon', () => {
    expect(found(/[?,;]/)).toEqual([]);
  });

  it('joins a comma to the word before it', () => {
    expect(found(/\s[،؛؟.:]|[،؛](?=\p{L})/u)).toEqual([]);
  });

  it('uses Latin letters for names and addresses alone', () => {
    const words = literals.flatMap(({ literal }) => literal.match(/[A-Za-z]+/g) ?? []);
    expect([...new Set(words)].toSorted()).toEqual(['HIN', 'JavaScript', 'com', 'example', 'name']);
  });

  it('keeps a telephone number from left to right', () => {
    const isolated = /\u2066[+\d ]+\u2069/;
    expect(keysWith('ar', /\d \d|\+/).filter((key) => !isolated.test(getTexts('ar')[key] ?? ''))).toEqual([]);
    expect(getTexts('ar')['fields.phone.problems.wrong-format']).toMatch(isolated);
  });

  it('counts in the dual and in both plurals', () => {
    const counted = (count: number) => formatText(form, 'ar', 'summary.heading', { count });
    expect([0, 1, 2, 3, 11, 100].map(counted)).toEqual([
      'لا إجابات تحتاج إلى مراجعة',
      'إجابة واحدة تحتاج إلى مراجعة',
      'إجابتان تحتاجان إلى مراجعة',
      '3 إجابات تحتاج إلى مراجعة',
      '11 إجابة تحتاج إلى مراجعة',
      '100 إجابة تحتاج إلى مراجعة',
    ]);
  });
});

describe('one word for one thing', () => {
  it.each(glossary())('"$term" in "$locale"', ({ term, locale, word }) => {
    const other = Object.keys(englishTexts).filter(
      (key) => term.test(englishTexts[key] ?? '') && !word.test(getTexts(locale)[key] ?? ''),
    );
    expect(other).toEqual([]);
  });
});

const quotes: Readonly<Record<string, readonly [string, string]>> = {
  ar: ['«', '»'],
  de: ['„', '“'],
  en: ['“', '”'],
  fr: ['«', '»'],
};

const quotation = new Set(['«', '»', '„', '“', '”', '‹', '›']);

/** Texts that docs/behaviour.md specifies literally ("Event titles"). */
const fixed = new Set(['loading']);

const blame: Readonly<Record<string, RegExp>> = {
  ar: /غير صالح|خاطئ|يُ?رجى|الرجاء|من فضلك/,
  de: /ungültig|falsch|bitte/i,
  en: /invalid|illegal|\bplease\b|\bsorry\b/i,
  fr: /invalide|non valide|incorrect|veuillez|merci de|s’il vous plaît/i,
};

/** Terms that English uses consistently, and that each language must translate consistently. */
function glossary() {
  const terms: readonly (readonly [RegExp, Readonly<Record<string, RegExp>>])[] = [
    [/\boffice\b/i, { de: /Niederlassung/, fr: /agence/i, ar: /مكتب/ }],
    [/\bmessage\b/i, { de: /Nachricht/, fr: /message/i, ar: /رسال/ }],
    [/\bphotos?\b/i, { de: /Fotos?/, fr: /photos?/i, ar: /صور/ }],
    [/\bemail\b/i, { de: /E-Mail/, fr: /e-mail/, ar: /بريد/ }],
    [/\blist\b/i, { de: /Liste/, fr: /liste/, ar: /القائمة/ }],
    [/\bform\b(?! name@)/i, { de: /Formular/i, fr: /formulaire/i, ar: /نموذج/ }],
    [/\breference\b(?!\})/i, { de: /Vorgangsnummer/, fr: /référence/i, ar: /مرجعي/ }],
    [/\bterms\b/i, { de: /Bedingungen/, fr: /conditions/, ar: /الشروط/ }],
    [/\bcharacters?\b/i, { de: /Zeichen/, fr: /caractères?/, ar: /حرف/ }],
    [/\bdepartment\b/i, { de: /Abteilung/, fr: /service/i, ar: /قسم/ }],
    [/\byacht model\b/i, { de: /Yachtmodell/, fr: /modèle de yacht/i, ar: /طراز/ }],
    [/\byear of build\b/i, { de: /Baujahr/, fr: /année de construction/i, ar: /سنة/ }],
    [/\bhull identification number\b/i, { de: /Rumpfnummer/, fr: /numéro de coque/i, ar: /رقم الهيكل/ }],
    [/\bengine hours\b/i, { de: /Motorstunden/, fr: /heures moteur/i, ar: /ساعات تشغيل المحرّك/ }],
    [/\bgenerator hours\b/i, { de: /Generatorstunden/, fr: /heures du groupe/i, ar: /ساعات تشغيل المولّد/ }],
    [/\bvaluation\b/i, { de: /Bewertung/, fr: /estimation/i, ar: /تقييم/ }],
    [/\bremoved?\b/i, { de: /entfern/i, fr: /retire|retiré/i, ar: /أزل|إزالة/ }],
    [
      /\bagain\b/i,
      { de: /noch ein(?:mal|e)/i, fr: /réessayer|réessayez|de nouveau|renvoyez/i, ar: /أخرى|مجدد/ },
    ],
  ];
  return terms.flatMap(([term, words]) =>
    Object.entries(words).map(([locale, word]) => ({ term, locale, word })),
  );
}

/** Returns the keys of matching texts with the texts, so that a failure is readable. */
function keysWith(locale: string, pattern: RegExp): readonly string[] {
  return Object.entries(getTexts(locale))
    .filter(([, text]) => listMessageLiterals(text).some((literal) => pattern.test(literal)))
    .map(([key]) => key);
}

/** Returns each text in the forms for one and for many. */
function formattedTexts(locale: string): readonly { readonly key: string; readonly formatted: string }[] {
  return Object.entries(getTexts(locale)).flatMap(([key, text]) =>
    [0, 1, 2, 5, 20].map((count) => ({
      key,
      formatted: formatText(form, locale, key, createSampleValues(text, count)),
    })),
  );
}
