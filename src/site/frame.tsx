import type { ReactNode } from 'react';
import type { BrandView, FrameView, NavLink } from './views.ts';

/** The id of the main part, the target of the skip link. */
const contentId = 'content';

/**
 * Renders the body of a page: a skip link, the header, the main part with `children`, and the footer. Header
 * and skip link, and the footer, are left out if they would be empty.
 */
export function Frame({
  view,
  isLanding = false,
  children,
}: {
  readonly view: FrameView;
  /** The main part of a landing page is one picture with one card. */
  readonly isLanding?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const hasHeader = view.brand.name !== '' || view.nav.length > 0;
  return (
    <>
      {hasHeader && (
        <>
          <a className="site-skip" href={`#${contentId}`}>
            {view.words.skipToContent}
          </a>
          <Header view={view} />
        </>
      )}
      <main className={getMainClass({ isLanding, hasHeader })} id={contentId} tabIndex={-1}>
        {children}
      </main>
      {hasFooter(view) && <Footer view={view} />}
    </>
  );
}

/** Returns the classes of the main part. */
function getMainClass({
  isLanding,
  hasHeader,
}: {
  readonly isLanding: boolean;
  readonly hasHeader: boolean;
}): string {
  if (isLanding) return 'site-landing';
  return hasHeader ? 'site-main' : 'site-main site-main--bare';
}

/** Returns true if the footer has more than the name, which is in the header already. */
function hasFooter({ brand, footerLinks, footerNote }: FrameView): boolean {
  const { strapline, address, phone } = brand;
  return footerLinks.length > 0 || [strapline, address, phone, footerNote].some(Boolean);
}

/** Renders the link to the home page, if there is a name, and the navigation, if it has links. */
function Header({ view: { brand, nav, words } }: { readonly view: FrameView }): ReactNode {
  return (
    <header className="site-header">
      {brand.name && <BrandLink brand={brand} label={words.home} />}
      {nav.length > 0 && (
        <nav className="site-nav" aria-label={words.pages}>
          <LinkList links={nav} />
        </nav>
      )}
    </header>
  );
}

/** Renders the brand, its address, the links and the note of the footer. */
function Footer({
  view: { brand, footerLinks, footerNote, words },
}: {
  readonly view: FrameView;
}): ReactNode {
  return (
    <footer className="site-footer">
      <div className="site-footer-brand">
        {brand.name && <BrandLink brand={brand} label={words.home} />}
        {brand.strapline && <p className="site-footer-strapline">{brand.strapline}</p>}
      </div>
      <Address brand={brand} />
      {footerLinks.length > 0 && <LinkList links={footerLinks} className="site-footer-links" />}
      {footerNote && <p className="site-footer-note">{footerNote}</p>}
    </footer>
  );
}

/**
 * Renders a link to the home page. The wordmark image replaces the start of the name; without an image, or if
 * the name does not start with it, the name is text.
 */
function BrandLink({
  brand: { name, wordmark },
  label,
}: {
  readonly brand: BrandView;
  readonly label: string;
}): ReactNode {
  const hasWordmark = wordmark !== undefined && `${name} `.startsWith(`${wordmark} `);
  const restOfName = hasWordmark ? name.slice(wordmark.length).trim() : '';
  return (
    <a className="site-brand" href="/" aria-label={`${name}: ${label}`}>
      {hasWordmark ? (
        <>
          <span className="site-mark" />
          <span className="site-wordmark" />
          {restOfName && <span className="site-brand-part">{restOfName}</span>}
        </>
      ) : (
        <span className="site-brand-name">{name}</span>
      )}
    </a>
  );
}

/** Renders links as a list, in their order. The current page is marked for screen readers. */
function LinkList({
  links,
  className,
}: {
  readonly links: readonly NavLink[];
  readonly className?: string;
}): ReactNode {
  return (
    <ul className={className}>
      {links.map(({ href, label, isCurrent }) => (
        <li key={href}>
          <a href={href} aria-current={isCurrent ? 'page' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/**
 * Renders the address and the telephone number of a brand. Renders the element even if there is neither,
 * because it is a column of the footer.
 */
function Address({ brand: { address, phone } }: { readonly brand: BrandView }): ReactNode {
  return (
    <address className="site-footer-address">
      {address}
      {address && phone && <br />}
      {phone && <Phone number={phone} />}
    </address>
  );
}

/** Renders a telephone number as a link; it keeps its digit order in right-to-left text. */
export function Phone({ number }: { readonly number: string }): ReactNode {
  return (
    <span>
      <a className="site-phone" href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>
        {number}
      </a>
    </span>
  );
}
