import type { Documents, Json } from '#engine';
import type { SourcesView } from '../../api/content-sources.ts';
import type { StudioMessageKey } from '../ui/messages.ts';

/** The lists of the content that the studio edits, by the segment of their address. */
export const contentParts = ['sites', 'offices', 'pages', 'events', 'models', 'recipients'] as const;

export type ContentPart = (typeof contentParts)[number];

/** An entry of a list of the content. */
export interface ContentEntry {
  readonly [property: string]: Json | undefined;
}

/**
 * The kind of a property's value: an id of another entry, ids, a text, which is absent if it is empty, hosts,
 * which are written one per line, or a yes or no, which is absent unless it differs from its default.
 */
export type PropertyKind = 'id' | 'ids' | 'text' | 'hosts' | 'flag' | 'flag-on';

/** A property of an entry: its path, and for ids the list that has the entries. */
export interface ContentProperty {
  readonly path: readonly string[];
  readonly kind: PropertyKind;
  readonly of?: 'sites' | 'offices' | 'enquiry-types';
}

/** A list of the content, as the studio edits it. */
export interface ContentList {
  /** The name of its document: `content/offices.json`. */
  readonly document: string;
  /** The key of the type in the content form whose fields are its properties. */
  readonly type: string;
  /** The properties by the names of the fields. */
  readonly properties: Readonly<Record<string, ContentProperty>>;
  /** Returns what a person calls an entry; empty if it has no name yet. */
  readonly getLabel: (entry: ContentEntry) => string;
  /** Returns the words below the label: what distinguishes entries of one name. */
  readonly getNote: (entry: ContentEntry) => string;
  /** Returns the id of the site of an entry; undefined if it has none. */
  readonly getSite?: (entry: ContentEntry) => string | undefined;
  /** The property that is the key of an entry in a change, and must be unique. */
  readonly key: 'id' | 'path' | 'name';
  /** The message keys of the actions on an entry. */
  readonly words: { readonly add: StudioMessageKey; readonly remove: StudioMessageKey };
}

/**
 * The content that a draft has: its own documents, and those of the content folder in place of the lists that
 * are not edited in the studio yet.
 */
export interface DraftContent {
  readonly documents: Documents;
  /** The files of the content folder as documents. */
  readonly folder: Documents;
  /** The lists that come from an address, by their names, as the server has them. Absent: none does. */
  readonly sourced?: SourcesView['lists'];
}

const text = (...path: readonly string[]): ContentProperty => ({ path, kind: 'text' });
const toText = (value: Json | undefined) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const joinWords = (...words: readonly string[]) => words.filter((word) => word !== '').join(' · ');

/** Returns the site of an entry that names it by its id, or has it as an object. */
function getNamedSite({ site }: ContentEntry): string | undefined {
  const id =
    typeof site === 'object' && site !== null && !Array.isArray(site) ? (site as ContentEntry).id : site;
  return toText(id as Json | undefined) || undefined;
}

export const contentLists: Readonly<Record<ContentPart, ContentList>> = {
  sites: {
    document: 'content/sites.json',
    type: 'site',
    key: 'id',
    properties: {
      name: text('name'),
      site_domain: text('domain'),
      further_domains: { path: ['domains'], kind: 'hosts' },
      email: text('email'),
      phone: text('phone'),
      address: text('address'),
      strapline: text('strapline'),
      locale: text('locale'),
      time_zone: text('timeZone'),
      is_international: { path: ['isInternational'], kind: 'flag' },
      is_excluded: { path: ['exclude_from_international'], kind: 'flag' },
    },
    getLabel: ({ name, domain }) => toText(name) || toText(domain),
    getNote: ({ domain, email }) => joinWords(toText(domain), toText(email)),
    getSite: ({ id }) => toText(id) || undefined,
    words: { add: 'content.add-site', remove: 'content.remove-site' },
  },
  offices: {
    document: 'content/offices.json',
    type: 'office',
    key: 'id',
    properties: {
      name: text('name'),
      title: text('title'),
      email: text('email'),
      site: { path: ['site', 'id'], kind: 'id', of: 'sites' },
      services: { path: ['services'], kind: 'ids' },
    },
    getLabel: ({ name, title }) => [toText(name), toText(title)].filter((word) => word !== '').join(' - '),
    getNote: ({ email }) => toText(email),
    getSite: getNamedSite,
    words: { add: 'content.add-office', remove: 'content.remove-office' },
  },
  pages: {
    document: 'content/pages.json',
    type: 'page',
    key: 'path',
    properties: {
      title: text('title'),
      path: text('path'),
      site: { path: ['site'], kind: 'id', of: 'sites' },
      placement: text('placement'),
      locale: text('locale'),
      enquiry_types: { path: ['enquiryTypes'], kind: 'ids', of: 'enquiry-types' },
      offices: { path: ['offices'], kind: 'ids', of: 'offices' },
      selected_office: { path: ['selectedOffice'], kind: 'id', of: 'offices' },
      event_title: text('eventTitle'),
      form_heading: text('contactForm', 'formTitle'),
      form_copy: text('contactForm', 'formCopy'),
      thanks_heading: text('contactForm', 'thankYouHeading'),
      thanks_message: text('contactForm', 'thankYouMessage'),
      lead: text('lead'),
      body: text('body'),
      note: text('note'),
      has_form_title: { path: ['hasFormTitle'], kind: 'flag-on' },
      has_form_copy: { path: ['hasFormCopy'], kind: 'flag-on' },
      has_social_icons: { path: ['hasSocialIcons'], kind: 'flag' },
      in_steps: { path: ['inSteps'], kind: 'flag' },
    },
    getLabel: ({ title, path }) => toText(title) || toText(path),
    getNote: ({ path }) => toText(path),
    getSite: getNamedSite,
    words: { add: 'content.add-page', remove: 'content.remove-page' },
  },
  events: {
    document: 'content/events.json',
    type: 'event',
    key: 'id',
    properties: { title: text('title'), site_domain: text('domain'), starts_on: text('startsOn') },
    getLabel: ({ title }) => toText(title),
    getNote: ({ startsOn, domain }) => joinWords(toText(startsOn), toText(domain)),
    words: { add: 'content.add-event', remove: 'content.remove-event' },
  },
  models: {
    document: 'content/yacht-models.json',
    type: 'model',
    key: 'name',
    properties: { name: text('name') },
    getLabel: ({ name }) => toText(name),
    getNote: () => '',
    words: { add: 'content.add-model', remove: 'content.remove-model' },
  },
  recipients: {
    document: 'content/recipients.json',
    type: 'recipient',
    key: 'id',
    properties: { id: text('id'), email: text('email'), locale: text('locale') },
    getLabel: ({ id }) => toText(id),
    getNote: ({ email }) => toText(email),
    words: { add: 'content.add-recipient', remove: 'content.remove-recipient' },
  },
};

/**
 * On a landing page, these texts are read from `landingData` first. They are written there if the page has
 * `landingData`.
 */
const landingProperties: Readonly<Record<string, string>> = {
  form_heading: 'form_title',
  form_copy: 'form_copy',
  thanks_heading: 'thank_you_heading',
  thanks_message: 'thank_you_message',
};

/** Returns the property that an entry shows under the name of a field, wherever the entry has it. */
export function getProperty(
  list: ContentList,
  field: string,
  entry: ContentEntry,
): ContentProperty | undefined {
  const member = landingProperties[field];
  const { landingData } = entry;
  const isOfLanding =
    list.type === 'page' &&
    member !== undefined &&
    typeof landingData === 'object' &&
    landingData !== null &&
    (entry.placement === 'landing' || toText((landingData as ContentEntry)[member]) !== '');
  return isOfLanding ? text('landingData', member) : list.properties[field];
}

/** Returns the list of a part of the address; undefined for any other text. */
export function findContentPart(name: string | undefined): ContentPart | undefined {
  return contentParts.find((part) => part === name);
}
