import { fileURLToPath } from 'node:url';
import { type Form, type Id, isSameId } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { schemasFolder } from '#schemas';
import { StartError } from './config/config.ts';
import { readContent } from './content/read-content.ts';
import { shippedContent } from './content/shipped-content.ts';
import { deskNames } from './desk/desk-names.ts';
import { loadForm } from './documents/load-form.ts';
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
  /** The types, as one would call them: `sales (6)`. */
  readonly types: readonly string[];
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
  const names = deskNames({ form, content, people: (await store?.people()) ?? [] }, language);
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
    types: form.types.map(({ id, key }) => `${key} (${id})`),
  };
}

async function liveForm(store: Store | undefined): Promise<Form> {
  const live = await store?.version('live');
  const compiled = live && compile(live.documents);
  if (compiled?.ok) return compiled.form;
  const shipped = await loadForm(fileURLToPath(schemasFolder));
  if (!shipped.ok) throw new StartError(shipped.lines);
  return shipped.ready.form;
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

function called<One extends { readonly id: Id }>(
  all: readonly One[],
  text: string,
  namesOf: (one: One) => readonly (Id | null | undefined)[],
): readonly string[] {
  const isMeant = (name: unknown) => String(name ?? '').toLowerCase() === text.toLowerCase();
  return [...new Set(all.filter((one) => namesOf(one).some(isMeant)).map(({ id }) => String(id)))];
}
