import { type Form, type Id, isSameId } from '#engine';
import { loadLiveForm, readCurrentContent } from '../../app/load-live.ts';
import { shippedContentFolder } from '../../forms/content/shipped-content.ts';
import { createInboxNames, type InboxNames, listCurrentTypes } from '../../inbox/inbox-names.ts';
import type { Store } from '../../store/store.ts';
import { emptyYardContent } from '../../yard/content.ts';
import { findIdsByName } from './enquiry-ids-by-name.ts';

/**
 * The current names of types, offices and people, in English if there is such a name. A lookup is undefined
 * if an id has no name (any more). A search returns each matching id once, and an empty list if there is
 * none.
 */
export interface EnquiryNames {
  readonly type: (id: Id) => string | undefined;
  /** Returns the key of a type of the form; undefined if there is no such type. */
  readonly typeKey: (id: Id) => string | undefined;
  readonly office: (id: Id) => string | undefined;
  readonly person: (id: string) => string | undefined;
  /** Finds the ids of types by id, key or name, ignoring case. */
  readonly findTypeIds: (text: string) => readonly string[];
  /** Finds the ids of offices by id, else by name or title, ignoring case. */
  readonly findOfficeIds: (text: string) => readonly string[];
  /** Finds the ids of people by id or name, ignoring case. */
  readonly findPeopleIds: (text: string) => readonly string[];
  /** The types as a person can name them: `sales (6)`. */
  readonly types: readonly string[];
  /** The ids of all types of the content and the form. */
  readonly typeIds: readonly string[];
  /** The names for exports, with an id in place of each missing name. */
  readonly exportNames: InboxNames;
  /** The form that the names were read from: the live one, or the shipped one if no live one compiles. */
  readonly form: Form;
}

const language = 'en';

/**
 * Reads the names from the live form, the content and the store. If there is no live form that compiles, the
 * shipped form is used. If the content cannot be read, the names of offices are missing; without a store,
 * those of people.
 * @throws StartError if the shipped form is needed and does not compile.
 */
export async function readNames(
  store: Store | undefined,
  contentFolder = shippedContentFolder,
): Promise<EnquiryNames> {
  const form = await loadLiveForm(store);
  const loaded = await readCurrentContent(store, contentFolder);
  const content = loaded.ok ? loaded.content : { ...emptyYardContent, enquiryTypes: [] };
  const people = (await store?.people()) ?? [];
  const names = createInboxNames({ form, content, people }, language);
  const type = cacheKnownNames(names.type);
  const typeKey = (id: Id) => form.types.find((one) => isSameId(one.id, id))?.key;
  const types = [...form.types, ...content.enquiryTypes];
  return {
    type,
    typeKey,
    office: cacheKnownNames(names.office),
    person: cacheKnownNames(names.person),
    findTypeIds: (text) => findIdsByName(types, text, ({ id }) => [id, typeKey(id), type(id)]),
    findOfficeIds: (text) => {
      const ofId = findIdsByName(content.offices, text, ({ id }) => [id]);
      /** Returns the ids of the offices with a name or title. */
      const byName = () =>
        findIdsByName(content.offices, text, ({ id, name, title }) => [name, title, names.office(id).name]);
      return ofId.length > 0 ? ofId : byName();
    },
    findPeopleIds: (text) => findIdsByName(people, text, ({ id, name }) => [id, name]),
    types: form.types.map(({ id, key }) => `${key} (${id})`),
    typeIds: listCurrentTypes({ form, content }).map(String),
    exportNames: names,
    form,
  };
}

/** Returns a cached version of a lookup. It returns undefined if the name is only the id. */
function cacheKnownNames<Given extends Id>(
  nameOf: (id: Given) => { readonly name: string },
): (id: Given) => string | undefined {
  const found = new Map<Given, string | undefined>();
  return (id) => {
    if (!found.has(id)) {
      const { name } = nameOf(id);
      found.set(id, name === String(id) ? undefined : name);
    }
    return found.get(id);
  };
}
