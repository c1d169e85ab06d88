import { asList, isObject } from '../../json-schema/values.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import { typeField } from '../../model/names.ts';
import { createUnknownNameError } from '../../model/nearest.ts';
import { toSituation } from '../../model/situation.ts';
import type { EnquiryType, Form, FormType, ListItem, Lists, Situation, Values } from '../../model/types.ts';
import { readPresetScenario, toEnteredItem } from '../../preset/check.ts';
import { itemField } from '../../preset/model.ts';
import { usesPreset } from '../../preset/uses.ts';
import { resolve } from '../../resolve/resolve.ts';
import type { ScenarioDocument, ScenarioSituation } from './scenario.ts';

/**
 * Returns the situation that a scenario describes. Values that it does not specify are the usual ones of the
 * document.
 * @throws An error if it names an unknown item of the narrowed list, type or field.
 */
export function toScenarioSituation(
  form: Form,
  document: ScenarioDocument,
  on: ScenarioSituation,
): Situation {
  const words = { ...document.usual, ...on };
  throwForUnknownFields(form, words);
  const situation = toSituation({
    ...readPresetScenario(words, document),
    enquiryTypes: (words.types ?? []).map((type) => toEnquiryType(form, type)),
    lists: toLists({ ...document.usual.lists, ...on.lists }),
    locale: words.locale ?? form.settings.fallbackLocale,
    today: words.today ?? '',
    entered: { ...toEnteredType(form, words), ...toEnteredItem(words, document) },
  });
  return { ...situation, entered: getEnteredValues(form, situation, words) };
}

/**
 * Returns the examples in a type's schema, in their order; an empty list if it has none. Examples that are
 * not objects are left out.
 */
export function getExamples({ schema }: FormType): readonly Values[] {
  return asList(schema.examples).filter(isObject);
}

/** Returns the type with a key. Throws if there is none. */
function findType(form: Form, key: string): FormType {
  const type = form.types.find((candidate) => candidate.key === key);
  if (type === undefined)
    throw createUnknownNameError('read a scenario', 'enquiry type', {
      name: key,
      known: form.types.map((candidate) => candidate.key),
    });
  return type;
}

/**
 * Throws for an entered value without a field in any type. Sent values may have any name. The message names the
 * narrowed list's field only for a form that uses it.
 */
function throwForUnknownFields(form: Form, { entered }: ScenarioSituation): void {
  const known = listFieldNames(form.types);
  for (const name of Object.keys(entered ?? {}))
    if (!known.has(name))
      throw createUnknownNameError('read a scenario', 'field', {
        name,
        known: [...known].filter((each) => each !== itemField || usesPreset(form)),
      });
}

/** Returns the names of the fields of all types, with those of the enquiry type and of the narrowed list. */
const listFieldNames = memoizeByObject(
  (types: Form['types']): ReadonlySet<string> =>
    new Set([typeField, itemField, ...types.flatMap(({ fields }) => fields.map(({ name }) => name))]),
);

/**
 * Returns an enquiry type as the content lists it. If the scenario gives only a key, the key is also the
 * name. Throws for an unknown key.
 */
function toEnquiryType(form: Form, type: string | EnquiryType): EnquiryType {
  return typeof type === 'string' ? { id: findType(form, type).id, name: type } : type;
}

/** Returns the lists of the content. An item that is only a text becomes an item with that name. */
function toLists(lists: ScenarioSituation['lists'] = {}): Lists {
  const toItem = (item: string | ListItem): ListItem => (typeof item === 'string' ? { name: item } : item);
  return Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, items.map(toItem)]));
}

/**
 * Returns the type that the visitor chose, as an entered value; without a choice the value is absent. Throws
 * for an unknown type.
 */
function toEnteredType(form: Form, { type }: ScenarioSituation): Values {
  return type === undefined ? {} : { [typeField]: findType(form, type).id };
}

/**
 * Returns the entered values: those of the type's first example if `filledIn`, then the type and the item of
 * the narrowed list, then those that the scenario sends, else those that it enters. The later value wins.
 * Null empties a field, also one with a preset.
 */
function getEnteredValues(
  form: Form,
  situation: Situation,
  { filledIn, entered, sends }: ScenarioSituation,
): Values {
  const type = filledIn ? resolve(form, situation).type : undefined;
  const [example] = type ? getExamples(type) : [];
  return { ...example, ...situation.entered, ...(sends ?? entered) };
}
