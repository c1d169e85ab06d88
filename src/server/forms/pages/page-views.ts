import { createTextFormatter, type Form, findText, formatText, textDirection, type Values } from '#engine';
import { needsNestedFields } from '#widgets/nested/needs-nested-fields.ts';
import type { FormView, PostAnswer } from '../../../contact/section-data.ts';
import type {
  AssetsView,
  FrameView,
  HeadView,
  IndexView,
  MessageView,
  NavLink,
  OfflineView,
  PageView,
  PlainView,
  PrivacyView,
} from '../../../site/views.ts';
import type { Content, ContentSite, Page } from '../content/content.ts';
import { findFrameTexts, findPrivacyPolicy } from '../content/frame-content.ts';
import { findPageTitle } from '../content/type-names.ts';
import type { PageVisit } from '../content/visit.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';
import { createOpeningForm, type OpeningForm } from './opening-form.ts';
import type { SiteBuild } from './site-build.ts';

export interface PageSources {
  readonly ready: CompiledForm;
  readonly content: Content;
  readonly build: Pick<
    SiteBuild,
    | 'assets'
    | 'blocks'
    | 'framed'
    | 'visit'
    | 'worker'
    | 'indexStyle'
    | 'lateWidgets'
    | 'modal'
    | 'nestedFields'
    | 'piping'
    | 'resume'
    | 'socialLinks'
    | 'steps'
    | 'themes'
    | 'validatorRuntime'
  >;
}

export interface RenderedForm {
  readonly ticket: string;
  /** The idempotency key of the form. */
  readonly key: string;
  /**
   * The result of a post. Such a page loads no scripts, because the scripts of the posted page did not load
   * in time. With the outcome `resumed`, which only a link to saved answers has, the page loads them.
   */
  readonly answer?: PostAnswer;
  /** The values of the link that opened the page. Absent: none. `answer` replaces them. */
  readonly prefill?: Values;
}

/**
 * Returns the view of a page with a form, the plan with which the form opens, and what the page leaves out. A
 * page whose form is hidden loads no scripts.
 */
export function createPageView(
  { ready, content, build }: PageSources,
  visit: PageVisit,
  { ticket, key, answer, prefill }: RenderedForm,
): { readonly view: PageView } & Omit<OpeningForm, 'view'> {
  const { page, locale } = visit;
  const { validatorRuntime } = build;
  const opening = createOpeningForm(ready, visit, { validatorRuntime, answer, prefill });
  const { view: form, plan, blank, omissions } = opening;
  const { lead, body, hero, site } = page;
  const title = findPageTitle(page, { form: ready.form, content }, locale);
  const view: PageView = {
    head: {
      ...createHead({ locale, title, site, content }),
      description: lead,
      assets: addThemeStyle(build, site, {
        ...(form.isShown && (!answer || answer.outcome.kind === 'resumed')
          ? addWorker(build, visit, createAssets(build, opening))
          : removeScripts({ ...build.assets, styles: getStyles(build, form) })),
        ...(visit.isFramed && { framed: build.framed }),
        ...(form.section.visit && form.isShown && !answer && { visit: build.visit }),
      }),
    },
    frame: createFrame(ready.form, content, { site, locale, current: page }),
    ...(visit.isFramed && { isFramed: true }),
    title,
    lead,
    body,
    hero,
    form,
    plan,
    blank,
    ...(visit.isOffline && { offline: createOfflineView(build, form, ready.form) }),
    ticket,
    key,
  };
  return { view, plan, omissions };
}

/**
 * Creates the view of the page that lists all pages by site, in the frame of the first site. Sites without
 * pages are left out.
 */
export function createIndexView(sources: PageSources, locale: string): IndexView {
  const { content, build } = sources;
  const { head, ...view } = createPlainView(sources, locale, getSiteLabel(content.sites[0]));
  const styles = [...head.assets.styles, build.indexStyle];
  return {
    ...view,
    head: { ...head, assets: { ...head.assets, styles } },
    cover: createCover(sources, locale),
    groups: content.sites.flatMap((site) => {
      const pages = content.pages.filter((page) => page.site === site);
      if (pages.length === 0) return [];
      const { domain, strapline: about } = site;
      return [
        {
          name: getSiteLabel(site),
          domain,
          about,
          pages: pages.map((page) => toIndexLink(page, sources, locale)),
        },
      ];
    }),
  };
}

/**
 * Returns the head of the index: the title, eyebrow, lead and picture of the content. Without a title it has
 * the text `page.pages`; the other members may be undefined.
 */
function createCover({ ready, content }: PageSources, locale: string): IndexView['cover'] {
  const { indexImage, ...frame } = content.frame;
  const { indexEyebrow, indexTitle, indexLead } = findFrameTexts(frame, locale);
  return {
    title: indexTitle ?? formatText(ready.form, locale, 'page.pages'),
    eyebrow: indexEyebrow,
    lead: indexLead,
    image: indexImage,
  };
}

/** The name of a page with a message, and of its texts `page.<name>.heading` and `.message`. */
export type MessageName =
  | 'not-found'
  | 'error'
  | 'too-large'
  | 'bad-request'
  | 'too-many-requests'
  | 'clear'
  | 'cleared';

export type PageMessage =
  | {
      readonly name: MessageName;
      readonly values?: Readonly<Record<string, number>>;
      /** True: a button, with the text `page.<name>.submit`, posts to the address of the page. */
      readonly hasButton?: true;
    }
  | { readonly heading: string; readonly message: string };

/**
 * Creates the view of a page with a heading and a message in a language, in the frame of the first site: the
 * given ones, or those of the form's texts. `values` are inserted into the message. The page has no scripts.
 */
export function createMessageView(sources: PageSources, locale: string, given: PageMessage): MessageView {
  if ('heading' in given) return { ...createPlainView(sources, locale, given.heading), ...given };
  const { name, values = {}, hasButton } = given;
  const { form } = sources.ready;
  const heading = formatText(form, locale, `page.${name}.heading`);
  return {
    ...createPlainView(sources, locale, heading),
    heading,
    message: formatText(form, locale, `page.${name}.message`, values),
    ...(hasButton && { submit: formatText(form, locale, `page.${name}.submit`) }),
  };
}

/** The path of the page at which visitors delete what is stored in their browser (`reservedPaths` names it, too). */
export const clearDevicePath = '/clear-device';

/** Creates the view of the privacy policy in a language; undefined if the content has none. */
export function createPrivacyView(sources: PageSources, locale: string): PrivacyView | undefined {
  const policy = findPrivacyPolicy(sources.content.frame, locale);
  if (policy === undefined) return undefined;
  const title = formatText(sources.ready.form, locale, 'privacy-policy');
  return {
    ...createPlainView(sources, locale, title),
    policy: { ...policy, dir: textDirection(policy.lang) },
    clearLink: { href: clearDevicePath, label: formatText(sources.ready.form, locale, 'page.clear.heading') },
  };
}

/**
 * Creates the head and the frame of a page without a form. It has the name, the theme and the links of the
 * first site, and no scripts.
 */
function createPlainView({ ready, content, build }: PageSources, locale: string, title: string): PlainView {
  const site = content.sites[0];
  return {
    head: {
      ...createHead({ locale, title, site, content }),
      assets: addThemeStyle(build, site, removeScripts(build.assets)),
    },
    frame: createFrame(ready.form, content, { site, locale }),
  };
}

/** Returns the link to a page in the index, with the language of the page if it has a fixed one. */
function toIndexLink(
  page: Page,
  { ready, content }: PageSources,
  indexLocale: string,
): IndexView['groups'][number]['pages'][number] {
  const { path, note, locale } = page;
  const title = findPageTitle(page, { form: ready.form, content }, locale ?? indexLocale);
  return { path, title, note, lang: locale };
}

interface HeadOptions {
  readonly locale: string;
  readonly title: string;
  readonly site: ContentSite | undefined;
  readonly content: Content;
}

/**
 * Creates the head of a page without its assets. The site's name follows the title, unless there is none or
 * it is the title itself.
 */
function createHead({ locale, title, site, content }: HeadOptions): Omit<HeadView, 'assets'> {
  const name = getSiteName(site, content);
  return {
    lang: locale,
    dir: textDirection(locale),
    title: name === '' || name === title ? title : `${title} | ${name}`,
    theme: site?.theme,
  };
}

/**
 * Returns the assets with the style sheet of the site's theme as the last, so that it overrides the others.
 * Returns them unchanged without a site, a theme or a style sheet for it.
 */
function addThemeStyle(
  { themes }: PageSources['build'],
  site: ContentSite | undefined,
  assets: AssetsView,
): AssetsView {
  const style = site?.theme && Object.hasOwn(themes, site.theme) ? themes[site.theme] : undefined;
  return style === undefined ? assets : { ...assets, styles: [...assets.styles, style] };
}

/** Returns the assets with those of the service worker, if the page of the visit has one. */
function addWorker(
  { worker }: PageSources['build'],
  { hasWorker, isOffline }: PageVisit,
  assets: AssetsView,
): AssetsView {
  if (worker === undefined || !hasWorker) return assets;
  const registered = { ...assets, worker: worker.register };
  if (!isOffline) return registered;
  return { ...registered, styles: [...assets.styles, worker.offlineStyle], offline: worker.offlineScript };
}

/**
 * Returns what a page needs besides its own assets to be shown without a network: the sentence that says so,
 * and the files that its form may load later. Parts that the form does not use are left out.
 */
function createOfflineView(build: PageSources['build'], view: FormView, form: Form): OfflineView {
  const { types, settings } = view.section.form;
  const parts = listFormParts(build, view);
  return {
    text: findText(form, view.section.locale, ['page-offline']) ?? offlineFallback,
    files: [
      ...(build.worker?.lazyFiles ?? []),
      ...parts.flatMap(({ styles, preloads }) => [...styles, ...preloads]),
      build.validatorRuntime,
      ...types.map(({ key }) => view.validators.replace(':type', key)),
      ...Object.values(settings.widgetModules ?? {}),
    ],
  };
}

/** The sentence for forms that were published before their texts had it. */
const offlineFallback = 'You are offline. You can fill in the form and send it later.';

/** Returns only the style sheets of the assets, without scripts and preloads. */
function removeScripts({ styles }: AssetsView): AssetsView {
  return { styles, preloads: [] };
}

/**
 * Returns the assets of a page with scripts, which preloads the optional parts that its form needs. A form
 * that opens with nested fields needs their code and validators to work, so they are preloaded; other forms
 * load validators later.
 */
function createAssets(build: PageSources['build'], { view, plan: { type } }: OpeningForm): AssetsView {
  const { blocks, lateWidgets, nestedFields, validatorRuntime } = build;
  const assets = { ...build.assets, styles: getStyles(build, view) };
  const parts = [
    ...(type?.blocks ? [blocks] : []),
    ...(type?.hasLateWidgets ? [lateWidgets] : []),
    ...getOptionalParts(build, view),
  ];
  const preloads = [...assets.preloads, ...parts.flatMap((part) => part.preloads)];
  if (type === undefined || !needsNestedFields(type)) return { ...assets, preloads };
  const validators = [view.validators.replace(':type', type.key), validatorRuntime];
  return { ...assets, preloads: [...preloads, ...nestedFields.preloads, ...validators] };
}

/**
 * Returns the style sheets, including those of optional parts, so that the first paint is complete with and
 * without scripts.
 */
function getStyles(build: PageSources['build'], view: FormView): readonly string[] {
  return [...build.assets.styles, ...listFormParts(build, view).flatMap(({ styles }) => styles)];
}

/** Returns the optional parts that a form needs with any of its types. */
function listFormParts(build: PageSources['build'], view: FormView) {
  const { types } = view.section.form;
  return [
    ...(types.some((type) => type.blocks !== undefined) ? [build.blocks] : []),
    ...(types.some((type) => type.hasLateWidgets) ? [build.lateWidgets] : []),
    ...(types.some(needsNestedFields) ? [build.nestedFields] : []),
    ...getOptionalParts(build, view),
  ];
}

/** Returns the optional parts that a form needs, except those for its fields and blocks. */
function getOptionalParts(
  { modal, piping, resume, socialLinks, steps }: PageSources['build'],
  { section, placement, isOpened }: FormView,
) {
  const { pipes, types } = section.form;
  return [
    ...(placement === 'modal' && !isOpened ? [modal] : []),
    ...(section.hasSocialIcons ? [socialLinks] : []),
    ...(pipes ? [piping] : []),
    ...(types.some((type) => type.resume !== undefined) ? [resume] : []),
    ...(types.some((type) => type.steps !== undefined) ? [steps] : []),
  ];
}

interface FrameOptions {
  readonly site: ContentSite | undefined;
  readonly locale: string;
  readonly current?: Page;
}

/**
 * Creates the header and footer of a page in a language. Without a site the name is empty and there are no
 * links to its pages. The only page of the content has no links to itself. `current` is the page itself, if it
 * has a form.
 */
function createFrame(form: Form, content: Content, { site, locale, current }: FrameOptions): FrameView {
  const text = createTextFormatter(form, locale);
  const { wordmark, strapline, address, phone } = site ?? {};
  const { footerNote } = findFrameTexts(content.frame, locale);
  const hasPolicy = findPrivacyPolicy(content.frame, locale) !== undefined;
  return {
    brand: { name: getSiteName(site, content), wordmark, strapline, address, phone },
    nav: createNav(form, content, { site, locale, current }),
    footerLinks: [
      ...(hasOnePage(content) ? [] : [{ href: '/', label: text('page.pages') }]),
      ...(hasPolicy ? [{ href: '/privacy-policy', label: text('privacy-policy') }] : []),
    ],
    words: {
      skipToContent: text('page.skip-to-content'),
      home: text('page.home'),
      pages: text('page.pages'),
    },
    footerNote,
  };
}

/** The most links that fit into a line. */
const maxNav = 5;

/**
 * Returns links to the first `maxNav` pages of a site in the same language as the current page. Without a
 * current page these are the pages without a fixed language; without a site, and on the only page of the
 * content, there are no links.
 */
function createNav(
  form: Form,
  content: Content,
  { site, locale, current }: FrameOptions,
): readonly NavLink[] {
  if (current !== undefined && hasOnePage(content)) return [];
  return content.pages
    .filter((page) => page.site === site && page.locale === current?.locale)
    .slice(0, maxNav)
    .map((page) => ({
      href: page.path,
      label: findPageTitle(page, { form, content }, locale),
      isCurrent: page === current,
    }));
}

/**
 * Returns the name of a site for the frame of a page: an empty text for a site without a name if the content
 * has a single page, which no domain has to distinguish from others.
 */
function getSiteName(site: ContentSite | undefined, content: Content): string {
  return hasOnePage(content) ? (site?.name ?? '') : getSiteLabel(site);
}

/** Returns the name of a site, else its domain; an empty text without a site. */
function getSiteLabel(site: ContentSite | undefined): string {
  return site?.name ?? site?.domain ?? '';
}

/** Returns true if the content has a single page, as for a form in one file. */
function hasOnePage({ pages }: Content): boolean {
  return pages.length === 1;
}
