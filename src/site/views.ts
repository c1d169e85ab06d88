import type { Plan } from '#engine';
import type { Validators } from '../contact/props.ts';
import type { FormView, SectionData } from '../contact/section-data.ts';

/** The program that draws the site's pages, as a server loads it (`server.tsx`). What it is handed is plain JSON. */
export interface SiteProgram {
  /** `loaded` are the validators of types, by key, for a page that no script takes over. */
  readonly drawFormPage: (view: PageView, loaded?: Validators['loaded']) => string | Promise<string>;
  /** What of a form travels beside its page: a module that is the same at each visit. */
  readonly partText: (section: SectionData) => string;
  readonly drawIndexPage: (view: IndexView) => string | Promise<string>;
  readonly drawMessagePage: (view: MessageView) => string | Promise<string>;
  readonly drawPrivacyPage: (view: PlainView) => string | Promise<string>;
}

/** The head of a document. */
export interface HeadView {
  /** BCP 47: the document's `lang`. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly title: string;
  readonly description?: string;
  /** The name of a look, from the site's content. */
  readonly theme?: string;
  readonly assets: AssetsView;
}

/** The addresses of what a page loads. */
export interface AssetsView {
  readonly styles: readonly string[];
  /** The module that takes the page over; absent on pages without a form. */
  readonly script?: string;
  /** What shows the page without its looks where those stall: on every page that has a built script. */
  readonly lateStyles?: string;
  /** Modules that the script is about to ask for. */
  readonly preloads: readonly string[];
  /** What a page in a frame runs besides. */
  readonly framed?: string;
  /** What the script takes the form over with, besides what the page says itself: on every page that has a script. */
  readonly part?: string;
}

/** What stands around every page. */
export interface FrameView {
  readonly brand: BrandView;
  readonly nav: readonly NavLink[];
  readonly footerLinks: readonly NavLink[];
  readonly words: {
    readonly skipToContent: string;
    readonly home: string;
    readonly pages: string;
  };
  /** The last line of the foot. */
  readonly footerNote?: string;
}

/** Whose page it is. */
export interface BrandView {
  readonly name: string;
  /** The part of the name that the drawn wordmark stands for; absent: the name stands in type. */
  readonly wordmark?: string;
  readonly strapline?: string;
  readonly address?: string;
  readonly phone?: string;
}

/** A link in the head or the foot of a page. */
export interface NavLink {
  readonly href: string;
  readonly label: string;
  readonly isCurrent?: boolean;
}

/** A page that embeds the form. */
export interface PageView {
  readonly head: HeadView;
  readonly frame: FrameView;
  /** The form stands by itself, to be framed by another page: nothing but what is in its head is drawn around it. */
  readonly isFramed?: boolean;
  readonly title: string;
  readonly lead?: string;
  /** Plain text; a blank line starts a paragraph. */
  readonly body?: string;
  readonly hero?: { readonly image: string; readonly alt?: string };
  readonly form: FormView;
  /** The plan that the form opens with; absent: the page makes it of its data, as a browser does. */
  readonly plan?: Plan;
  /** The same before anything was answered but the enquiry type: what both have is drawn alike for every visitor. */
  readonly blank?: Plan | undefined;
  /** Stand in place of the page's ticket and of its form's idempotency key. */
  readonly ticket: string;
  readonly key: string;
}

/** The page that leads to all others. */
export interface IndexView {
  readonly head: HeadView;
  readonly frame: FrameView;
  /** What leads the page. */
  readonly cover: {
    readonly title: string;
    readonly eyebrow?: string;
    readonly lead?: string;
    /** A path on the same origin. */
    readonly image?: string;
  };
  readonly groups: readonly IndexGroup[];
}

/** The pages of one site. */
export interface IndexGroup {
  readonly name: string;
  readonly domain: string;
  readonly about?: string;
  readonly pages: readonly IndexLink[];
}

/** One page, as the index tells of it. */
export interface IndexLink {
  readonly path: string;
  readonly title: string;
  readonly note?: string;
  /** The language of the title, where it is not the index's own. */
  readonly lang?: string;
}

/** A page of words alone: one that is not there, or that failed. */
export interface MessageView {
  readonly head: HeadView;
  readonly frame: FrameView;
  readonly heading: string;
  readonly message: string;
}

/** A page with nothing but its frame to be handed over: the privacy policy. */
export interface PlainView {
  readonly head: HeadView;
  readonly frame: FrameView;
}
