/**
 * The data in every peer's page: the same enquiry types, offices and models as ours, in a compact
 * hand-written format.
 */
export interface PageData {
  readonly domain: string;
  readonly enquiryTypes: readonly { readonly id: number; readonly label: string }[];
  /** Offices that can receive enquiries, alphabetically. */
  readonly offices: readonly OfficeChoice[];
  readonly models: readonly string[];
  readonly selectedOffice: number;
  /** The number of further fields of a long form, and of the options of a list. */
  readonly texts?: number;
  readonly options?: number;
}

export interface OfficeChoice {
  readonly id: number;
  readonly label: string;
  readonly services: readonly string[];
}

/** The ids of the elements with the data and the form. */
export const dataId = 'peer-data';
export const rootId = 'peer-root';

/**
 * Reads the data of the page.
 * @throws If the page has none.
 */
export function readPageData(): PageData {
  const text = document.getElementById(dataId)?.textContent;
  if (!text) throw new Error(`Cannot read the page's data: there is no #${dataId}`);
  return JSON.parse(text) as PageData;
}

/**
 * Returns the element that a peer draws its form into.
 * @throws If the page has none.
 */
export function findRoot(): HTMLElement {
  const root = document.getElementById(rootId);
  if (root === null) throw new Error(`Cannot draw the form: there is no #${rootId}`);
  return root;
}
