import { type Form, firstText, type Id, isSameId, officeLabel } from '#engine';
import { nameIn } from '#engine/locale.ts';
import type { Named, PersonName } from '../../studio/protocol-desk.ts';
import type { Reach } from '../../studio/protocol-people.ts';
import type { Content } from '../content/content.ts';
import type { SeenPerson } from '../store/people-entry.ts';

/** The current names of things. A thing that does not exist any more is named by its id. */
export interface DeskNames {
  readonly type: (id: Id) => Named;
  readonly office: (id: Id) => Named;
  readonly person: (id: string) => PersonName;
}

export interface Today {
  readonly form: Form;
  readonly content: Pick<Content, 'enquiryTypes' | 'offices'>;
  readonly people: readonly SeenPerson[];
}

export function deskNames({ form, content, people }: Today, locale: string): DeskNames {
  const personNames = new Map(people.map(({ id, name }) => [id, name]));
  return {
    type: (id) => ({ id, name: typeName({ form, content }, id, locale) }),
    office: (id) => {
      const office = content.offices.find((one) => isSameId(one.id, id));
      return { id: office?.id ?? id, name: office ? officeLabel(office) : String(id) };
    },
    person: (id) => ({ id, name: personNames.get(id) ?? id }),
  };
}

/** Returns the ids of the current enquiry types: those of the content, then the others of the form. */
export function typesOfToday({
  form,
  content: { enquiryTypes },
}: Pick<Today, 'form' | 'content'>): readonly Id[] {
  const ofForm = form.types.filter(({ id }) => !enquiryTypes.some((type) => isSameId(type.id, id)));
  return [...enquiryTypes, ...ofForm].map(({ id }) => id);
}

/**
 * Returns the names of the types and sites in a scope. What does not exist any more is named by its key or
 * id.
 */
export function scopeNames(
  { types, sites }: Pick<Reach, 'types' | 'sites'>,
  { form, content }: { readonly form: Form; readonly content: Pick<Content, 'enquiryTypes' | 'sites'> },
  locale: string,
): Pick<Reach, 'types' | 'sites'> {
  const nameOfType = (key: string) => {
    const type = form.types.find((one) => one.key === key);
    return type === undefined ? key : typeName({ form, content }, type.id, locale);
  };
  const nameOfSite = (id: string) => {
    const site = content.sites.find((one) => isSameId(one.id, id));
    return site?.name ?? site?.domain ?? id;
  };
  return {
    ...(types && { types: types.map(nameOfType) }),
    ...(sites && { sites: sites.map(nameOfSite) }),
  };
}

export function typeName(
  { form, content }: { readonly form: Form; readonly content: Pick<Content, 'enquiryTypes'> },
  id: Id,
  locale: string,
): string {
  const ofContent = content.enquiryTypes.find((type) => isSameId(type.id, id));
  if (ofContent) return nameIn(ofContent, locale);
  const type = form.types.find((one) => isSameId(one.id, id));
  if (type === undefined) return String(id);
  const { title } = type.schema;
  return (
    firstText(form, locale, [`types.${type.key}.name`]) ?? (typeof title === 'string' ? title : type.key)
  );
}
