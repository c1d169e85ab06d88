import { createHash } from 'node:crypto';
import type { FormView, SectionData } from '../../../contact/section-data.ts';
import type { EmbedData } from '../../../site/embed/embed-data.ts';
import type { AssetsView } from '../../../site/views.ts';
import { createNamedCache } from '../content/named-cache.ts';
import type { PageVisit } from '../content/visit.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';
import type { Omissions } from './opening-form.ts';
import { createPageView } from './page-views.ts';
import type { SiteBuild } from './site-build.ts';

/** The data for a host's page, without the visitor's ticket. */
export interface Embedding {
  /** JSON without its opening brace, so that a ticket can precede it. */
  readonly rest: string;
  /** The start of a hash of `rest`. */
  readonly digest: string;
  readonly omissions: Omissions;
}

export interface EmbeddingSources {
  readonly visit: PageVisit;
  readonly ready: CompiledForm;
  readonly build: SiteBuild;
  /** The origin of all addresses: `https://forms.example`. */
  readonly origin: string;
}

/**
 * Returns the data of a page's form for a page of another origin: the same as for our own page, but with
 * absolute addresses and without ticket and figures. The result is cached.
 */
export function getEmbedding({ visit, ready, build, origin }: EmbeddingSources): Embedding {
  const { embed: assets } = build;
  const rendered = { ticket: '', key: '' };
  const sources = { ready, content: visit.content, build: { ...build, assets } };
  const { view, omissions } = createPageView(sources, visit, rendered);
  return cacheEmbedding(view.form.section, `${origin} ${visit.page.path}`, () => {
    const { lang: locale, dir, theme, assets: loaded } = view.head;
    const { hiddenReason } = omissions;
    const own = theme !== undefined && Object.hasOwn(build.themes, theme) ? build.themes[theme] : undefined;
    const styles = [...assets.styles, ...(own === undefined ? [] : [own])];
    const data: Omit<EmbedData, 'ticket'> = {
      version: 1,
      address: toAbsolute(visit.page.path, origin),
      locale,
      dir,
      ...(theme && { theme }),
      ...(hiddenReason && { hiddenReason }),
      form: toAbsoluteForm(view.form, origin),
      // One style sheet styles all parts; the last is that of the site's theme, if it has one.
      assets: toAbsoluteAssets({ ...(view.form.isShown ? loaded : assets), styles }, origin),
    };
    const rest = JSON.stringify(data).slice(1);
    return { rest, digest: createHash('sha256').update(rest).digest('base64url').slice(0, 22), omissions };
  });
}

const cacheEmbedding = createNamedCache<SectionData, Embedding>(16);

/** Returns an address as a URL of the origin; unchanged if it is absolute already. */
function toAbsolute(address: string, origin: string): string {
  return new URL(address, origin).href;
}

/** Returns the form with absolute addresses, without figures and without the endpoint for saved answers. */
function toAbsoluteForm({ section, validators, ...view }: FormView, origin: string): FormView {
  const { contactForm, endpoints, form } = section;
  const { dealerImage } = contactForm;
  // Without figures, which count only visits to our own pages.
  const { figures: _figures, ...rest } = section;
  /** Returns the links of an enquiry type with absolute addresses. */
  const toAbsoluteLinks = (type: (typeof form.types)[number]) =>
    type.links.map((link) => ({ ...link, href: toAbsolute(link.href, origin) }));
  return {
    ...view,
    validators: origin + validators,
    section: {
      ...rest,
      contactForm: { ...contactForm, ...(dealerImage && { dealerImage: toAbsolute(dealerImage, origin) }) },
      endpoints: { graphql: origin + endpoints.graphql, contactUpload: origin + endpoints.contactUpload },
      form: { ...form, types: form.types.map((type) => ({ ...type, links: toAbsoluteLinks(type) })) },
    },
  };
}

/** Returns the addresses of styles, script and preloads as absolute ones. */
function toAbsoluteAssets({ styles, script, preloads }: AssetsView, origin: string): AssetsView {
  /** Returns each of the addresses as an absolute one. */
  const toAbsoluteAddresses = (addresses: readonly string[]) =>
    addresses.map((address) => toAbsolute(address, origin));
  return {
    styles: toAbsoluteAddresses(styles),
    ...(script && { script: toAbsolute(script, origin) }),
    preloads: toAbsoluteAddresses(preloads),
  };
}
