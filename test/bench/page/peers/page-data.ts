/** What every peer's page carries besides its form: the same enquiry types, offices and models as ours, as small as one would write them by hand. */
export interface PageData {
  readonly domain: string;
  readonly enquiryTypes: readonly { readonly id: number; readonly label: string }[];
  /** Those that can receive enquiries, alphabetically. */
  readonly offices: readonly OfficeChoice[];
  readonly models: readonly string[];
  readonly selectedOffice: number;
  /** How many further fields a long form has, and how many choices a list of it. */
  readonly texts?: number;
  readonly options?: number;
}

/** One office as a select shows it. */
export interface OfficeChoice {
  readonly id: number;
  readonly label: string;
  readonly services: readonly string[];
}

/** The elements that hold the data, and the form. */
export const dataId = 'peer-data';
export const rootId = 'peer-root';

/** The data of the page that a peer stands on. @throws where the page has none. */
export function readPageData(): PageData {
  const text = document.getElementById(dataId)?.textContent;
  if (!text) throw new Error(`Cannot read the page's data: there is no #${dataId}`);
  return JSON.parse(text) as PageData;
}

/** The element that a peer draws its form into. @throws where the page has none. */
export function rootOf(): HTMLElement {
  const root = document.getElementById(rootId);
  if (root === null) throw new Error(`Cannot draw the form: there is no #${rootId}`);
  return root;
}
