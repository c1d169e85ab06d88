import type { ReactNode } from 'react';
import { Document } from './document.tsx';
import { Frame } from './frame.tsx';
import type { MessageView, PrivacyView } from './views.ts';

/** Renders a page with one message, as not found or an error, and a button if it has one. */
export function MessagePage({
  view: { head, frame, heading, message, submit },
}: {
  readonly view: MessageView;
}): ReactNode {
  return (
    <Document head={head}>
      <Frame view={frame}>
        <div className="site-prose">
          <h1 className="site-title">{heading}</h1>
          <p className="site-lead">{message}</p>
          {submit !== undefined && (
            <form method="post" className="sw-launch">
              <button type="submit" className="sw-button sw-button--primary">
                {submit}
              </button>
            </form>
          )}
        </div>
      </Frame>
    </Document>
  );
}

/** Renders the privacy policy of the content, which may be in another language than the page. */
export function SitePrivacyPage({
  view: { head, frame, policy, clearLink },
}: {
  readonly view: PrivacyView;
}): ReactNode {
  const { lang, dir, title, sections } = policy;
  return (
    <Document head={head}>
      <Frame view={frame}>
        <div className="site-prose">
          <div lang={lang} dir={dir}>
            <h1 className="site-title">{title}</h1>
            {sections.map(({ heading, text }) => (
              <section key={heading}>
                <h2>{heading}</h2>
                <p>{text}</p>
              </section>
            ))}
          </div>
          <p>
            <a href={clearLink.href}>{clearLink.label}</a>
          </p>
        </div>
      </Frame>
    </Document>
  );
}
