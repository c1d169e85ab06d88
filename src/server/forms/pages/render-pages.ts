import { createHash, randomUUID } from 'node:crypto';
import type { Plan, Settings } from '#engine';
import type { FormView, SectionData } from '../../../contact/section-data.ts';
import type { EmbedData } from '../../../site/embed/embed-data.ts';
import type { AssetsView, PageView, SiteProgram } from '../../../site/views.ts';
import type { Log } from '../../platform/log/log.ts';
import { createNamedCache } from '../../platform/named-cache.ts';
import type { Content } from '../content/content.ts';
import type { PageVisit } from '../content/visit.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';
import type { Omissions } from './opening-form.ts';
import type { PagePart, PageParts } from './page-parts.ts';
import {
  createIndexView,
  createMessageView,
  createPageView,
  createPrivacyView,
  type PageMessage,
  type RenderedForm,
} from './page-views.ts';
import type { SiteBuild } from './site-build.ts';

/** Renders the pages of the site. Functions whose name ends in `Page` resolve to HTML. */
export interface PageRenderer {
  /**
   * Renders a page with a form, or returns it from the cache, with the ticket and key of `rendered`. Logs
   * what the page leaves out, unless it comes from the cache.
   */
  readonly formPage: (visit: PageVisit, ready: CompiledForm, rendered: RenderedForm) => Promise<string>;
  /** Returns the section data of a page by the digest in its address; undefined if it is not cached. */
  readonly findPart: (digest: string) => PagePart | undefined;
  /**
   * Creates and stores the section data of a page again, and returns them if they have the digest; undefined
   * if the content has changed meanwhile.
   */
  readonly recreatePart: (digest: string, visited: FormVisit) => Promise<PagePart | undefined>;
  /**
   * Returns the data of a page's form for a page of another origin (`getEmbedding`). Logs what it leaves out
   * once per embedding.
   */
  readonly embedding: (sources: Omit<EmbeddingSources, 'build'>) => Embedding;
  /** Renders the page that lists all pages. */
  readonly indexPage: (place: PageContext) => Promise<string>;
  readonly messagePage: (place: PageContext, message: PageMessage) => Promise<string>;
  /** Renders the privacy policy; undefined if the content has none. */
  readonly privacyPage: (place: PageContext) => Promise<string | undefined>;
}

export interface FormVisit {
  readonly visit: PageVisit;
  readonly ready: CompiledForm;
}

export interface PageContext {
  readonly ready: CompiledForm;
  readonly content: Content;
  readonly locale: string;
}

export interface RenderDependencies {
  readonly build: SiteBuild;
  readonly parts: PageParts;
  /** False if the site's code may change between two pages. */
  readonly isCaching: boolean;
  /** Receives what a page leaves out. */
  readonly log: Log;
}

/**
 * Creates a renderer. A page depends on the form, the content, the language and the day, and otherwise only
 * on its ticket and key: each page is rendered once for these. Pages with the result of a post or the values of a
 * link are never cached.
 */
export function createPageRenderer({ build, parts, isCaching, log }: RenderDependencies): PageRenderer {
  const renderCachedPage = createPageCache();
  const loggedEmbeddings = new WeakSet<Embedding>();
  /** One section serves many visits; a part that was removed from the cache is created again on request. */
  const addresses = new WeakMap<SectionData, Promise<string>>();

  /**
   * Renders a page without the cache, and logs what it leaves out. Stores the section data of a page with
   * scripts, which loads them from their address.
   */
  async function renderFormPage(
    visit: PageVisit,
    ready: CompiledForm,
    rendered: RenderedForm,
  ): Promise<string> {
    const { view, plan, omissions } = createPageView(
      { ready, content: visit.content, build },
      visit,
      rendered,
    );
    logOmissions(visit, omissions, log);
    const program = await build.program();
    const whole = view.head.assets.script
      ? addPartAddress(view, await getPagePartAddress(program, view, { visit, ready }))
      : view;
    return program.drawFormPage(whole, rendered.answer && getValidators(ready, plan));
  }

  /** Returns the address of a page's section data, which are stored on first use. */
  function getPagePartAddress(program: SiteProgram, view: PageView, visited: FormVisit): Promise<string> {
    const { section } = view.form;
    const address = addresses.get(section) ?? storePagePart(program, view, visited);
    addresses.set(section, address);
    return address;
  }

  /** Stores the section data of a page and returns their address. */
  function storePagePart(
    program: SiteProgram,
    { form }: PageView,
    { visit, ready }: FormVisit,
  ): Promise<string> {
    const { page, locale } = visit;
    return parts.store(program.partText(form.section), { form: ready.form.hash, path: page.path, locale });
  }

  return {
    formPage: async (visit, ready, rendered) =>
      isCaching && !rendered.answer && !rendered.prefill
        ? renderCachedPage(visit, ready, rendered, (markers) => renderFormPage(visit, ready, markers))
        : renderFormPage(visit, ready, rendered),
    findPart: parts.find,
    async recreatePart(digest, visited) {
      const { visit, ready } = visited;
      const { view } = createPageView({ ready, content: visit.content, build }, visit, {
        ticket: '',
        key: '',
      });
      await storePagePart(await build.program(), view, visited);
      // If the content has changed, the digest differs and nothing is found.
      return parts.find(digest);
    },
    embedding(sources) {
      const embedding = getEmbedding({ ...sources, build });
      if (!loggedEmbeddings.has(embedding)) logOmissions(sources.visit, embedding.omissions, log);
      loggedEmbeddings.add(embedding);
      return embedding;
    },
    async indexPage({ locale, ...place }) {
      const { drawIndexPage } = await build.program();
      return drawIndexPage(createIndexView({ ...place, build }, locale));
    },
    async messagePage({ locale, ...place }, message) {
      const { drawMessagePage } = await build.program();
      return drawMessagePage(createMessageView({ ...place, build }, locale, message));
    },
    async privacyPage({ locale, ...place }) {
      const view = createPrivacyView({ ...place, build }, locale);
      return view && (await build.program()).drawPrivacyPage(view);
    },
  };
}

/** Returns the view with the address of its section data (`part`) in its assets. */
function addPartAddress({ head, ...view }: PageView, part: string): PageView {
  return { ...view, head: { ...head, assets: { ...head.assets, part } } };
}

/**
 * Returns the validators of the plan's type by its key, with which a page without scripts decides what fields
 * to show; undefined without a type.
 */
function getValidators(ready: CompiledForm, { type }: Plan) {
  const whole = ready.form.types.find(({ key }) => key === type?.key);
  return whole && { [whole.key]: ready.compiledOf(whole).validators };
}

/**
 * Returns a function that renders a page, or returns it from the cache, with the visitor's ticket and key
 * inserted. To render it calls `render` with markers in place of the ticket and key. The cache has only the
 * pages of the current form, content and day, because older ones are not requested again.
 */
function createPageCache() {
  const markers = { ticket: `ticket-${randomUUID()}`, key: `key-${randomUUID()}` };
  const either = new RegExp(`(${markers.ticket}|${markers.key})`);
  /** The texts of each page, with a marker between any two. */
  let pages = new Map<string, readonly string[]>();
  let basis: readonly unknown[] = [];

  return async (
    visit: PageVisit,
    ready: CompiledForm,
    { ticket, key }: RenderedForm,
    render: (markers: RenderedForm) => Promise<string>,
  ): Promise<string> => {
    const { content, today, locale, page, figures, fullTypes = [] } = visit;
    const { isOpened = false, isFramed = false, hasWorker = false, isOffline = false } = visit;
    const current = [ready, content, today];
    if (!current.every((part, at) => part === basis[at])) {
      pages = new Map();
      basis = current;
    }
    const ofBasis = pages;
    const flags = [isOpened, isFramed, hasWorker, isOffline, figures !== undefined];
    const place = `${locale} ${page.path} ${flags} ${fullTypes}`;
    const texts = ofBasis.get(place) ?? (await render(markers)).split(either);
    ofBasis.set(place, texts);
    return texts
      .map((text) => (text === markers.ticket ? ticket : text === markers.key ? key : text))
      .join('');
  };
}

/**
 * Logs what a page leaves out: enquiry types without a schema (docs/behaviour.md, "Enquiry types"), and a
 * hidden section with the reason.
 */
function logOmissions(
  { page }: PageVisit,
  { unknownTypes, hiddenReason: reason }: Omissions,
  log: Log,
): void {
  const route = page.path;
  for (const id of unknownTypes) log.warn('enquiry-type-without-form', { route, enquiryType: id });
  if (reason !== undefined) log.info('section-hidden', { route, reason });
}

/** The data for a host's page, without the visitor's ticket. */
interface Embedding {
  /** JSON without its opening brace, so that a ticket can precede it. */
  readonly rest: string;
  /** The start of a hash of `rest`. */
  readonly digest: string;
  readonly omissions: Omissions;
}

interface EmbeddingSources {
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
function getEmbedding({ visit, ready, build, origin }: EmbeddingSources): Embedding {
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
      form: {
        ...form,
        types: form.types.map((type) => ({ ...type, links: toAbsoluteLinks(type) })),
        settings: toAbsoluteModules(form.settings, origin),
      },
    },
  };
}

/** Returns the settings with absolute addresses of the modules with widgets. */
function toAbsoluteModules({ widgetModules, ...settings }: Settings, origin: string): Settings {
  if (widgetModules === undefined) return settings;
  const absolute = Object.entries(widgetModules).map(
    ([name, address]) => [name, toAbsolute(address, origin)] as const,
  );
  return { ...settings, widgetModules: Object.fromEntries(absolute) };
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
