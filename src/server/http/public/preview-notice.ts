import { resolvePiped } from '#engine/resolve/piping.ts';
import { toFormattingLocale } from '#engine/texts/locale.ts';
import type { PreviewCommentForm, PreviewNotice, PreviewThread } from '../../../site/views.ts';
import { toVisitSituation } from '../../forms/content/visit.ts';
import { createFieldTarget, createFormTarget } from '../../studio/review/comment-target.ts';
import type { GuestComment } from '../../studio/review/comment-text.ts';
import type { GuestThread } from '../../studio/review/comments.ts';
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
    threads,
    longest,
  }: {
    readonly token: string;
    readonly reader: PreviewWords;
    readonly comment: CommentState | undefined;
    /** The comments of the link's readers. */
    readonly threads: readonly GuestThread[];
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
    ...(link.acceptsComments && {
      comments: createCommentForm(opened, { token, reader, comment, threads, longest }),
    }),
  };
}

/** Returns the form for comments in the language of the reader. */
function createCommentForm(
  opened: OpenedLink,
  { token, reader, comment, threads, longest }: Parameters<typeof createPreviewNotice>[1],
): PreviewCommentForm {
  const { lang, dir, say } = reader;
  const result = comment === 'sent' || comment === undefined ? undefined : comment;
  const text =
    comment === 'sent'
      ? say('comments.sent')
      : result && say(`comments.${result.problem}`, { most: longest });
  const targets = listCommentTargets(opened, say('comments.whole'));
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
      threads: say('comments.threads', { count: threads.length, answers: countAnswers(threads) }),
      resolved: say('comments.resolved'),
    },
    threads: toPreviewThreads(threads, { targets, reader }),
    targets,
    entered: result ?? { name: '', target: '', text: '' },
  };
}

/** Returns the comments of readers with the answers to them, as the page shows them. */
function toPreviewThreads(
  threads: readonly GuestThread[],
  {
    targets,
    reader: { lang, say },
  }: { readonly targets: PreviewCommentForm['targets'] } & {
    readonly reader: PreviewWords;
  },
): readonly PreviewThread[] {
  const date = new Intl.DateTimeFormat(toFormattingLocale(lang), { dateStyle: 'long', timeZone: 'UTC' });
  return threads.map(({ target, isResolved, comments }) => {
    const about = targets.find(({ value }) => value === target)?.label;
    return {
      ...(about !== undefined && { about }),
      isResolved,
      comments: comments.map(({ id, name, at, text, person }) => ({
        id,
        by: say(person === undefined ? 'comments.by' : 'comments.answer-by', {
          name: `\u2068${name}\u2069`,
          date: date.format(at),
        }),
        text,
      })),
    };
  });
}

/** Returns the number of comments that were answered. */
function countAnswers(threads: readonly GuestThread[]): number {
  return threads.filter(({ comments }) => comments.some(({ person }) => person !== undefined)).length;
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
