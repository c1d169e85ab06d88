import type { Plan } from '#engine';
import type { Validators } from '../contact/props.ts';
import type { FormView, SectionData } from '../contact/section-data.ts';

/**
 * The program that renders the site's pages, as a server loads it (`server.tsx`). Its arguments are plain
 * JSON.
 */
export interface SiteProgram {
  /** `loaded` contains the validators of types by key, for a page that no script hydrates. */
  readonly drawFormPage: (view: PageView, loaded?: Validators['loaded']) => string | Promise<string>;
  /** Returns the shared data of a form as a module that is the same at each visit. */
  readonly partText: (section: SectionData) => string;
  readonly drawIndexPage: (view: IndexView) => string | Promise<string>;
  readonly drawMessagePage: (view: MessageView) => string | Promise<string>;
  readonly drawPrivacyPage: (view: PrivacyView) => string | Promise<string>;
}

export interface HeadView {
  /** The document's `lang`, BCP 47. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly title: string;
  readonly description?: string;
  /** The name of a theme, from the site's content. */
  readonly theme?: string;
  readonly assets: AssetsView;
}

export interface AssetsView {
  readonly styles: readonly string[];
  /** The script that a page runs at once. Only pages of our own have it. */
  readonly boot?: string;
  /** The module that makes the form interactive. A page of our own loads it when a visitor uses the form. */
  readonly script?: string;
  /** The modules that `script` imports. */
  readonly preloads: readonly string[];
  /** The additional script of a page in a frame. */
  readonly framed?: string;
  /** The additional script of a page that records visits. */
  readonly visit?: string;
  /** The URL of the shared data. */
  readonly part?: string;
  /** The module that registers the service worker. Absent: the page has none. */
  readonly worker?: string;
  /** The additional script of a page that is shown without a network. */
  readonly offline?: string;
}

/** The frame of every page: header and footer. */
export interface FrameView {
  readonly brand: BrandView;
  readonly nav: readonly NavLink[];
  readonly footerLinks: readonly NavLink[];
  readonly words: {
    readonly skipToContent: string;
    readonly home: string;
    readonly pages: string;
  };
  readonly footerNote?: string;
}

export interface BrandView {
  readonly name: string;
  /** The part of the name that the wordmark image replaces; absent: the name is text. */
  readonly wordmark?: string;
  readonly strapline?: string;
  readonly address?: string;
  readonly phone?: string;
}

export interface NavLink {
  readonly href: string;
  readonly label: string;
  readonly isCurrent?: boolean;
}

/** The notice of a page that shows a draft to people without an account. */
export interface PreviewNotice {
  /** "Preview – not live" in the language of the page, which also lies over the page. */
  readonly mark: string;
  /** The same in the languages of the page and of the reader, the page's first. */
  readonly messages: readonly {
    readonly lang: string;
    readonly dir: 'ltr' | 'rtl';
    readonly mark: string;
    readonly text: string;
  }[];
  /** The form in which readers leave a comment; absent if the link accepts none. */
  readonly comments?: PreviewCommentForm;
}

/** A comment that a reader of the link has made, with the answers to it. */
export interface PreviewThread {
  /** The label of the field that it is about. Absent if the form does not have it any more. */
  readonly about?: string;
  readonly isResolved: boolean;
  /** The oldest first, each with its author and time in words. */
  readonly comments: readonly { readonly id: string; readonly by: string; readonly text: string }[];
}

/**
 * A form for comments, in the language of the reader, with those that the readers of the link have made. It is posted
 * without scripts.
 */
export interface PreviewCommentForm {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly action: string;
  /** The result of the last comment. */
  readonly message?: { readonly text: string; readonly isProblem: boolean };
  readonly words: Readonly<
    Record<'title' | 'name' | 'about' | 'text' | 'hint' | 'send' | 'threads' | 'resolved', string>
  >;
  readonly threads: readonly PreviewThread[];
  /** The possible subjects of a comment, by the value of the option. */
  readonly targets: readonly { readonly value: string; readonly label: string }[];
  readonly entered: { readonly name: string; readonly target: string; readonly text: string };
}

export interface PageView {
  readonly head: HeadView;
  readonly frame: FrameView;
  /** Present if the page shows a draft. */
  readonly notice?: PreviewNotice;
  /** True if the page contains only the form, to be shown in a frame of another page. */
  readonly isFramed?: boolean;
  readonly title: string;
  readonly lead?: string;
  /** Plain text; a blank line starts a paragraph. */
  readonly body?: string;
  readonly hero?: { readonly image: string; readonly alt?: string };
  readonly form: FormView;
  readonly plan?: Plan;
  /**
   * The plan with no answer but the enquiry type. Fields that are equal in both plans have the same markup
   * for every visitor.
   */
  readonly blank?: Plan | undefined;
  /** Present in the page that a service worker stores, to show it without a network. */
  readonly offline?: OfflineView;
  /** `ticket` and `key` are placeholders for the page's ticket and the idempotency key of its form. */
  readonly ticket: string;
  readonly key: string;
}

export interface OfflineView {
  /** The sentence that says that there is no network. */
  readonly text: string;
  /** The URLs of files that the form may load later, besides those that the page names. */
  readonly files: readonly string[];
}

export interface IndexView {
  readonly head: HeadView;
  readonly frame: FrameView;
  readonly cover: {
    readonly title: string;
    readonly eyebrow?: string;
    readonly lead?: string;
    /** A path on the same origin. */
    readonly image?: string;
  };
  readonly groups: readonly IndexGroup[];
}

export interface IndexGroup {
  readonly name: string;
  readonly domain: string;
  readonly about?: string;
  readonly pages: readonly IndexLink[];
}

export interface IndexLink {
  readonly path: string;
  readonly title: string;
  readonly note?: string;
  /** The language of the title; absent if it is that of the index. */
  readonly lang?: string;
}

/** A page with one message, as not found or an error. */
export interface MessageView {
  readonly head: HeadView;
  readonly frame: FrameView;
  readonly heading: string;
  readonly message: string;
  /** The label of a button that posts to the address of the page. Absent: there is none. */
  readonly submit?: string;
}

/** A page without a form. */
export interface PlainView {
  readonly head: HeadView;
  readonly frame: FrameView;
}

/** The page of the privacy policy. */
export interface PrivacyView extends PlainView {
  readonly policy: {
    /** The language of its texts: BCP 47. */
    readonly lang: string;
    readonly dir: 'ltr' | 'rtl';
    readonly title: string;
    readonly sections: readonly { readonly heading: string; readonly text: string }[];
  };
  /** The link to the page at which visitors delete what is stored in their browser. */
  readonly clearLink: NavLink;
}
