import { builtInKeys, builtInLocales } from '../../documents/built-in-texts.ts';
import type { Form, FormType } from '../../model/types.ts';
import { isUploadWidget } from '../../model/uploads.ts';
import { lookUpLocale } from '../../texts/locale.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';

const builtIn: ReadonlySet<string> = new Set(builtInKeys);

/** Returns true for the key of a text that is built in, in the languages that Slipway speaks. */
export function isBuiltInText(key: string): boolean {
  return builtIn.has(key);
}

/** Texts that are used only if some type needs them. The first pattern that matches a key decides. */
const usageConditions: readonly (readonly [names: RegExp, isNeeded: (type: FormType) => boolean])[] = [
  // Other texts replace these.
  [/^(formats|branch|mail\.receipt)\.|^mail\.labels\.version$/, () => false],
  [/^photos\./, ({ fields }) => fields.some(({ widget }) => isUploadWidget(widget))],
  [/^files\./, ({ fields }) => fields.some(({ widget }) => widget === 'files')],
  [/^signature\./, ({ fields }) => fields.some(({ widget }) => widget === 'signature')],
  [/^(step|check)\./, ({ steps = [] }) => steps.length > 0],
  [
    /^(branch|show-fields|property-name|item-label|(add|remove|move)-item|announce\.item-|widgets\.ranking\.)/,
    ({ fields }) => fields.some(({ kind }) => kind === 'json'),
  ],
];

const maxNames = 20;

/**
 * Returns one finding for each language of a form that Slipway does not speak and whose documents lack texts of
 * the interface. It names at most `maxNames` of them. Visitors see these in another language.
 */
export function lintInterfaceTexts(form: Form, locator: DocumentLocator): readonly Finding[] {
  return Object.keys(form.texts)
    .filter((locale) => lookUpLocale(locale, builtInLocales) === undefined)
    .flatMap((locale) => reportForeignTexts(form, locale, locator));
}

/** Returns at most one finding, for a language without built-in texts. */
function reportForeignTexts(form: Form, locale: string, locator: DocumentLocator): readonly Finding[] {
  const missing = builtInKeys.filter((key) => !locator.hasText(locale, key) && isTextNeeded(key, form));
  if (missing.length === 0) return [];
  const named = missing.slice(0, maxNames).map((name) => `"${name}"`);
  const more = missing.length - named.length;
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const what = missing.length === 1 ? 'the text' : `${missing.length} texts`;
  const reason = `${what} of the interface ${missing.length === 1 ? 'is' : 'are'} missing, and visitors see ${missing.length === 1 ? 'it' : 'them'} in another language: ${list}; translate what is missing (the English texts are in node_modules/slipway/engine/documents/texts/en.json)`;
  return [createFinding({ ...locator.text(locale), code: 'missing-interface-text', reason })];
}

/** Returns true if a type of the form needs the text, or if `usageConditions` does not mention it. */
function isTextNeeded(name: string, { types }: Form): boolean {
  const condition = usageConditions.find(([pattern]) => pattern.test(name));
  return condition === undefined || types.some(condition[1]);
}
