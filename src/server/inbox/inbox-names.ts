import { type Documents, type Form, type Id, isSameId } from '#engine';
import type { NamedId, PersonName } from '../../api/inbox.ts';
import type { AccessScope } from '../../api/people.ts';
import type { Content } from '../forms/content/content.ts';
import { findTypeName } from '../forms/content/type-names.ts';
import type { PresetContent } from '../preset/content.ts';
import { createPresetNames, type PresetNames } from '../preset/enquiries.ts';
import type { SeenPerson } from '../store/records/people-entry.ts';

/** The current names of things. One that does not exist any more has its last known name, else its id. */
export interface InboxNames extends PresetNames {
  readonly type: (id: Id) => NamedId;
  readonly person: (id: string) => PersonName;
}

export interface NameSources {
  readonly form: Form;
  readonly content: Pick<Content, 'enquiryTypes' | keyof PresetContent>;
  readonly people: readonly SeenPerson[];
  /** Content documents that may name what was removed, the newest first. */
  readonly former?: readonly Documents[];
}

/**
 * Creates the functions that name types, people and what the preset adds. The names of types are in the language of
 * `locale`.
 */
export function createInboxNames({ form, content, people, former }: NameSources, locale: string): InboxNames {
  const personNames = new Map(people.map(({ id, name }) => [id, name]));
  return {
    type: (id) => ({ id, name: findTypeName({ form, content }, id, locale) }),
    ...createPresetNames(form, content, former),
    person: (id) => ({ id, name: personNames.get(id) ?? id }),
  };
}

/**
 * Returns the ids of the current enquiry types: first those of the content, then those that only the form
 * has.
 */
export function listCurrentTypes({
  form,
  content: { enquiryTypes },
}: Pick<NameSources, 'form' | 'content'>): readonly Id[] {
  const ofForm = form.types.filter(({ id }) => !enquiryTypes.some((type) => isSameId(type.id, id)));
  return [...enquiryTypes, ...ofForm].map(({ id }) => id);
}

/**
 * Returns the names of the types and sites in a scope. What does not exist any more is named by its key or
 * id. Absent limits stay absent.
 */
export function findScopeNames(
  { types, sites }: Pick<AccessScope, 'types' | 'sites'>,
  { form, content }: { readonly form: Form; readonly content: Pick<Content, 'enquiryTypes' | 'sites'> },
  locale: string,
): Pick<AccessScope, 'types' | 'sites'> {
  const getTypeName = (key: string) => {
    const type = form.types.find((one) => one.key === key);
    return type === undefined ? key : findTypeName({ form, content }, type.id, locale);
  };
  const getSiteName = (id: string) => {
    const site = content.sites.find((one) => isSameId(one.id, id));
    return site?.name ?? site?.domain ?? id;
  };
  return {
    ...(types && { types: types.map(getTypeName) }),
    ...(sites && { sites: sites.map(getSiteName) }),
  };
}
