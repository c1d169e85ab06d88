import type { ReactNode } from 'react';
import type { Social } from '../section-data.ts';
import type { Text } from '../text.ts';
import { socialMark } from './social-marks.ts';

/** One link an entry of the site's socials, each in a new tab (specification, section 2, "Layout"). */
export function SocialLinks({
  socials,
  text,
}: {
  readonly socials: readonly Social[];
  readonly text: Text;
}): ReactNode {
  if (socials.length === 0) return null;
  return (
    <ul className="sw-social" aria-label={text('social.heading')}>
      {socials.map(({ link, type }) => {
        const { name, path } = socialMark(type);
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
