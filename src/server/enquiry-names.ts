import { type Form, type Id, isSameId } from '#engine';
import { readContent } from './content/read-content.ts';
import { shippedContent } from './content/shipped-content.ts';
import { type DeskNames, deskNames, typesOfToday } from './desk/desk-names.ts';
import { called } from './enquiry-called.ts';
import { liveForm } from './enquiry-today.ts';
import type { Store } from './store/store.ts';

/** What is called today, in English where there is such a name; undefined: what has no name (any more). */
export interface EnquiryNames {
  readonly type: (id: Id) => string | undefined;
  readonly typeKey: (id: Id) => string | undefined;
  readonly office: (id: Id) => string | undefined;
  readonly person: (id: string) => string | undefined;
  /** Ids of the types that a text means: by their id, their key or their name, whatever its case. */
  readonly typesCalled: (text: string) => readonly string[];
  /** Likewise of the offices, by their id, else by their name or title. */
  readonly officesCalled: (text: string) => readonly string[];
  /** Ids of people, by their id, else by their name. */
  readonly peopleCalled: (text: string) => readonly string[];
  /** The types, as one would call them: `sales (6)`. */
  readonly types: readonly string[];
  /** Their ids. */
  readonly typeIds: readonly string[];
  /** The names as exports have them, in which what has no name is called by its id. */
  readonly desk: DeskNames;
  readonly form: Form;
}

const language = 'en';

/** Reads names of the form that is live and of the content, which gives none where it cannot be read. @throws StartError where there is no form. */
export async function readNames(
  store: Store | undefined,
  contentFolder = shippedContent,
): Promise<EnquiryNames> {
  const form = await liveForm(store);
  const loaded = await readContent(contentFolder);
  const content = loaded.ok ? loaded.content : { enquiryTypes: [], offices: [] };
  const people = (await store?.people()) ?? [];
  const names = deskNames({ form, content, people }, language);
  const type = known(names.type);
  const typeKey = (id: Id) => form.types.find((one) => isSameId(one.id, id))?.key;
  const types = [...form.types, ...content.enquiryTypes];
  return {
    ...{ type, typeKey, office: known(names.office), person: known(names.person) },
    typesCalled: (text) => called(types, text, ({ id }) => [id, typeKey(id), type(id)]),
    officesCalled: (text) => {
      const ofId = called(content.offices, text, ({ id }) => [id]);
      const byName = () =>
        called(content.offices, text, ({ id, name, title }) => [name, title, names.office(id).name]);
      return ofId.length > 0 ? ofId : byName();
    },
    peopleCalled: (text) => called(people, text, ({ id, name }) => [id, name]),
    types: form.types.map(({ id, key }) => `${key} (${id})`),
    typeIds: typesOfToday({ form, content }).map(String),
    ...{ desk: names, form },
  };
}

/** The names that are more than an id, each looked up once. */
function known<Given extends Id>(
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
