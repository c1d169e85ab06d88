import { toInertLine, toInertText } from '../../delivery/mail/inert-text.ts';
import type { ReviewSettings } from '../../platform/config/settings.ts';

/** A comment as a reader of a link entered it. */
export interface GuestComment {
  readonly name: string;
  readonly target: string;
  readonly text: string;
}

/** The most characters of the name of a guest. */
const maxNameLength = 60;

/**
 * Parses a comment that a browser posted, with what is wrong with it. Texts are cut to what a form could show
 * again.
 */
export function parseGuestComment(
  posted: URLSearchParams,
  { longestComment }: Pick<ReviewSettings, 'longestComment'>,
): GuestComment & { readonly problem?: 'no-name' | 'no-text' } {
  const name = toInertLine(posted.get('name') ?? '');
  const text = cleanCommentText(posted.get('text') ?? '');
  const entered = {
    name: name.slice(0, maxNameLength),
    target: (posted.get('target') ?? '').slice(0, 300),
    text: text.slice(0, 2 * longestComment),
  };
  if (name === '' || name.length > maxNameLength) return { ...entered, problem: 'no-name' };
  if (text === '' || text.length > longestComment) return { ...entered, problem: 'no-text' };
  return entered;
}

/** Returns the text of a comment, trimmed, with LF as line ends and without characters that change its direction. */
export function cleanCommentText(text: string): string {
  return toInertText(text).trim();
}
