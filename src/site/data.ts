import type { FormView, SectionData } from '../contact/index.ts';

/** What the script that takes a page over needs of it. */
export interface PageData {
  readonly form: FormView;
  readonly ticket: string;
  /** The idempotency key under which the form is posted where no script sends it. */
  readonly key: string;
}

/** What of a section is the same at each visit, and on other pages: it travels beside the page, and stays in the browser's cache. */
const sharedNames = [
  'form',
  'enquiryTypes',
  'offices',
  'allOffices',
  'officesSortedIn',
  'yachtModels',
  'lists',
] as const satisfies readonly (keyof SectionData)[];

/** The part of a section that travels beside its page. */
export type SharedSection = Pick<SectionData, (typeof sharedNames)[number]>;

/** What a page itself says to the script that takes it over. */
export interface PageNote extends Omit<PageData, 'form'> {
  readonly form: Omit<FormView, 'section'> & { readonly section: Omit<SectionData, keyof SharedSection> };
  /** The address of the rest: see `partText` in `part.ts`. */
  readonly part: string;
}

/** The element that holds the note, and the one that holds what is taken over. */
export const dataId = 'slipway-data';
export const formId = 'slipway-form';

/** What a page says itself where the rest travels beside it. */
export function noteOf({ form, ...data }: PageData, part: string): PageNote {
  const section = Object.entries(form.section).filter(([name]) => !isShared(name));
  return {
    ...data,
    form: { ...form, section: Object.fromEntries(section) as unknown as PageNote['form']['section'] },
    part,
  };
}

/** What of a section travels beside its page. */
export function sharedOf(section: SectionData): SharedSection {
  const shared = Object.entries(section).filter(([name]) => isShared(name));
  return Object.fromEntries(shared) as unknown as SharedSection;
}

/** What the script takes a page over with. */
export function dataOf({ form, ticket, key }: PageNote, shared: SharedSection): PageData {
  return { form: { ...form, section: { ...form.section, ...shared } }, ticket, key };
}

/** JSON that is safe inside a `<script>` (HTML, "Restrictions for contents of script elements"): it holds no `<`. */
export function scriptJson(note: PageNote): string {
  return JSON.stringify(note).replaceAll('<', '\\u003c');
}

function isShared(name: string): boolean {
  return sharedNames.some((shared) => shared === name);
}
