import type { Id, Office } from '#engine';
import type { YardSite } from './content.ts';

/** The yard's properties of a page. */
export interface YardPage {
  readonly selectedOffice?: Office;
  readonly eventTitle?: string;
  /** The offices that the page names, else those of its site. The array is identical every time. */
  readonly offices: readonly Office[];
}

/** The yard's properties of an entry of `pages.json`, which names offices by their ids. */
export interface RawYardPage {
  readonly selectedOffice?: Id | null;
  readonly eventTitle?: string | null | undefined;
  readonly offices?: readonly Id[] | null;
}

/** The properties of a page that name offices. */
export const officeReferences = [
  { property: 'selectedOffice', kind: 'office', file: 'offices.json' },
  { property: 'offices', kind: 'office', file: 'offices.json' },
] as const;

/**
 * Replaces the ids of offices in a page by the offices. A page without offices has those of its site.
 * @param requireOffice Returns the office with an id, or throws.
 */
export function linkYardPage(page: RawYardPage, site: YardSite, requireOffice: (id: Id) => Office): YardPage {
  const { selectedOffice: id, eventTitle, offices } = page;
  return {
    selectedOffice: id === null || id === undefined ? undefined : requireOffice(id),
    eventTitle: eventTitle?.trim() || undefined,
    offices: offices?.map(requireOffice) ?? site.offices,
  };
}
