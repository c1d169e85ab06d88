import { resolvePiped } from '#engine/resolve/piping.ts';
import { toFormattingLocale } from '#engine/texts/locale.ts';
import type { PreviewCommentForm, PreviewNotice } from '../../../site/views.ts';
import { toVisitSituation } from '../../forms/content/visit.ts';
import { createFieldTarget, createFormTarget } from '../../studio/review/comment-target.ts';
import type { GuestComment } from '../../studio/review/comment-text.ts';
import { getPreviewPath } from '../../studio/review/preview-links.ts';
import { getPreviewWords, type PreviewWords } from '../../studio/review/preview-words.ts';
import type { OpenedLink } from '../../studio/review/shared-previews.ts';

/** The last comment of the reader: it was sent, or what they entered and why it was not. */
export type CommentState = 'sent' | (GuestComment & { readonly problem: 'no-name' | 'no-text' | 'too-many' });

/**
 * Returns the notice of a link's page in the languages of the page and of the reader, with the form for
 * comments if the link accepts them.
 */
export function createPreviewNotice(
  opened: OpenedLink,
  {
    token,
    reader,
    comment,
    longest,
  }: {
    readonly token: string;
    readonly reader: PreviewWords;
    readonly comment: CommentState | undefined;
    /** The most characters of a comment. */
    readonly longest: number;
  },
): PreviewNotice {
  const { link } = opened;
  const ofPage = getPreviewWords(link.query.locale);
  const languages = ofPage.lang === reader.lang ? [ofPage] : [ofPage, reader];
  return {
    mark: ofPage.say('mark'),
    messages: languages.map((words) => {
      const date = new Intl.DateTimeFormat(toFormattingLocale(words.lang), {
        dateStyle: 'long',
        timeZone: 'UTC',
      });
      const until = words.say('until', { name: link.by.name, date: date.format(link.expiresAt) });
      return {
        lang: words.lang,
        dir: words.dir,
        mark: words.say('mark'),
        text: `${words.say('trial')} ${until}`,
      };
    }),
    ...(link.acceptsComments && { comments: createCommentForm(opened, { token, reader, comment, longest }) }),
  };
}

/** Returns the form for comments in the language of the reader. */
function createCommentForm(
  opened: OpenedLink,
  { token, reader: { lang, dir, say }, comment, longest }: Parameters<typeof createPreviewNotice>[1],
): PreviewCommentForm {
  const result = comment === 'sent' || comment === undefined ? undefined : comment;
  const text =
    comment === 'sent'
      ? say('comments.sent')
      : result && say(`comments.${result.problem}`, { most: longest });
  return {
    lang,
    dir,
    action: `${getPreviewPath(token)}/comments`,
    ...(text !== undefined && { message: { text, isProblem: result !== undefined } }),
    words: {
      title: say('comments'),
      name: say('comments.name'),
      about: say('comments.about'),
      text: say('comments.text'),
      hint: say('comments.hint'),
      send: say('comments.send'),
    },
    targets: listCommentTargets(opened, say('comments.whole')),
    entered: result ?? { name: '', target: '', text: '' },
  };
}

/** Returns what readers can comment on: the form that the page opens with, and its fields. */
export function listCommentTargets(
  { shown: { ready }, visited: { visit, entered }, link: { query } }: OpenedLink,
  whole: string,
): PreviewCommentForm['targets'] {
  const { type, fields } = resolvePiped(ready.form, toVisitSituation(ready.form, visit, entered));
  const key = type?.key ?? query.type ?? ready.form.types[0]?.key ?? '';
  return [
    { value: createFormTarget(key), label: whole },
    ...fields.flatMap(({ name, label, visibility, definition }) =>
      visibility === 'hidden' || definition === undefined || type === undefined
        ? []
        : [{ value: createFieldTarget(key, name), label: label || name }],
    ),
  ];
}
