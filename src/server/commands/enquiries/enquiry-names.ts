import { type Form, type Id, isSameId } from '#engine';
import { cacheKnownNames, findIdsByName } from '../../../command/ids-by-name.ts';
import { loadLiveForm } from '../../app/load-live.ts';
import { loadContentFolder } from '../../forms/content/read-content.ts';
import { shippedContentFolder } from '../../forms/content/shipped-content.ts';
import { createInboxNames, type InboxNames, listCurrentTypes } from '../../inbox/inbox-names.ts';
import { createPresetLookups, type PresetLookups } from '../../preset/command-lists.ts';
import { emptyPresetContent } from '../../preset/content.ts';
import type { Store } from '../../store/store.ts';

/**
 * The current names of types, people and what the preset adds, in English if there is such a name. A lookup is
 * undefined if an id has no name (any more). A search returns each matching id once, and an empty list if there
 * is none.
 */
export interface EnquiryNames extends PresetLookups {
  readonly type: (id: Id) => string | undefined;
  /** Returns the key of a type of the form; undefined if there is no such type. */
  readonly typeKey: (id: Id) => string | undefined;
  readonly person: (id: string) => string | undefined;
  /** Finds the ids of types by id, key or name, ignoring case. */
  readonly findTypeIds: (text: string) => readonly string[];
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
 * shipped form is used. If the content cannot be read, the names in the preset's content are missing; without a
 * store, those of people.
 * @throws StartError if the shipped form is needed and does not compile.
 */
export async function readNames(
  store: Store | undefined,
  contentFolder = shippedContentFolder,
): Promise<EnquiryNames> {
  const form = await loadLiveForm(store);
  const loaded = await loadContentFolder(contentFolder);
  const content = loaded.ok ? loaded.content : { ...emptyPresetContent, enquiryTypes: [] };
  const people = (await store?.people()) ?? [];
  const names = createInboxNames({ form, content, people }, language);
  const type = cacheKnownNames(names.type);
  const typeKey = (id: Id) => form.types.find((one) => isSameId(one.id, id))?.key;
  const types = [...form.types, ...content.enquiryTypes];
  return {
    type,
    typeKey,
    person: cacheKnownNames(names.person),
    findTypeIds: (text) => findIdsByName(types, text, ({ id }) => [id, typeKey(id), type(id)]),
    ...createPresetLookups(content, names),
    findPeopleIds: (text) => findIdsByName(people, text, ({ id, name }) => [id, name]),
    types: form.types.map(({ id, key }) => `${key} (${id})`),
    typeIds: listCurrentTypes({ form, content }).map(String),
    exportNames: names,
    form,
  };
}
