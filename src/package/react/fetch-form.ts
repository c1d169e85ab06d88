import type { FormView, Placement } from '../../contact/section-data.ts';

/** Which form a host's page shows, and where it comes from (docs/embed-in-react.md). */
export interface FormAddress {
  /** The origin of the server: `https://forms.example`. */
  readonly server: string;
  /** The path of one of the server's pages; absent: `site` says whose form it is. */
  readonly page?: string | undefined;
  /** The id or the domain of a site. */
  readonly site?: string | number | undefined;
  readonly placement?: Placement | undefined;
  /** BCP 47; absent: what the page says, else what the visitor's browser asks for. */
  readonly locale?: string | undefined;
  /** The id of an office to choose beforehand. */
  readonly office?: string | number | undefined;
  /** The title of an event to choose beforehand. */
  readonly event?: string | undefined;
}

/** A form as a server hands it over to pages elsewhere: plain JSON, for one visit. */
export interface FormContent {
  readonly version: 1;
  /** The signed note of what was asked for and when: sent back with an enquiry. */
  readonly ticket: string;
  /** The form's own page on its server, for visitors whom no script reaches. */
  readonly address: string;
  /** BCP 47: of the texts. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** Why no form is shown: absent where one is. */
  readonly hiddenReason?: string;
  readonly form: FormView;
}

/**
 * Asks a server for a form: in a browser, or where a host's server draws the page, for each visit anew.
 * @throws where there is none: the message says what to mend, as the server has said it.
 */
export async function fetchForm(address: FormAddress, signal?: AbortSignal): Promise<FormContent> {
  const url = urlOf(address);
  const response = await fetch(url, { credentials: 'omit', ...unkept(), ...(signal && { signal }) });
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
  if (response.ok && answer?.version === 1) return answer as FormContent;
  throw new Error(answer?.message ?? `Cannot load the form: ${reasonOf(response, url)}`);
}

/** A server that keeps what it has fetched, or draws a page when it is built (Next), is told that this is for one visit; browsers ask by an ETag. */
function unkept(): RequestInit {
  return typeof document === 'undefined' ? { cache: 'no-store' } : {};
}

/** What came: a form, or why there is none. */
type Answer = Partial<FormContent> & { readonly message?: string };

function urlOf({ server, ...asked }: FormAddress): URL {
  const url = new URL('/embed/v1', server);
  for (const [name, value] of Object.entries(asked))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function reasonOf({ ok, status }: Response, { href }: URL): string {
  return ok
    ? `${href} answered what this release does not know; take the package in the server's version`
    : `${href} answered ${status}; look whether "server" is the origin of a Slipway server`;
}
