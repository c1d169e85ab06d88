import { asObject } from '../../json-schema/values.ts';
import type { Json } from '../../model/types.ts';
import { getLanguageName } from '../../texts/locale.ts';
import type phrases from './catalogues/settings.en.json';
import type { LanguageTools } from './language-tools.ts';
import type { Sentence } from './sentence.ts';

/** The keys of the phrases for settings. */
export type SettingPhraseKey = keyof typeof phrases;

/** The means to describe settings in one language. */
export interface SettingContext {
  readonly language: LanguageTools<SettingPhraseKey>;
  /** Returns a text in quotation marks. */
  readonly quote: (text: string) => Sentence;
  /** Returns the name of a field. */
  readonly nameField: (field: string) => Sentence;
}

/** The kinds of values of settings, by their names as `flattenSettings` returns them. */
const settingKinds = {
  failureField: 'field',
  fallbackLocale: 'language',
  'success.scrollDelayMs': 'milliseconds',
  'success.scrollDurationMs': 'milliseconds',
  'success.scrollOffsetPx': 'number',
  summaryAbove: 'number',
  pipedLength: 'number',
  widgets: 'texts',
  widgetModules: 'texts',
  fields: 'texts',
  recipient: 'texts',
  operation: 'texts',
  sendTimeoutMs: 'milliseconds',
  'sendLater.days': 'number',
} as const;

type SettingName = keyof typeof settingKinds;

const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingKinds, name);

/** Returns the name of a setting as a phrase. A setting that this release does not know is quoted. */
export function nameSetting(name: string, { language, quote }: SettingContext): Sentence {
  return isSettingName(name) ? language.format(`setting.${name}`) : quote(name);
}

/**
 * Describes the value of a setting with its unit: `within 7 days`.
 * @param value Undefined if the setting is absent or switched off.
 */
export function describeSettingValue(
  name: string,
  value: Json | undefined,
  context: SettingContext,
): Sentence {
  const { language, quote } = context;
  if (!isSettingName(name)) return value === undefined ? ['…'] : quote(listTexts(value).join(', '));
  if (value === undefined) return language.format(`setting.${name}.none`);
  const kind = settingKinds[name];
  if (kind === 'number' || kind === 'milliseconds') {
    if (typeof value !== 'number') return quote(listTexts(value).join(', '));
    return language.format(`setting.${name}.value`, { count: kind === 'number' ? value : value / 1000 });
  }
  const text = listTexts(value).join(', ');
  const named =
    kind === 'field'
      ? context.nameField(text)
      : quote(kind === 'language' ? getLanguageName(text, language.locale) : text);
  return language.format(`setting.${name}.value`, { value: named });
}

/** Returns the texts of a value: of a list its entries, of an object its members with their values. */
function listTexts(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return Object.entries(asObject(value)).map(
    ([name, member]) => `${name} (${listTexts(member as Json).join(', ')})`,
  );
}
