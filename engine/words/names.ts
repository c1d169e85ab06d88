import { declared } from '../compile/lists.ts';
import { type FieldNature, fieldNatures, innerNatures, itemNatures } from '../compile/natures.ts';
import { isSameId } from '../ids.ts';
import { choiceTitle } from '../json-schema/choices.ts';
import { asObject } from '../json-schema/values.ts';
import { propertyOf } from '../json-schema/walk.ts';
import { nameIn, textLocaleOf } from '../locale.ts';
import { typeField } from '../names.ts';
import { firstText, textKeys } from '../texts.ts';
import type { Documents, FieldDefinition, Form, Id } from '../types.ts';
import { type Reference, toText } from './sentence.ts';
import type { Speaker } from './speaker.ts';

/** An item of the content that rules may name: a site, an office, a recipient or an enquiry type. */
export interface Named {
  readonly id: Id;
  readonly name: string;
  readonly names?: Readonly<Record<string, string>> | null;
  /** The title of an office; its display name is the name and the title. */
  readonly title?: string | null;
  readonly [more: string]: unknown;
}

/** The known part of the content. Whatever is missing here is displayed by its id. */
export interface NamedContent {
  readonly sites?: readonly Named[];
  readonly offices?: readonly Named[];
  readonly recipients?: readonly Named[];
  readonly enquiryTypes?: readonly Named[];
  /** Ids of the destinations that may receive enquiries besides the mail. */
  readonly destinations?: readonly string[];
  /** Services that offices offer. No document declares them. */
  readonly services?: readonly string[];
}

export interface Naming {
  readonly form: Form;
  readonly documents?: Documents;
  readonly content?: NamedContent;
}

/** The display names of everything that documents and content name by keys and ids. */
export interface Names {
  readonly form: Form;
  readonly content: NamedContent;
  readonly type: (key: string) => Reference;
  /** Returns a field with the label that the given types have for it, else with the labels of all types. */
  readonly field: (name: string, types?: readonly string[]) => Reference;
  /** Returns the name of a nested field. The argument is its path: `boat.make` is `['boat', 'make']`. */
  readonly place: (names: readonly string[]) => string;
  readonly shown: (name: string, types?: readonly string[]) => Reference;
  readonly site: (id: Id) => Reference;
  readonly office: (id: Id) => Reference;
  readonly recipient: (id: Id) => Reference;
  readonly list: (name: string) => Reference;
  readonly choice: (field: string, value: string | number | boolean) => Reference;
  readonly text: (key: string) => Reference;
  readonly rule: (id: string) => Reference;
  readonly value: (label: string, id?: string) => Reference;
  /**
   * Returns the kind and the choices of a field, a nested field (`boat.make`) or a field of items
   * (`crew.each.age`); undefined if it is unknown.
   */
  readonly natureOf: (place: string) => FieldNature | undefined;
  /** Dotted paths of nested fields and of fields of items. */
  readonly places: { readonly inside: readonly string[]; readonly ofItems: readonly string[] };
}

/** Creates the display names of a form in the given language, as far as the form has texts in it. */
export function namesOf({ form, documents = {}, content = {} }: Naming, speaker: Speaker): Names {
  const locale = textLocaleOf(form, speaker.locale);
  const rules = asObject(documents['rules.json']).rules;
  const natures = fieldNatures(form.types, ruledFields(form));
  const inside = innerNatures(form.types);
  const ofItems = itemNatures(form.types);
  const quoted = (text: string) => speaker.say('quoted', { text }).join('');
  const named = (kind: Reference['kind'], id: string, label: string): Reference => ({ kind, id, label });
  const inQuotes = (kind: Reference['kind'], id: string, label: string): Reference => ({
    ...{ kind, id, label },
    said: quoted(label),
  });
  const ofContent = (all: readonly Named[] | undefined, id: Id) => {
    const found = all?.find((each) => isSameId(each.id, id));
    if (found === undefined) return undefined;
    const name = nameIn(found, speaker.locale);
    return found.title ? `${name} – ${found.title}` : name;
  };
  const label = (name: string, keys?: readonly string[]): string => {
    const owners = form.types.filter(({ fields }) => field(fields, name) !== undefined);
    const asked = owners.filter(({ key }) => keys?.includes(key));
    const labels = (asked.length === 0 ? owners : asked).map((type) =>
      labelIn(form, locale, type.key, field(type.fields, name)),
    );
    const all = [...new Set(labels)].join(' / ');
    return all || (firstText(form, locale, [`fields.${name}.label`]) ?? words(name));
  };
  const typeNamed = (key: string): Reference => {
    const type = form.types.find((each) => each.key === key);
    const own = firstText(form, locale, [`types.${key}.name`]);
    const title = type?.schema.title;
    const known = type && ofContent(content.enquiryTypes, type.id);
    return named('type', key, known ?? own ?? (typeof title === 'string' && title ? title : words(key)));
  };
  let owners: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> | undefined;
  /**
   * Returns a suffix that distinguishes a field from others with the same label: its types if they differ,
   * else its name. Empty if no suffix is needed.
   */
  const apart = (name: string, text: string, keys: readonly string[] | undefined): string => {
    owners ??= ownersByLabel(form, label);
    const alike = owners.get(text);
    const own = alike?.get(name);
    if (alike === undefined || own === undefined) return '';
    const asked = own.filter((key) => keys?.includes(key));
    const of = asked.length === 0 ? own : asked;
    const others = [...alike].filter(
      ([other, types]) => other !== name && (asked.length === 0 || types.some((key) => asked.includes(key))),
    );
    if (others.length === 0) return '';
    const isShared = others.some(([, types]) => types.some((key) => of.includes(key)));
    if (isShared) return ` (${name})`;
    const types = speaker.list(
      of.map((key) => [typeNamed(key).label]),
      'conjunction',
    );
    return ` (${toText(types)})`;
  };
  const fieldNamed = (name: string, keys?: readonly string[]): Reference => {
    if (name === typeField) return { kind: 'field', id: name, label: speaker.say('type-field').join('') };
    const text = label(name, keys);
    return inQuotes('field', name, text + apart(name, text, keys));
  };
  return {
    form,
    content,
    type: typeNamed,
    field: fieldNamed,
    place(names) {
      const steps = names.filter((step) => step !== 'each');
      const own = firstText(form, locale, [`fields.${steps.join('.')}.label`]);
      return quoted(own ?? titleOf(form, names) ?? words(steps.at(-1) ?? ''));
    },
    shown(name, keys) {
      if (name === typeField || form.types.some(({ fields }) => field(fields, name) !== undefined))
        return fieldNamed(name, keys);
      const isStep = form.types.some(({ steps = [] }) => steps.some((step) => step.name === name));
      const own = isStep ? [`steps.${name}.title`] : blockParts.map((part) => `blocks.${name}.${part}`);
      const all = form.types.flatMap(({ key }) => own.flatMap((each) => textKeys(key, each)));
      return inQuotes(
        isStep ? 'step' : 'block',
        name,
        shortened(firstText(form, locale, all) ?? words(name)),
      );
    },
    site: (id) =>
      named(
        'site',
        String(id),
        ofContent(content.sites, id) ?? speaker.say('site', { id: String(id) }).join(''),
      ),
    office: (id) =>
      named(
        'office',
        String(id),
        ofContent(content.offices, id) ?? speaker.say('office', { id: String(id) }).join(''),
      ),
    recipient: (id) =>
      inQuotes('recipient', String(id), ofContent(content.recipients, id) ?? words(String(id))),
    list(name) {
      if (
        name === 'offeredOffices' ||
        name === 'yachtModels' ||
        name === 'futureEvents' ||
        name === 'pageEvent'
      )
        return named('list', name, speaker.say(name).join(''));
      const { description } = declared(documents)[name] ?? {};
      return inQuotes('list', name, description === undefined ? words(name) : description.replace(/\.$/, ''));
    },
    choice(name, value) {
      const owners = form.types.filter(({ fields }) => fields.some((each) => each.name === name));
      const keys = owners.flatMap(({ key }) => textKeys(key, `options.${name}.${value}`));
      const titles = owners.map(({ fields }) =>
        choiceTitle(field(fields, name)?.choiceTitles, String(value)),
      );
      const own = firstText(form, locale, keys) ?? titles.find((title) => title !== undefined);
      return inQuotes('value', String(value), own ?? String(value));
    },
    text(key) {
      const own = firstText(form, locale, [key]);
      return own === undefined
        ? named('text', key, speaker.say('no-text').join(''))
        : inQuotes('text', key, own);
    },
    rule(id) {
      const found = (Array.isArray(rules) ? rules : form.rules).find((rule) => asObject(rule).id === id);
      const { description } = asObject(found);
      return inQuotes(
        'rule',
        id,
        typeof description === 'string' ? description.replace(/\.$/, '') : words(id),
      );
    },
    value: (text, id = text) => named('value', id, text),
    natureOf: (place) => natures.get(place) ?? inside.get(place) ?? ofItems.get(place),
    places: { inside: [...inside.keys()], ofItems: [...ofItems.keys()] },
  };
}

function ownersByLabel(
  { types }: Form,
  label: (name: string) => string,
): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const owners = new Map<string, string[]>();
  for (const { key, fields } of types)
    for (const { name } of fields) owners.set(name, [...(owners.get(name) ?? []), key]);
  const byLabel = new Map<string, Map<string, readonly string[]>>();
  for (const [name, keys] of owners) {
    const text = label(name);
    byLabel.set(text, (byLabel.get(text) ?? new Map()).set(name, keys));
  }
  return byLabel;
}

const blockParts = ['title', 'text', 'summary', 'caption', 'alt'];

function ruledFields({ rules }: Form): ReadonlySet<string> {
  return new Set(rules.flatMap(({ then }) => Object.keys(then.options ?? {})));
}

function field(fields: readonly FieldDefinition[], name: string): FieldDefinition | undefined {
  return fields.find((each) => each.name === name);
}

function labelIn(form: Form, locale: string, key: string, definition: FieldDefinition | undefined): string {
  const { name = '', title } = definition ?? {};
  return firstText(form, locale, textKeys(key, `fields.${name}.label`)) ?? (title || words(name));
}

function titleOf({ types }: Form, names: readonly string[]): string | undefined {
  for (const { schema } of types) {
    const place = names.reduce<unknown>(
      (node, step) => (step === 'each' ? asObject(node).items : propertyOf(asObject(node), step)),
      schema,
    );
    const { title } = asObject(place);
    if (typeof title === 'string' && title !== '') return title;
  }
  return undefined;
}

/** Splits a key into words, for display if no text exists. `splitKey('boat_make') // 'boat make'` */
function words(key: string): string {
  return key
    .replaceAll(/[_.-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text;
}
