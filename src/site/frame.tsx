import type { ReactNode } from 'react';
import type { BrandView, FrameView, NavLink } from './views.ts';
import { wordsIn } from './words.ts';

/** The id that the skip link leads to. */
const contentId = 'content';

/** What stands around every page: the skip link, the head, the foot. */
export function Frame({
  view,
  isLanding = false,
  lang,
  children,
}: {
  readonly view: FrameView;
  /** A landing page's main part is one picture and one card. */
  readonly isLanding?: boolean;
  /** The document's language. */
  readonly lang: string;
  readonly children: ReactNode;
}): ReactNode {
  const { brand, nav, footerLinks, words } = view;
  return (
    <>
      <a className="site-skip" href={`#${contentId}`}>
        {words.skipToContent}
      </a>
      <header className="site-header">
        <BrandLink brand={brand} label={words.home} />
        {nav.length > 0 && (
          <nav className="site-nav" aria-label={words.pages}>
            <LinkList links={nav} />
          </nav>
        )}
      </header>
      <main className={isLanding ? 'site-landing' : 'site-main'} id={contentId} tabIndex={-1}>
        {children}
      </main>
      <footer className="site-footer">
        <div className="site-footer-brand">
          <BrandLink brand={brand} label={words.home} />
          {brand.strapline && <p className="site-footer-strapline">{brand.strapline}</p>}
        </div>
        <Address brand={brand} />
        <LinkList links={footerLinks} className="site-footer-links" />
        <p className="site-footer-note">{wordsIn(lang).note}</p>
      </footer>
    </>
  );
}

/** The yard's drawn name stands for this word; a part of it is named behind, another house has its name in type. */
const drawnName = 'Trevarrow';

function BrandLink({
  brand: { name },
  label,
}: {
  readonly brand: BrandView;
  readonly label: string;
}): ReactNode {
  const isYard = name === drawnName || name.startsWith(`${drawnName} `);
  const part = isYard ? name.slice(drawnName.length).trim() : '';
  return (
    <a className="site-brand" href="/" aria-label={`${name}: ${label}`}>
      {isYard ? (
        <>
          <span className="site-mark" />
          <span className="site-wordmark" />
          {part && <span className="site-brand-part">{part}</span>}
        </>
      ) : (
        <span className="site-brand-name">{name}</span>
      )}
    </a>
  );
}

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

/** An empty one keeps its place in the foot's columns. */
function Address({ brand: { address, phone } }: { readonly brand: BrandView }): ReactNode {
  return (
    <address className="site-footer-address">
      {address}
      {address && phone && <br />}
      {phone && <Phone number={phone} />}
    </address>
  );
}

/** A telephone number that can be called; it keeps its order in a right-to-left line. */
export function Phone({ number }: { readonly number: string }): ReactNode {
  return (
    <span>
      <a className="site-phone" href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>
        {number}
      </a>
    </span>
  );
}
