import type { ReactNode } from 'react';
import { Document } from './document.tsx';
import { Frame } from './frame.tsx';
import { getSiteMessages } from './site-messages.ts';
import type { MessageView, PlainView } from './views.ts';

/** Renders a page with one message: not found, or an error. */
export function MessagePage({
  view: { head, frame, heading, message },
}: {
  readonly view: MessageView;
}): ReactNode {
  return (
    <Document head={head}>
      <Frame view={frame}>
        <div className="site-prose">
          <h1 className="site-title">{heading}</h1>
          <p className="site-lead">{message}</p>
        </div>
      </Frame>
    </Document>
  );
}

/**
 * Renders the privacy policy, to which the valuation form links (docs/behaviour.md, "Layout"), in English if
 * it is not translated.
 */
export function SitePrivacyPage({ view: { head, frame } }: { readonly view: PlainView }): ReactNode {
  const { lang, privacy } = getSiteMessages(head.lang);
  const { title, sections } = privacy;
  return (
    <Document head={head}>
      <Frame view={frame}>
        <div className="site-prose" lang={lang} dir={lang === 'en' ? 'ltr' : undefined}>
          <h1 className="site-title">{title}</h1>
          {sections.map(({ heading, text }) => (
            <section key={heading}>
              <h2>{heading}</h2>
              <p>{text}</p>
            </section>
          ))}
        </div>
      </Frame>
    </Document>
  );
}
