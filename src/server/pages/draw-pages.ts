import { randomUUID } from 'node:crypto';
import { formatText, type Plan } from '#engine';
import type { SectionData } from '../../contact/section-data.ts';
import type { PageView, SiteProgram } from '../../site/views.ts';
import type { Content } from '../content/content.ts';
import type { Visit } from '../content/visit.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';
import type { Log } from '../log/log.ts';
import { type Embedding, type EmbeddingSources, embeddingOf } from './embedding.ts';
import type { Omissions } from './opening-form.ts';
import type { PagePart, PageParts } from './page-parts.ts';
import {
  type FormNote,
  indexView,
  messageView,
  type PageMessage,
  pageView,
  plainView,
} from './page-views.ts';
import type { SiteBuild } from './site-build.ts';

export interface PageDrawer {
  readonly formPage: (visit: Visit, ready: CompiledForm, note: FormNote) => Promise<string>;
  /** Finds the section data of a page by the digest in its address; undefined if it is not cached. */
  readonly part: (digest: string) => PagePart | undefined;
  /** Creates the section data again for a page that used it; undefined if its content has changed. */
  readonly partAnew: (digest: string, visited: FormVisit) => Promise<PagePart | undefined>;
  readonly embedding: (sources: Omit<EmbeddingSources, 'build'>) => Embedding;
  readonly indexPage: (place: Place) => Promise<string>;
  readonly messagePage: (place: Place, message: PageMessage) => Promise<string>;
  readonly privacyPage: (place: Place) => Promise<string>;
}

export interface FormVisit {
  readonly visit: Visit;
  readonly ready: CompiledForm;
}

export interface Place {
  readonly ready: CompiledForm;
  readonly content: Content;
  readonly locale: string;
}

export interface DrawingDependencies {
  readonly build: SiteBuild;
  readonly parts: PageParts;
  /** False if the site's code may change between two pages. */
  readonly isCaching: boolean;
  /** Receives what a page leaves out. */
  readonly log: Log;
}

/**
 * Creates a renderer. A page depends on the form, the content, the language and the day, and otherwise only
 * on its ticket and key: each page is rendered once for these.
 */
export function createPageDrawer({ build, parts, isCaching, log }: DrawingDependencies): PageDrawer {
  const cachedPage = pageCache();
  const told = new WeakSet<Embedding>();
  /** One section serves many visits; a part that was removed from the cache is created again on request. */
  const addresses = new WeakMap<SectionData, Promise<string>>();

  async function drawFormPage(visit: Visit, ready: CompiledForm, note: FormNote): Promise<string> {
    const { view, plan, omissions } = pageView({ ready, content: visit.content, build }, visit, note);
    logOmissions(visit, omissions, log);
    const program = await build.program();
    const whole = view.head.assets.script
      ? withPart(view, await addressOf(program, view, { visit, ready }))
      : view;
    return program.drawFormPage(whole, note.answer && validatorsOf(ready, plan));
  }

  function addressOf(program: SiteProgram, view: PageView, visited: FormVisit): Promise<string> {
    const { section } = view.form;
    const address = addresses.get(section) ?? partOf(program, view, visited);
    addresses.set(section, address);
    return address;
  }

  function partOf(program: SiteProgram, { form }: PageView, { visit, ready }: FormVisit): Promise<string> {
    const { page, locale } = visit;
    return parts.keep(program.partText(form.section), { form: ready.form.hash, path: page.path, locale });
  }

  return {
    formPage: async (visit, ready, note) =>
      isCaching && !note.answer
        ? cachedPage(visit, ready, note, (markers) => drawFormPage(visit, ready, markers))
        : drawFormPage(visit, ready, note),
    part: parts.find,
    async partAnew(digest, visited) {
      const { visit, ready } = visited;
      const { view } = pageView({ ready, content: visit.content, build }, visit, { ticket: '', key: '' });
      await partOf(await build.program(), view, visited);
      // If the content has changed, the digest differs and nothing is found.
      return parts.find(digest);
    },
    embedding(sources) {
      const embedding = embeddingOf({ ...sources, build });
      if (!told.has(embedding)) logOmissions(sources.visit, embedding.omissions, log);
      told.add(embedding);
      return embedding;
    },
    async indexPage({ locale, ...place }) {
      const { drawIndexPage } = await build.program();
      return drawIndexPage(indexView({ ...place, build }, locale));
    },
    async messagePage({ locale, ...place }, message) {
      const { drawMessagePage } = await build.program();
      return drawMessagePage(messageView({ ...place, build }, locale, message));
    },
    async privacyPage({ locale, ...place }) {
      const { drawPrivacyPage } = await build.program();
      const title = formatText(place.ready.form, locale, 'privacy-policy');
      return drawPrivacyPage(plainView({ ...place, build }, locale, title));
    },
  };
}

function withPart({ head, ...view }: PageView, part: string): PageView {
  return { ...view, head: { ...head, assets: { ...head.assets, part } } };
}

/** Returns the validators for a page without scripts, which decide what fields its answers show. */
function validatorsOf(ready: CompiledForm, { type }: Plan) {
  const whole = ready.form.types.find(({ key }) => key === type?.key);
  return whole && { [whole.key]: ready.compiledOf(whole).validators };
}

/**
 * Creates a cache of pages of one form, one content and one day, because older ones are not requested again.
 * The ticket and key of each visitor are inserted into the cached page.
 */
function pageCache() {
  const markers = { ticket: `ticket-${randomUUID()}`, key: `key-${randomUUID()}` };
  const either = new RegExp(`(${markers.ticket}|${markers.key})`);
  /** The texts of each page, with a marker between any two. */
  let pages = new Map<string, readonly string[]>();
  let basis: readonly unknown[] = [];

  return async (
    { content, today, locale, page, isOpened = false, isFramed = false, figures }: Visit,
    ready: CompiledForm,
    { ticket, key }: FormNote,
    draw: (markers: FormNote) => Promise<string>,
  ): Promise<string> => {
    const current = [ready, content, today];
    if (!current.every((part, at) => part === basis[at])) {
      pages = new Map();
      basis = current;
    }
    const ofBasis = pages;
    const place = `${locale} ${page.path} ${isOpened} ${isFramed} ${figures !== undefined}`;
    const texts = ofBasis.get(place) ?? (await draw(markers)).split(either);
    ofBasis.set(place, texts);
    return texts
      .map((text) => (text === markers.ticket ? ticket : text === markers.key ? key : text))
      .join('');
  };
}

/** Logs enquiry types without a schema, which are not offered (docs/behaviour.md, "Enquiry types"). */
function logOmissions({ page }: Visit, { unknownTypes, hiddenReason: reason }: Omissions, log: Log): void {
  const route = page.path;
  for (const id of unknownTypes) log.warn('enquiry-type-without-form', { route, enquiryType: id });
  if (reason !== undefined) log.info('section-hidden', { route, reason });
}
