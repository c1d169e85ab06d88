import type { FormView, SectionData } from '../contact/index.ts';
import { presetSharedNames } from '../contact/preset/section-data.ts';

/** The data with which the server renders the form of a page, and the browser hydrates it. */
export interface PageData {
  readonly form: FormView;
  /** The signed token that a submission sends back. */
  readonly ticket: string;
  /** The idempotency key of the form if it is posted without scripts. */
  readonly key: string;
}

/**
 * The properties of a section that are the same at each visit and on other pages. They are sent in a separate
 * module, which the browser caches.
 */
const sharedNames = [
  'form',
  'enquiryTypes',
  ...presetSharedNames,
  'lists',
] as const satisfies readonly (keyof SectionData)[];

/** The shared data: the properties of a section that are in `sharedNames`. */
export type SharedSection = Pick<SectionData, (typeof sharedNames)[number]>;

/** The data in the page itself for the script that hydrates it. */
export interface InlinePageData extends Omit<PageData, 'form'> {
  readonly form: Omit<FormView, 'section'> & { readonly section: Omit<SectionData, keyof SharedSection> };
  /** The URL of the module with the shared data. */
  readonly part: string;
  /** The URLs of the modules that hydrate the form. The first is `client.tsx`, the others are its imports. */
  readonly modules: readonly string[];
  /** The URL of the module that registers the service worker when it runs. Absent: the page has none. */
  readonly worker?: string;
}

/** The URLs of the modules with which a form is hydrated. */
export type HydrationModules = Pick<InlinePageData, 'part' | 'modules' | 'worker'>;

/** The ids of the elements that contain the inline data and the form to hydrate. */
export const dataId = 'slipway-data';
export const formId = 'slipway-form';

/** Returns the data of a page without the shared data, but with the URLs of its modules. */
export function toInlineData({ form, ...data }: PageData, modules: HydrationModules): InlinePageData {
  const section = Object.entries(form.section).filter(([name]) => !isSharedName(name));
  return {
    ...data,
    form: { ...form, section: Object.fromEntries(section) as unknown as InlinePageData['form']['section'] },
    ...modules,
  };
}

/** Returns only the shared properties of a section. */
export function selectSharedData(section: SectionData): SharedSection {
  const shared = Object.entries(section).filter(([name]) => isSharedName(name));
  return Object.fromEntries(shared) as unknown as SharedSection;
}

/** Returns the data of a page from its inline data and the shared data: the inverse of `toInlineData`. */
export function mergePageData({ form, ticket, key }: InlinePageData, shared: SharedSection): PageData {
  return { form: { ...form, section: { ...form.section, ...shared } }, ticket, key };
}

/**
 * Returns the data as JSON without `<`, which is safe inside a `<script>` (HTML, "Restrictions for contents
 * of script elements").
 */
export function toScriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** Returns true if the property of a section is part of the shared data. */
function isSharedName(name: string): boolean {
  return sharedNames.some((shared) => shared === name);
}
