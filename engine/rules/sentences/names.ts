import {
  type FieldType,
  getFieldTypes,
  getInnerFieldTypes,
  getItemTypes,
} from '../../compile/fields/field-types.ts';
import { getDeclaredLists } from '../../compile/lists.ts';
import { getChoiceTitle } from '../../json-schema/choices.ts';
import { asObject } from '../../json-schema/values.ts';
import { getPropertySchema } from '../../json-schema/walk.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import { typeField } from '../../model/names.ts';
import { isBuiltInOptionSet } from '../../model/option-sets.ts';
import type { Documents, FieldDefinition, Form, Id } from '../../model/types.ts';
import { getNamedItems, itemReference, type PresetNamedContent } from '../../preset/rules.ts';
import { findTextLocale, getLocalisedName } from '../../texts/locale.ts';
import { findText, listTextKeys } from '../../texts/texts.ts';
import type { LanguageTools } from './language-tools.ts';
import { type SentenceReference, sentenceToText } from './sentence.ts';

/**
 * Something of the content that rules may name: a site, an item of the narrowed list, a recipient or an enquiry
 * type.
 */
export interface NamedContentItem {
  readonly id: Id;
  readonly name: string;
  /** The name by locale. `name` is used for other locales. */
  readonly names?: Readonly<Record<string, string>> | null;
  /** A title, which its display name has after the name. */
  readonly title?: string | null;
  readonly [more: string]: unknown;
}

/** The known part of the content. What it lacks is displayed by its id. */
export interface NamedContent extends PresetNamedContent<NamedContentItem> {
  readonly recipients?: readonly NamedContentItem[];
  readonly enquiryTypes?: readonly NamedContentItem[];
  /** Ids of the destinations that may receive enquiries besides the mail. */
  readonly destinations?: readonly string[];
}

export interface DisplayNameSources {
  readonly form: Form;
  readonly documents?: Documents;
  readonly content?: NamedContent;
}

/**
 * The display names of everything that documents and content name by keys and ids. Something without a text
 * is named by its key or id.
 */
export interface DisplayNames {
  readonly form: Form;
  readonly content: NamedContent;
  /**
   * Returns a type with its name: that of the content, else the text, else the title of the schema, else its
   * key in words.
   */
  readonly type: (key: string) => SentenceReference;
  /** Returns a field with its labels in the given types; if none of them has the field, in all types. */
  readonly field: (name: string, types?: readonly string[]) => SentenceReference;
  /** Returns the label of a nested field, in quotes. The argument is its path: `['boat', 'make']`. */
  readonly quoteNestedField: (names: readonly string[]) => string;
  /** Returns a field, a block or a step, in quotes. A block or step has the first of its texts, shortened. */
  readonly formElement: (name: string, types?: readonly string[]) => SentenceReference;
  /** Returns a site with its name in the content, else with its id. */
  readonly site: (id: Id) => SentenceReference;
  /** Returns an item of the narrowed list with its name and title in the content, else with its id. */
  readonly item: (id: Id) => SentenceReference;
  /** Returns a recipient with its name in the content, else with its id, in quotes. */
  readonly recipient: (id: Id) => SentenceReference;
  /** Returns an option set with the description from `lists.json`, or the message for a built-in one. */
  readonly list: (name: string) => SentenceReference;
  /** Returns a value of a field with the label of its choice, in quotes. */
  readonly choice: (field: string, value: string | number | boolean) => SentenceReference;
  /** Returns the whole text, in quotes; a message without quotes if there is none. */
  readonly text: (key: string) => SentenceReference;
  /** Returns a rule with its description, in quotes. */
  readonly rule: (id: string) => SentenceReference;
  /** Returns any other value. The id defaults to the label. */
  readonly value: (label: string, id?: string) => SentenceReference;
  /**
   * Returns the kind and the choices of a field, a nested field (`boat.make`) or a field of items
   * (`crew.each.age`); undefined if it is unknown.
   */
  readonly getFieldType: (place: string) => FieldType | undefined;
  /** Dotted paths of nested fields and of fields of items. */
  readonly places: { readonly inside: readonly string[]; readonly ofItems: readonly string[] };
}

/**
 * Creates the display names of a form. Its texts are in the form's language that is nearest to the given one.
 * The descriptions of rules come from the documents, else from the form.
 */
export function createDisplayNames(
  { form, documents = {}, content = {} }: DisplayNameSources,
  language: LanguageTools,
): DisplayNames {
  const locale = findTextLocale(form, language.locale);
  const rules = asObject(documents['rules.json']).rules;
  const fieldTypes = getFieldTypes(form.types, listFieldsWithRuleOptions(form));
  const inside = getInnerFieldTypes(form.types);
  const ofItems = getItemTypes(form.types);
  /** Returns a text in the quotation marks of the language. */
  const quote = (text: string) => language.format('quoted', { text }).join('');
  /** Returns a reference that a sentence displays by its label. */
  const createReference = (
    kind: SentenceReference['kind'],
    id: string,
    label: string,
  ): SentenceReference => ({ kind, id, label });
  /** Returns a reference that a sentence displays by its label in quotes. */
  const createQuotedReference = (
    kind: SentenceReference['kind'],
    id: string,
    label: string,
  ): SentenceReference => ({
    kind,
    id,
    label,
    said: quote(label),
  });
  /**
   * Returns the name of a content item, with its title (`Poole – Sales`); undefined if the
   * content does not have it.
   */
  const findContentName = (all: readonly NamedContentItem[] | undefined, id: Id) => {
    const found = all && indexById(all).get(String(id));
    if (found === undefined) return undefined;
    const name = getLocalisedName(found, language.locale);
    return found.title ? `${name} – ${found.title}` : name;
  };
  /**
   * Returns the labels of a field in the given types, else in all types, separated by " / ". For a field that
   * no type has, returns its general text, else its name in words.
   */
  const joinFieldLabels = (name: string, keys?: readonly string[]): string => {
    const owners = form.types.filter(({ fields }) => findField(fields, name) !== undefined);
    const asked = owners.filter(({ key }) => keys?.includes(key));
    const labels = (asked.length === 0 ? owners : asked).map((type) =>
      getFieldLabelInType(form, locale, type.key, findField(type.fields, name)),
    );
    const all = [...new Set(labels)].join(' / ');
    return all || (findText(form, locale, [`fields.${name}.label`]) ?? splitKey(name));
  };
  /** Returns a type with its name, as `DisplayNames.type`. */
  const getTypeReference = (key: string): SentenceReference => {
    const type = form.types.find((each) => each.key === key);
    const own = findText(form, locale, [`types.${key}.name`]);
    const title = type?.schema.title;
    const known = type && findContentName(content.enquiryTypes, type.id);
    return createReference(
      'type',
      key,
      known ?? own ?? (typeof title === 'string' && title ? title : splitKey(key)),
    );
  };
  let owners: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> | undefined;
  /**
   * Returns a suffix that distinguishes a field from others with the same label: its types if no other such
   * field is in them, else its name. Empty if no suffix is needed.
   */
  const getDistinguishingSuffix = (
    name: string,
    text: string,
    keys: readonly string[] | undefined,
  ): string => {
    owners ??= groupFieldsByLabel(form, joinFieldLabels);
    const withSameLabel = owners.get(text);
    const own = withSameLabel?.get(name);
    if (withSameLabel === undefined || own === undefined) return '';
    const asked = own.filter((key) => keys?.includes(key));
    const of = asked.length === 0 ? own : asked;
    const others = [...withSameLabel].filter(
      ([other, types]) => other !== name && (asked.length === 0 || types.some((key) => asked.includes(key))),
    );
    if (others.length === 0) return '';
    const isShared = others.some(([, types]) => types.some((key) => of.includes(key)));
    if (isShared) return ` (${name})`;
    const types = language.list(
      of.map((key) => [getTypeReference(key).label]),
      'conjunction',
    );
    return ` (${sentenceToText(types)})`;
  };
  /**
   * Returns a field with its labels in quotes, as `DisplayNames.field`. Only the enquiry type has no quotes.
   */
  const getFieldReference = (name: string, keys?: readonly string[]): SentenceReference => {
    if (name === typeField) return { kind: 'field', id: name, label: language.format('type-field').join('') };
    const text = joinFieldLabels(name, keys);
    return createQuotedReference('field', name, text + getDistinguishingSuffix(name, text, keys));
  };
  return {
    form,
    content,
    type: getTypeReference,
    field: getFieldReference,
    quoteNestedField(names) {
      const steps = names.filter((step) => step !== 'each');
      const own = findText(form, locale, [`fields.${steps.join('.')}.label`]);
      return quote(own ?? findSchemaTitle(form, names) ?? splitKey(steps.at(-1) ?? ''));
    },
    formElement(name, keys) {
      if (name === typeField || form.types.some(({ fields }) => findField(fields, name) !== undefined))
        return getFieldReference(name, keys);
      const isStep = form.types.some(({ steps = [] }) => steps.some((step) => step.name === name));
      const own = isStep ? [`steps.${name}.title`] : blockParts.map((part) => `blocks.${name}.${part}`);
      const all = form.types.flatMap(({ key }) => own.flatMap((each) => listTextKeys(key, each)));
      return createQuotedReference(
        isStep ? 'step' : 'block',
        name,
        shortenText(findText(form, locale, all) ?? splitKey(name)),
      );
    },
    site: (id) =>
      createReference(
        'site',
        String(id),
        findContentName(content.sites, id) ?? language.format('site', { id: String(id) }).join(''),
      ),
    item: (id) =>
      createReference(
        itemReference,
        String(id),
        findContentName(getNamedItems(content), id) ??
          language.format(itemReference, { id: String(id) }).join(''),
      ),
    recipient: (id) =>
      createQuotedReference(
        'recipient',
        String(id),
        findContentName(content.recipients, id) ?? splitKey(String(id)),
      ),
    list(name) {
      if (isBuiltInOptionSet(name)) return createReference('list', name, language.format(name).join(''));
      const { description } = getDeclaredLists(documents)[name] ?? {};
      return createQuotedReference(
        'list',
        name,
        description === undefined ? splitKey(name) : description.replace(/\.$/, ''),
      );
    },
    choice(name, value) {
      const owners = form.types.filter(({ fields }) => fields.some((each) => each.name === name));
      const keys = owners.flatMap(({ key }) => listTextKeys(key, `options.${name}.${value}`));
      const titles = owners.map(({ fields }) =>
        getChoiceTitle(findField(fields, name)?.choiceTitles, String(value)),
      );
      const own = findText(form, locale, keys) ?? titles.find((title) => title !== undefined);
      return createQuotedReference('value', String(value), own ?? String(value));
    },
    text(key) {
      const own = findText(form, locale, [key]);
      return own === undefined
        ? createReference('text', key, language.format('no-text').join(''))
        : createQuotedReference('text', key, own);
    },
    rule(id) {
      const found = (Array.isArray(rules) ? rules : form.rules).find((rule) => asObject(rule).id === id);
      const { description } = asObject(found);
      return createQuotedReference(
        'rule',
        id,
        typeof description === 'string' ? description.replace(/\.$/, '') : splitKey(id),
      );
    },
    value: (text, id = text) => createReference('value', id, text),
    getFieldType: (place) => fieldTypes.get(place) ?? inside.get(place) ?? ofItems.get(place),
    places: { inside: [...inside.keys()], ofItems: [...ofItems.keys()] },
  };
}

/**
 * Returns a map from each label to the fields that have it, each with the keys of its types.
 * @param getLabel Returns the label of a field in all types.
 */
function groupFieldsByLabel(
  { types }: Form,
  getLabel: (name: string) => string,
): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const owners = new Map<string, string[]>();
  for (const { key, fields } of types)
    for (const { name } of fields) owners.set(name, [...(owners.get(name) ?? []), key]);
  const byLabel = new Map<string, Map<string, readonly string[]>>();
  for (const [name, keys] of owners) {
    const text = getLabel(name);
    byLabel.set(text, (byLabel.get(text) ?? new Map()).set(name, keys));
  }
  return byLabel;
}

/** The texts of a block. The first that exists is its display name. */
const blockParts = ['title', 'text', 'summary', 'caption', 'alt'];

/** Returns the names of the fields whose option set a rule chooses. */
function listFieldsWithRuleOptions({ rules }: Form): ReadonlySet<string> {
  return new Set(rules.flatMap(({ then }) => Object.keys(then.options ?? {})));
}

function findField(fields: readonly FieldDefinition[], name: string): FieldDefinition | undefined {
  return indexByName(fields).get(name);
}

/** Returns fields by name: the first of each. Cached, because the choices of a rule name every field. */
const indexByName = memoizeByObject(
  (fields: readonly FieldDefinition[]): ReadonlyMap<string, FieldDefinition> =>
    new Map(fields.toReversed().map((field) => [field.name, field])),
);

/** Returns items by id: the first of each. Cached, because the choices of a rule name thousands of them. */
const indexById = memoizeByObject(
  (items: readonly NamedContentItem[]): ReadonlyMap<string, NamedContentItem> =>
    new Map(items.toReversed().map((item) => [String(item.id), item])),
);

/**
 * Returns the text of the label, else the title in the schema, else the name in words.
 * @param key The key of the type.
 */
function getFieldLabelInType(
  form: Form,
  locale: string,
  key: string,
  definition: FieldDefinition | undefined,
): string {
  const { name = '', title } = definition ?? {};
  return findText(form, locale, listTextKeys(key, `fields.${name}.label`)) ?? (title || splitKey(name));
}

/**
 * Returns the title of a nested field in the first type that has one; undefined if none has.
 * @param names The path to the field. `each` is a segment for list items.
 */
function findSchemaTitle({ types }: Form, names: readonly string[]): string | undefined {
  for (const { schema } of types) {
    const place = names.reduce<unknown>(
      (node, step) => (step === 'each' ? asObject(node).items : getPropertySchema(asObject(node), step)),
      schema,
    );
    const { title } = asObject(place);
    if (typeof title === 'string' && title !== '') return title;
  }
  return undefined;
}

/** Splits a key into words. `splitKey('boat_make') // 'boat make'` */
function splitKey(key: string): string {
  return key
    .replaceAll(/[_.-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
}

/** Shortens the text of a block or step to at most 60 characters; one that was cut ends with "…". */
function shortenText(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text;
}
