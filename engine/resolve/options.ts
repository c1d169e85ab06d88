import { evaluateCondition, type FactValues } from '../conditions/condition.ts';
import { getChoiceTitle } from '../json-schema/choices.ts';
import { memoizeByObject } from '../model/memoize.ts';
import type { BuiltInOptionSet, OptionSetName } from '../model/option-sets.ts';
import { isOtherText } from '../model/other-choice.ts';
import type { Condition, FieldDefinition, Form, Json, ListItem, Option, Situation } from '../model/types.ts';
import type { NarrowedItem } from '../preset/model.ts';
import { presetOptionReaders } from '../preset/resolve.ts';
import { cacheByLocale, getLocalisedName } from '../texts/locale.ts';
import { findText, listTextKeys } from '../texts/texts.ts';
import { tidyText } from '../texts/tidy-text.ts';

/**
 * The options of a field, in their order. In the states `loading` and `failed` the content has not arrived
 * and there are none.
 */
export interface OfferedOptions {
  readonly options: readonly Option[];
  readonly state: 'ready' | 'loading' | 'failed';
}

/**
 * Returns the options of an option set in a situation; none if the content does not have the list. Returns
 * the same options for the same content.
 * @param offered The offered items of the narrowed list, which are an option set.
 */
export function resolveOptionSet(
  set: OptionSetName,
  situation: Situation,
  offered: readonly NarrowedItem[],
): OfferedOptions {
  const options = isPresetOptionSet(set)
    ? presetOptionReaders[set](situation, offered)
    : toListOptions(set, situation);
  return typeof options === 'string' ? { options: noOptions, state: options } : toReadyOptions(options);
}

/** Returns true if the preset has a reader of the option set; false for a list that `lists.json` declares. */
function isPresetOptionSet(set: OptionSetName): set is BuiltInOptionSet {
  return Object.hasOwn(presetOptionReaders, set);
}

/**
 * Returns the options from a schema's choices, labelled by the texts, else by the schema's titles, else by
 * the value. Disabled choices are included as disabled options; without choices there are no options.
 */
export function toChoiceOptions(
  form: Form,
  locale: string,
  typeKey: string,
  { name, choices = [], choiceTitles, disabledChoices }: FieldDefinition,
): OfferedOptions {
  const options = getLabelledChoices(choices)(form.texts);
  const key = `${locale} ${typeKey}`;
  let labelled = options.get(key);
  if (labelled === undefined) {
    labelled = choices.map((value) => ({
      value,
      label:
        findText(form, locale, listTextKeys(typeKey, `options.${name}.${value}`)) ??
        getChoiceTitle(choiceTitles, value) ??
        String(value),
      ...(disabledChoices?.includes(value) && { isDisabled: true }),
    }));
    cacheByLocale(options, key, labelled);
  }
  return toReadyOptions(labelled);
}

/** The results of `toChoiceOptions`: by choices, by texts, and by locale and type. */
const getLabelledChoices = memoizeByObject((_choices: NonNullable<FieldDefinition['choices']>) =>
  memoizeByObject((_texts: Form['texts']) => new Map<string, readonly Option[]>()),
);

/**
 * Returns the offer with only the options that satisfy every condition on `item.*`. Without conditions it
 * returns the offer unchanged.
 */
export function filterOptions(
  offer: OfferedOptions,
  conditions: readonly Condition[],
  facts: FactValues,
): OfferedOptions {
  if (conditions.length === 0) return offer;
  const scratch: Record<string, unknown> = { ...facts };
  const options = offer.options.filter((option) => {
    scratch.item = getItemFacts(option);
    return conditions.every((condition) => evaluateCondition(condition, scratch));
  });
  return { ...offer, options };
}

/** The list items from which the options of lists were made. */
const itemsByOption = new WeakMap<Option, ListItem>();

/**
 * Returns the facts `item.*` of an option: its value as a string, the name of its list item, else its label,
 * and the other properties of the item.
 */
function getItemFacts(option: Option): FactValues {
  const item = itemsByOption.get(option);
  return { ...item, name: item?.name ?? option.label, value: String(option.value) };
}

/**
 * Returns the option with a value, or undefined if there is none or it is disabled. Numbers and strings are
 * compared as strings, like ids. Both are tidied first, because a title in the content may have white space
 * around it. Undefined for a value of any other type.
 */
export function findOption(options: readonly Option[], value: unknown): Option | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return indexOptions(options).get(toComparedText(value));
}

/**
 * Returns the options that are not disabled, by compared text. Of several with the same text the last one
 * wins.
 */
const indexOptions = memoizeByObject(
  (options: readonly Option[]): ReadonlyMap<string, Option> =>
    new Map(options.flatMap((option) => (option.isDisabled ? [] : [[toComparedText(option.value), option]]))),
);

/**
 * Returns the part of a value that is offered: the option's own value (ids are sent unchanged), or the
 * offered items of a list. With `ui:other`, texts in place of an option stay. Returns undefined if nothing is offered. In a field with several choices (`json`),
 * a value that is no list stays unchanged, so that the schema reports it.
 */
export function findOfferedValue(
  options: readonly Option[],
  value: Json | undefined,
  definition: Pick<FieldDefinition, 'kind' | 'choices' | 'widgetProperties'>,
): Json | undefined {
  /** Returns the value of an option, or a text in place of one. */
  const findOffered = (item: Json | undefined) =>
    findOption(options, item)?.value ?? (isOtherText(definition, item) ? item : undefined);
  if (definition.kind !== 'json') return findOffered(value);
  if (!Array.isArray(value)) return value;
  const items = value.flatMap((item: Json) => findOffered(item) ?? []);
  return items.length > 0 ? items : undefined;
}

/** Returns the tidied text by which values are compared. */
function toComparedText(value: string | number): string {
  return tidyText(String(value));
}

const noItems: readonly ListItem[] = [];

/**
 * Returns the items of a list in the content's order, with labels in the situation's language. The value of
 * an option is the id of its item, else its name.
 */
function toListOptions(name: string, { content, locale }: Situation): readonly Option[] {
  const items = content.lists?.[name] ?? noItems;
  const byLocale = getListOptions(items);
  let options = byLocale.get(locale);
  if (options === undefined) {
    options = items.map((item) => {
      const option = { value: item.id ?? item.name, label: getLocalisedName(item, locale) };
      itemsByOption.set(option, item);
      return option;
    });
    cacheByLocale(byLocale, locale, options);
  }
  return options;
}

/** The results of `toListOptions`, by items and by locale. */
const getListOptions = memoizeByObject((_items: readonly ListItem[]) => new Map<string, readonly Option[]>());

const noOptions: readonly Option[] = [];

function toReadyOptions(options: readonly Option[]): OfferedOptions {
  return { options, state: 'ready' };
}
