import type { EnquiryType, Form, Office, Problem, Site, Values } from '#engine';
import type { ContactFormContent, LandingData, Placement, Social } from '../content/content.ts';

/**
 * What this program hands to the site's own (`src/site/views.ts`), which it loads when it starts and never imports:
 * `test/types/views.test.ts` holds the two descriptions together.
 */
export interface SiteProgram {
  readonly drawFormPage: (view: PageView) => string | Promise<string>;
  readonly drawIndexPage: (view: IndexView) => string | Promise<string>;
  readonly drawMessagePage: (view: MessageView) => string | Promise<string>;
  readonly drawPrivacyPage: (view: PlainView) => string | Promise<string>;
}

/** The head of a document. */
export interface HeadView {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly title: string;
  readonly description?: string;
  readonly theme?: string;
  readonly assets: AssetsView;
}

/** The addresses of what a page loads. */
export interface AssetsView {
  readonly styles: readonly string[];
  readonly script?: string;
  readonly preloads: readonly string[];
}

/** What stands around every page. */
export interface FrameView {
  readonly brand: {
    readonly name: string;
    readonly strapline?: string;
    readonly address?: string;
    readonly phone?: string;
  };
  readonly nav: readonly NavLink[];
  readonly footerLinks: readonly NavLink[];
  readonly words: { readonly skipToContent: string; readonly home: string; readonly pages: string };
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
  readonly title: string;
  readonly lead?: string;
  readonly body?: string;
  readonly hero?: { readonly image: string; readonly alt?: string };
  readonly form: FormView;
  readonly ticket: string;
  readonly key: string;
}

/** The form on a page. */
export interface FormView {
  readonly placement: Placement;
  readonly isShown: boolean;
  readonly section: SectionView;
  readonly isOpened?: boolean;
  readonly answer?: PostAnswer;
  /** Where the compiled schema of a type is; `:type` stands for the type's key. */
  readonly validators: string;
}

/** What came of a post, and what was in it. */
export interface PostAnswer {
  /** By field, as it was posted. */
  readonly entered: Values;
  /** Photos that were taken, to be sent with the next post. */
  readonly photos: readonly { readonly path: string; readonly name: string }[];
  readonly outcome: PostOutcome;
}

/** Another type's fields were asked for; or problems were found; or it failed; or it was taken. */
export type PostOutcome =
  | { readonly kind: 'type-changed' }
  | { readonly kind: 'refused'; readonly named: readonly NamedProblem[] }
  | { readonly kind: 'failed'; readonly retryAfterSeconds?: number }
  | {
      readonly kind: 'accepted';
      readonly receipt: { readonly enquiryType: string | number; readonly reference: string };
    };

/** A problem with its message. */
export interface NamedProblem {
  readonly problem: Problem;
  readonly message: string;
}

/** The inputs of the section (specification, section 2) that travel as JSON. */
export interface SectionView {
  readonly enquiryTypes: readonly EnquiryType[];
  readonly offices?: readonly Office[];
  readonly allOffices?: readonly Office[];
  readonly officesSortedIn: string;
  readonly contactForm: ContactFormContent & {
    readonly site: { readonly id: string | number; readonly socials: readonly Social[] };
  };
  readonly hasFormTitle: boolean;
  readonly hasFormCopy: boolean;
  readonly hasSocialIcons: boolean;
  readonly showInCenter: boolean;
  readonly centerHeader: boolean;
  readonly yachtModels?: readonly { readonly name: string }[];
  readonly landingData?: LandingData;
  readonly selectedOffice?: Office;
  readonly eventTitle?: string;
  readonly form: Form;
  readonly site: Site;
  readonly locale: string;
  readonly today: string;
  readonly endpoints: { readonly graphql: string; readonly contactUpload: string };
  readonly futureEventTitles?: readonly string[];
}

/** The page that leads to all others. */
export interface IndexView {
  readonly head: HeadView;
  readonly frame: FrameView;
  readonly groups: readonly {
    readonly name: string;
    readonly domain: string;
    readonly about?: string;
    readonly pages: readonly {
      readonly path: string;
      readonly title: string;
      readonly note?: string;
      readonly lang?: string;
    }[];
  }[];
}

/** A page that says one thing. */
export interface MessageView {
  readonly head: HeadView;
  readonly frame: FrameView;
  readonly heading: string;
  readonly message: string;
}

/** A page with nothing but its frame. */
export interface PlainView {
  readonly head: HeadView;
  readonly frame: FrameView;
}
