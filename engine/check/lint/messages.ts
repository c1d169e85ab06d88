import { listArguments, listLiterals } from '../../compile/texts.ts';
import type { Message, Texts } from '../../model/types.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';

/** Returns a finding for each text that is empty or white space only. */
export function reportEmptyTexts(locale: string, texts: Texts, locator: DocumentLocator): readonly Finding[] {
  return Object.entries(texts)
    .filter(([, message]) => typeof message === 'string' && message.trim() === '')
    .map(([key]) =>
      createFinding({
        ...locator.text(locale, key),
        code: 'empty-text',
        reason: `the text "${key}" is empty; write it, or remove it`,
      }),
    );
}

/**
 * Returns a finding for each argument between apostrophes, which a message shows literally (ICU
 * MessageFormat, "Quoting/Escaping").
 */
export function reportQuotedArguments(
  locale: string,
  texts: Texts,
  locator: DocumentLocator,
): readonly Finding[] {
  return Object.entries(texts).flatMap(([key, message]) =>
    listLiterals(message).flatMap((literal) =>
      (literal.match(argumentPattern) ?? []).map((quoted) =>
        createFinding({
          ...locator.text(locale, key),
          code: 'quoted-argument',
          reason: `"${key}" shows “${quoted}” as it is, because it is after an apostrophe; write two apostrophes ('') or a curly one (’)`,
        }),
      ),
    ),
  );
}

/** The start of an argument of a message in a literal text: `{name}` or `{name,`. */
const argumentPattern = /\{\s*[A-Za-z_][\w.]*\s*[,}]/g;

/** Returns true for French, except in Canada, where fewer punctuation marks have a space before them. */
export function usesFrenchSpacing(locale: string): boolean {
  const { language, region } = new Intl.Locale(locale);
  return language === 'fr' && region !== 'CA';
}

/**
 * The patterns that break the spacing of French (Lexique des règles typographiques en usage à l'Imprimerie
 * nationale, "Ponctuation"), each with advice.
 */
const frenchSpacingRules: readonly (readonly [violation: RegExp, advice: string])[] = [
  [
    /(?:^|[^\u202F])[;?!»]|(?:^|[^\u202F]):(?!\/\/|\d)|«(?!\u202F)/u,
    'put a narrow no-break space (U+202F) before ":", ";", "?", "!" and "»" and after "«"',
  ],
  [/\s[.,…]/u, 'put no space before ".", "," and "…"'],
  [/ (?:Mo|ko|%)/u, 'put a no-break space between a number and its unit'],
];

/**
 * Returns a finding for each literal and each rule of French spacing that it breaks. The caller decides by
 * `usesFrenchSpacing` if the rules apply.
 */
export function reportFrenchSpacing(
  locale: string,
  texts: Texts,
  locator: DocumentLocator,
): readonly Finding[] {
  return Object.entries(texts).flatMap(([key, message]) =>
    listLiterals(message).flatMap((literal) =>
      frenchSpacingRules.flatMap(([violation, advice]) =>
        violation.test(literal)
          ? [
              createFinding({
                ...locator.text(locale, key),
                code: 'french-spacing',
                reason: `“${literal.trim()}” of "${key}" does not have French spacing; ${advice}`,
              }),
            ]
          : [],
      ),
    ),
  );
}

/**
 * Returns a finding for each argument of an original text that its translation lacks; none without an
 * original.
 * @param message The translation in `locale`.
 */
export function reportLostArguments(
  { locale, key }: { readonly locale: string; readonly key: string },
  message: Message,
  original: Message | undefined,
  locator: DocumentLocator,
): readonly Finding[] {
  const lost =
    original === undefined
      ? []
      : listArguments(original).filter((name) => !listArguments(message).includes(name));
  return lost.map((name) =>
    createFinding({
      ...locator.text(locale, key),
      code: 'missing-argument',
      reason: `"${key}" leaves out "{${name}}", which the original has; add it`,
    }),
  );
}
