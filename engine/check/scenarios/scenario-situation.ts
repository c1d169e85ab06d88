import { asList, isObject } from '../../json-schema/values.ts';
import { isSameId } from '../../model/ids.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import { typeField } from '../../model/names.ts';
import { adviseOnName } from '../../model/nearest.ts';
import { toSituation } from '../../model/situation.ts';
import type { EnquiryType, Form, FormType, ListItem, Lists, Situation, Values } from '../../model/types.ts';
import { resolve } from '../../resolve/resolve.ts';
import { officeField } from '../../yard/names.ts';
import type { EventTitles, Office } from '../../yard/types.ts';
import type { ScenarioDocument, ScenarioSituation } from './scenario.ts';

/**
 * Returns the situation that a scenario describes. Values that it does not specify are the usual ones of the
 * document.
 * @throws An error if it names an unknown office, type or field.
 */
export function toScenarioSituation(
  form: Form,
  document: ScenarioDocument,
  on: ScenarioSituation,
): Situation {
  const words = { ...document.usual, ...on };
  throwForUnknownFields(form, words);
  /** Returns the offices with these names; null without a list of names. */
  const findOffices = (names: readonly string[] | null | undefined) =>
    names ? getOfficeList(document, names) : null;
  const situation = toSituation({
    site: { id: words.site ?? '', domain: 'www.example.com' },
    isInternational: words.international,
    inModal: words.placement === 'modal',
    isForLanding: words.placement === 'landing',
    eventTitle: words.eventTitle,
    selectedOffice: words.selectedOffice ? findOffice(document, words.selectedOffice) : null,
    offices: findOffices(words.offices),
    allOffices: findOffices(words.allOffices === undefined ? words.offices : words.allOffices),
    enquiryTypes: (words.types ?? []).map((type) => toEnquiryType(form, type)),
    yachtModels: (words.yachtModels ?? []).map((name) => ({ name })),
    lists: toLists({ ...document.usual.lists, ...on.lists }),
    eventTitles: toEventTitles(words.eventTitles),
    locale: words.locale ?? form.settings.fallbackLocale,
    today: words.today ?? '',
    entered: toTypeAndOffice(form, document, words),
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

/** Returns the name of an office in the scenarios of a document; its id if it has none. */
export function getOfficeName({ offices }: ScenarioDocument, office: Office): string {
  const found = Object.entries(offices).find(([, candidate]) => isSameId(candidate.id, office.id));
  return found?.[0] ?? String(office.id);
}

/** Returns the office with a name. Throws if there is none. */
function findOffice({ offices }: ScenarioDocument, name: string): Office {
  const office = offices[name];
  if (office === undefined) throw createUnknownError('office', name, Object.keys(offices));
  return office;
}

/**
 * Returns the offices with these names. Returns the same array for the same names, because the engine caches
 * results by list. Throws for an unknown name.
 */
function getOfficeList(document: ScenarioDocument, names: readonly string[]): readonly Office[] {
  const known = getOfficeLists(document.offices);
  const key = JSON.stringify(names);
  const list = known.get(key) ?? names.map((name) => findOffice(document, name));
  known.set(key, list);
  return list;
}

const getOfficeLists = memoizeByObject(
  (_offices: ScenarioDocument['offices']) => new Map<string, readonly Office[]>(),
);

/** Returns the type with a key. Throws if there is none. */
function findType(form: Form, key: string): FormType {
  const type = form.types.find((candidate) => candidate.key === key);
  if (type === undefined)
    throw createUnknownError(
      'enquiry type',
      key,
      form.types.map((candidate) => candidate.key),
    );
  return type;
}

/**
 * Returns an error about an unknown name. Its message proposes a similar known name, else lists the known
 * ones.
 * @param kind The kind of thing that has the name: `office`.
 */
function createUnknownError(kind: string, name: string, known: readonly string[]): Error {
  const { advice } = adviseOnName(name, known, `the known ones are ${known.join(', ')}`);
  return new Error(`Cannot read a scenario: unknown ${kind} "${name}"; ${advice}`);
}

/** Throws for an entered value without a field in any type. Sent values may have any name. */
function throwForUnknownFields(form: Form, { entered }: ScenarioSituation): void {
  const known = listFieldNames(form.types);
  for (const name of Object.keys(entered ?? {}))
    if (!known.has(name)) throw createUnknownError('field', name, [...known]);
}

/** Returns the names of the fields of all types, with those of the enquiry type and of the office. */
const listFieldNames = memoizeByObject(
  (types: Form['types']): ReadonlySet<string> =>
    new Set([typeField, officeField, ...types.flatMap(({ fields }) => fields.map(({ name }) => name))]),
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

/** Returns the event titles of the content, or their state. Without titles the list is ready and empty. */
function toEventTitles(titles: ScenarioSituation['eventTitles']): EventTitles {
  if (titles === 'loading' || titles === 'failed') return { state: titles };
  return { state: 'ready', titles: titles ?? [] };
}

/**
 * Returns the type and the office that the visitor chose, as entered values; without a choice the value is
 * absent. Throws for an unknown type or office.
 */
function toTypeAndOffice(
  form: Form,
  document: ScenarioDocument,
  { type, office }: ScenarioSituation,
): Values {
  return {
    ...(type !== undefined && { [typeField]: findType(form, type).id }),
    ...(office !== undefined && { [officeField]: findOffice(document, office).id }),
  };
}

/**
 * Returns the entered values: those of the type's first example if `filledIn`, then the type and the office,
 * then those that the scenario sends, else those that it enters. The later value wins. Null empties a field,
 * also one with a preset.
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
