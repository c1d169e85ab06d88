import type { ReactNode } from 'react';
import { Document } from './document.tsx';
import { Frame } from './frame.tsx';
import type { IndexGroup, IndexView } from './views.ts';

/** Renders the page that lists all pages with forms, grouped by site. */
export function IndexPage({ view: { head, frame, cover, groups } }: { readonly view: IndexView }): ReactNode {
  return (
    <Document head={head}>
      <Frame view={frame}>
        <Cover cover={cover} />
        <div className="site-index">
          {groups.map((group) => (
            <Group key={group.domain} group={group} />
          ))}
        </div>
      </Frame>
    </Document>
  );
}

/** Renders the title of the index with its texts, above a picture if there is one. */
function Cover({ cover: { image, eyebrow, title, lead } }: Pick<IndexView, 'cover'>): ReactNode {
  const texts = (
    <>
      {eyebrow && <p className="site-eyebrow">{eyebrow}</p>}
      <h1 className="site-title">{title}</h1>
      {lead && <p className="site-lead">{lead}</p>}
    </>
  );
  if (!image) return <div className="site-intro">{texts}</div>;
  return (
    <div className="site-cover">
      <img className="site-hero-art" src={image} alt="" />
      <div className="site-cover-words">{texts}</div>
    </div>
  );
}

/** Renders a site with links to its pages. */
function Group({ group: { name, domain, about, pages } }: { readonly group: IndexGroup }): ReactNode {
  return (
    <section className="site-group" aria-label={name}>
      <div>
        <h2 className="site-group-title">{name}</h2>
        <p className="site-group-domain">{domain}</p>
        {about && <p className="site-group-about">{about}</p>}
      </div>
      <ul className="site-links">
        {pages.map(({ path, title, note, lang }) => (
          <li key={path}>
            <a className="site-link" href={path}>
              <span className="site-link-title" lang={lang}>
                {title}
              </span>
              <span className="site-link-path">{decodeURI(path)}</span>
              {note && <span className="site-link-note">{note}</span>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
