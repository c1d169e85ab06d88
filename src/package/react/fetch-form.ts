import type { PresetFormAddress } from '../../contact/preset/form-address.ts';
import type { Endpoints, FormView, Placement } from '../../contact/section-data.ts';

/** The form that a host page shows, and the server that provides it (docs/embed-in-react.md). */
export interface FormAddress extends PresetFormAddress {
  /** The origin of the Slipway server: `https://forms.example`. */
  readonly server: string;
  /** The path of one of the server's pages. Absent: `site` determines the form. */
  readonly page?: string | undefined;
  /** The id or the domain of a site. */
  readonly site?: string | number | undefined;
  readonly placement?: Placement | undefined;
  /** A BCP 47 tag. Absent: the language of the page, else the one that the visitor's browser requests. */
  readonly locale?: string | undefined;
  /**
   * The addresses of a back end of your own, in place of those of the server (docs/own-back-end.md): relative ones
   * belong to the page. Each that is absent remains the server's.
   */
  readonly endpoints?: Partial<Endpoints> | undefined;
}

/** A form as a server provides it to pages of other origins: plain JSON, valid for one visit. */
export interface FormContent {
  readonly version: 1;
  /**
   * A signed token with the form, the page and the time. It is sent back with the enquiry. Absent if `endpoints` are on
   * another origin: that one need not allow the header.
   */
  readonly ticket?: string;
  /** The URL of the form's own page on its server, for visitors without JavaScript. */
  readonly address: string;
  /** The BCP 47 tag of the texts. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** The reason why no form is shown. Absent if one is shown. */
  readonly hiddenReason?: string;
  readonly form: FormView;
}

/**
 * Loads a form from a Slipway server, in the browser or on a server that renders the page. Call it for each
 * visit, because the ticket in the result expires.
 * @throws Error If the server cannot be reached or sends no form; the message says what to correct. Rejects with the
 * reason of `signal` if that aborts the request, and with a `TypeError` if `address.server` is not a URL.
 */
export async function fetchForm(
  { endpoints, ...address }: FormAddress,
  signal?: AbortSignal,
): Promise<FormContent> {
  const url = buildFormUrl(address);
  const response = await fetch(url, {
    credentials: 'omit',
    ...createCacheOptions(),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw error instanceof TypeError ? createUnreachableError(url, error) : error;
  });
  const answer = (await response.json().catch(() => undefined)) as EmbedResponse | undefined;
  if (response.ok && answer?.version === 1) return replaceEndpoints(answer as FormContent, endpoints, url);
  throw new Error(answer?.message ?? `Cannot load the form: ${explainFailedResponse(response, url)}`);
}

/**
 * Returns the options that disable the fetch cache of servers and of frameworks that render at build time
 * (Next.js), because the content is valid for one visit. Returns no options in browsers, which use an ETag
 * instead.
 */
function createCacheOptions(): RequestInit {
  return typeof document === 'undefined' ? { cache: 'no-store' } : {};
}

/** Creates the error for a request that failed: browsers do not say why. */
function createUnreachableError({ origin }: URL, cause: TypeError): Error {
  const details = cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
  return new Error(
    `Cannot load the form: ${origin} does not answer this page (${details}); check that a Slipway server runs there, and that its site has the domain of this page`,
    { cause },
  );
}

/** Returns the content with some endpoints replaced, without its ticket if one of them is on another origin. */
function replaceEndpoints(
  content: FormContent,
  endpoints: FormAddress['endpoints'] = {},
  server: URL,
): FormContent {
  const given = Object.entries(endpoints).filter(([, address]) => address !== undefined);
  if (given.length === 0) return content;
  const { ticket, form, ...rest } = content;
  const isAllowed = given.every(([, address]) => new URL(address, server).origin === server.origin);
  const section = {
    ...form.section,
    endpoints: { ...form.section.endpoints, ...(Object.fromEntries(given) as Partial<Endpoints>) },
  };
  return { ...rest, ...(isAllowed && ticket !== undefined && { ticket }), form: { ...form, section } };
}

/** The body of the response: a form, or an error message. */
type EmbedResponse = Partial<FormContent> & { readonly message?: string };

/**
 * Returns the URL of a form on its server, with each given property as a parameter. Throws a `TypeError` if
 * `server` is not a URL.
 */
function buildFormUrl({ server, ...asked }: Omit<FormAddress, 'endpoints'>): URL {
  const url = new URL('/embed/v1', server);
  for (const [name, value] of Object.entries(asked))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

/** Returns the end of an error message for a response without a form and without a message. */
function explainFailedResponse({ ok, status }: Response, { href }: URL): string {
  return ok
    ? `${href} sent an answer that this release does not know; install the package in the server's version`
    : `${href} answered ${status}; check that "server" is the origin of a Slipway server`;
}
