import { isSameId } from '../ids.ts';
import { asList, isObject } from '../json-schema/values.ts';
import { officeField, typeField } from '../names.ts';
import { nearestAdvice } from '../nearest.ts';
import { resolve } from '../resolve/resolve.ts';
import { situationOf } from '../situation.ts';
import type {
  EnquiryType,
  EventTitles,
  Form,
  FormType,
  ListItem,
  Lists,
  Office,
  Situation,
  Values,
} from '../types.ts';
import type { ScenarioDocument, ScenarioSituation } from './scenario.ts';

/**
 * Returns the situation that a scenario describes.
 * @throws An error if it names an unknown office, type or field.
 */
export function situationOfWords(form: Form, document: ScenarioDocument, on: ScenarioSituation): Situation {
  const words = { ...document.usual, ...on };
  refuseUnknownFields(form, words);
  const officesNamed = (names: readonly string[] | null | undefined) =>
    names ? officeList(document, names) : null;
  const situation = situationOf({
    site: { id: words.site ?? '', domain: 'www.example.com' },
    isInternational: words.international,
    inModal: words.placement === 'modal',
    isForLanding: words.placement === 'landing',
    eventTitle: words.eventTitle,
    selectedOffice: words.selectedOffice ? officeNamed(document, words.selectedOffice) : null,
    offices: officesNamed(words.offices),
    allOffices: officesNamed(words.allOffices === undefined ? words.offices : words.allOffices),
    enquiryTypes: (words.types ?? []).map((type) => enquiryTypeOf(form, type)),
    yachtModels: (words.yachtModels ?? []).map((name) => ({ name })),
    lists: listsOf({ ...document.usual.lists, ...on.lists }),
    eventTitles: eventTitlesOf(words.eventTitles),
    locale: words.locale ?? form.settings.fallbackLocale,
    today: words.today ?? '',
    entered: choicesOf(form, document, words),
  });
  return { ...situation, entered: enteredValues(form, situation, words) };
}

/** Returns the examples of a type's schema, each a set of answers. */
export function examplesOf({ schema }: FormType): readonly Values[] {
  return asList(schema.examples).filter(isObject);
}

/** Returns the name of an office in the scenarios of a document; its id if it has none. */
export function nameOfOffice({ offices }: ScenarioDocument, office: Office): string {
  const found = Object.entries(offices).find(([, candidate]) => isSameId(candidate.id, office.id));
  return found?.[0] ?? String(office.id);
}

function officeNamed({ offices }: ScenarioDocument, name: string): Office {
  const office = offices[name];
  if (office === undefined) throw unknown('office', name, Object.keys(offices));
  return office;
}

/** Returns the same list for the same names, because other modules cache by list, for example its order. */
function officeList(document: ScenarioDocument, names: readonly string[]): readonly Office[] {
  const known = lists.get(document.offices) ?? new Map<string, readonly Office[]>();
  lists.set(document.offices, known);
  const key = JSON.stringify(names);
  const list = known.get(key) ?? names.map((name) => officeNamed(document, name));
  known.set(key, list);
  return list;
}

const lists = new WeakMap<ScenarioDocument['offices'], Map<string, readonly Office[]>>();

function typeNamed(form: Form, key: string): FormType {
  const type = form.types.find((candidate) => candidate.key === key);
  if (type === undefined)
    throw unknown(
      'enquiry type',
      key,
      form.types.map((candidate) => candidate.key),
    );
  return type;
}

function unknown(kind: string, name: string, known: readonly string[]): Error {
  const { advice } = nearestAdvice(name, known, `the known ones are ${known.join(', ')}`);
  return new Error(`Cannot read a scenario: unknown ${kind} "${name}"; ${advice}`);
}

/** Throws for an entered value without a field in any type. Sent values may have any name. */
function refuseUnknownFields(form: Form, { entered }: ScenarioSituation): void {
  const known = fieldNames.get(form.types) ?? namesOf(form.types);
  fieldNames.set(form.types, known);
  for (const name of Object.keys(entered ?? {}))
    if (!known.has(name)) throw unknown('field', name, [...known]);
}

const fieldNames = new WeakMap<Form['types'], ReadonlySet<string>>();

function namesOf(types: Form['types']): ReadonlySet<string> {
  return new Set([typeField, officeField, ...types.flatMap(({ fields }) => fields.map(({ name }) => name))]);
}

/** A type that is given by its key is named by it as well. */
function enquiryTypeOf(form: Form, type: string | EnquiryType): EnquiryType {
  return typeof type === 'string' ? { id: typeNamed(form, type).id, name: type } : type;
}

function listsOf(lists: ScenarioSituation['lists'] = {}): Lists {
  const named = (item: string | ListItem): ListItem => (typeof item === 'string' ? { name: item } : item);
  return Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, items.map(named)]));
}

function eventTitlesOf(titles: ScenarioSituation['eventTitles']): EventTitles {
  if (titles === 'loading' || titles === 'failed') return { state: titles };
  return { state: 'ready', titles: titles ?? [] };
}

function choicesOf(form: Form, document: ScenarioDocument, { type, office }: ScenarioSituation): Values {
  return {
    ...(type !== undefined && { [typeField]: typeNamed(form, type).id }),
    ...(office !== undefined && { [officeField]: officeNamed(document, office).id }),
  };
}

function enteredValues(
  form: Form,
  situation: Situation,
  { filledIn, entered, sends }: ScenarioSituation,
): Values {
  const type = filledIn ? resolve(form, situation).type : undefined;
  const [example] = type ? examplesOf(type) : [];
  const values = { ...example, ...situation.entered, ...(sends ?? entered) };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
