import type { ReactNode } from 'react';
import type { TextFormatter } from '#engine';
import type { Social } from '../section-data.ts';

/**
 * Renders a list of links to the site's pages on social networks, each in a new tab (docs/behaviour.md,
 * "Layout"). Renders nothing if there are none.
 */
export function SocialLinks({
  socials,
  text,
}: {
  readonly socials: readonly Social[];
  readonly text: TextFormatter;
}): ReactNode {
  if (socials.length === 0) return null;
  return (
    <ul className="sw-social" aria-label={text('social.heading')}>
      {socials.map(({ link, type }) => {
        const { name, path } = getSocialMark(type);
        return (
          <li key={link}>
            <a
              className={path ? 'sw-social-link' : 'sw-social-link sw-social-link--text'}
              href={link}
              target="_blank"
              rel="noopener"
              aria-label={`${text('social.link', { type: name })} (${text('new-tab')})`}
            >
              {path ? (
                <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                  <path fillRule="evenodd" d={path} />
                </svg>
              ) : (
                name
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * The name and icon of a social network. `path` is an SVG path on a grid of 24 by 24; absent if there is no
 * icon.
 */
interface SocialMark {
  readonly name: string;
  readonly path?: string;
}

/**
 * Returns the name and icon of a network, ignoring case and surrounding spaces; for an unknown network `type`
 * with a capital letter and without an icon.
 */
function getSocialMark(type: string): SocialMark {
  const name = type.trim();
  return socialMarks[name.toLowerCase()] ?? { name: name.replace(/^./u, (first) => first.toUpperCase()) };
}

const x: SocialMark = {
  name: 'X',
  path: 'M2.8 3.5h5.6l4 5.5l4.9-5.5h2.2l-6.1 6.9L21.2 20.5h-5.6l-4.4-6.1l-5.4 6.1H3.6l6.6-7.5Zm3 1.6l10.6 13.8h1.9L7.7 5.1Z',
};

/** The names are proper names and are not translated. */
const socialMarks: Readonly<Record<string, SocialMark>> = {
  facebook: {
    name: 'Facebook',
    path: 'M13.6 22v-8.3h2.9l.5-3.4h-3.4V8.2c0-1 .4-1.7 1.8-1.7h1.7V3.5C16.6 3.3 15.7 3.2 14.7 3.2c-2.7 0-4.5 1.6-4.5 4.6v2.5H7.2v3.4h3V22Z',
  },
  instagram: {
    name: 'Instagram',
    path: 'M7.5 2h9A5.5 5.5 0 0 1 22 7.5v9a5.5 5.5 0 0 1-5.5 5.5h-9A5.5 5.5 0 0 1 2 16.5v-9A5.5 5.5 0 0 1 7.5 2Zm0 1.8A3.7 3.7 0 0 0 3.8 7.5v9a3.7 3.7 0 0 0 3.7 3.7h9a3.7 3.7 0 0 0 3.7-3.7v-9a3.7 3.7 0 0 0-3.7-3.7Zm4.5 3.3a4.9 4.9 0 1 1 0 9.8a4.9 4.9 0 0 1 0-9.8Zm0 1.8a3.1 3.1 0 1 0 0 6.2a3.1 3.1 0 0 0 0-6.2Zm5.2-3.2a1.2 1.2 0 1 1 0 2.4a1.2 1.2 0 0 1 0-2.4Z',
  },
  linkedin: {
    name: 'LinkedIn',
    path: 'M4.9 3a2 2 0 1 1 0 4.1a2 2 0 0 1 0-4.1ZM3.2 8.8h3.5V21H3.2ZM9 8.8h3.3v1.7c.6-1.1 1.9-2 3.7-2c3.7 0 4.6 2.4 4.6 5.5v7h-3.5v-6.3c0-1.5-.2-3.1-2.1-3.1s-2.5 1.5-2.5 3V21H9Z',
  },
  twitter: x,
  x,
  youtube: {
    name: 'YouTube',
    path: 'M12 4.5c3 0 5.6.1 7.3.3c1.3.2 2.2 1 2.4 2.3c.2 1.4.3 3.1.3 4.9s-.1 3.5-.3 4.9c-.2 1.3-1.1 2.1-2.4 2.3c-1.7.2-4.3.3-7.3.3s-5.6-.1-7.3-.3c-1.3-.2-2.2-1-2.4-2.3C2.1 15.5 2 13.8 2 12s.1-3.5.3-4.9c.2-1.3 1.1-2.1 2.4-2.3C6.4 4.6 9 4.5 12 4.5ZM10 8.6v6.8l5.8-3.4Z',
  },
};
