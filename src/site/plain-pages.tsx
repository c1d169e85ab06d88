import type { ReactNode } from 'react';
import { Document } from './document.tsx';
import { Frame } from './frame.tsx';
import type { MessageView, PlainView } from './views.ts';
import { words } from './words.ts';

/** A page that says one thing: there is no such page, or something went wrong. */
export function MessagePage({
  view: { head, frame, heading, message },
}: {
  readonly view: MessageView;
}): ReactNode {
  return (
    <Document head={head}>
      <Frame view={frame} note={words.note}>
        <div className="site-prose">
          <h1 className="site-title">{heading}</h1>
          <p className="site-lead">{message}</p>
        </div>
      </Frame>
    </Document>
  );
}

/** The privacy policy, which the valuation form leads to (specification, section 2). */
export function PrivacyPage({ view: { head, frame } }: { readonly view: PlainView }): ReactNode {
  const { title, sections } = words.privacy;
  return (
    <Document head={head}>
      <Frame view={frame} note={words.note}>
        <div className="site-prose" lang="en" dir="ltr">
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
