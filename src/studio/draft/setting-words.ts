import type { Json } from '#engine';
import { sentenceToText } from '#engine/rules/sentences/sentence.ts';
import { createSettingLanguage } from '#engine/rules/sentences/setting-languages.ts';
import { describeSettingValue, nameSetting } from '#engine/rules/sentences/settings.ts';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import type { FormatMessage } from '../ui/messages.ts';

/** The words of settings by their names, as `flattenSettings` returns them. */
export interface SettingWords {
  readonly name: (setting: string) => string;
  /** Returns a value with its unit; undefined is described as absent or switched off. */
  readonly value: (setting: string, value: Json | undefined) => string;
}

/** Creates the words of settings in the language of the studio. */
export function createSettingWords({
  say,
  locale,
  findFieldLabel,
}: {
  readonly say: FormatMessage;
  readonly locale: string;
  readonly findFieldLabel: (field: string) => string;
}): SettingWords {
  const quote = (text: string) => [say('unmet.text', { text: isolateBidi(text) })];
  const context = {
    language: createSettingLanguage(locale),
    quote,
    nameField: (field: string) => quote(findFieldLabel(field)),
  };
  return {
    name: (setting) => sentenceToText(nameSetting(setting, context)),
    value: (setting, value) => sentenceToText(describeSettingValue(setting, value, context)),
  };
}
