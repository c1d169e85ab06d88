import type { ReactNode } from 'react';
import type { PreviewCommentForm, PreviewNotice } from './views.ts';

/**
 * Renders that the page is a preview: at its top, and as a mark over all of it. Below it the form for comments,
 * if the link accepts any.
 */
export function PreviewBanner({ notice }: { readonly notice: PreviewNotice }): ReactNode {
  const { mark, messages, comments } = notice;
  return (
    <>
      <aside className="site-preview" aria-label={mark}>
        {messages.map(({ lang, dir, mark: title, text }) => (
          <p key={lang} lang={lang} dir={dir}>
            <strong>{title}</strong> {text}
          </p>
        ))}
        {comments && comments.threads.length > 0 && <Threads form={comments} />}
        {comments && <CommentForm form={comments} />}
      </aside>
      <div className="site-preview-mark" aria-hidden="true" data-mark={mark} />
    </>
  );
}

/** Renders the comments of the link's readers with the answers to them, folded. */
function Threads({ form: { lang, dir, words, threads } }: { readonly form: PreviewCommentForm }): ReactNode {
  return (
    <details className="site-preview-comment" lang={lang} dir={dir}>
      <summary>{words.threads}</summary>
      <ul className="site-preview-threads">
        {threads.map(({ about, isResolved, comments }) => (
          <li key={comments[0]?.id}>
            {about !== undefined && <strong dir="auto">{about}</strong>}
            {isResolved && <em> {words.resolved}</em>}
            {comments.map(({ id, by, text }) => (
              <div key={id} className="site-preview-reply">
                <small>{by}</small>
                <p dir="auto">{text}</p>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Renders the form for comments, opened if it has a result to show. */
function CommentForm({
  form: { lang, dir, action, message, words, targets, entered },
}: {
  readonly form: PreviewCommentForm;
}): ReactNode {
  return (
    <details className="site-preview-comment" lang={lang} dir={dir} open={message !== undefined}>
      <summary>{words.title}</summary>
      {message && (
        // biome-ignore lint/a11y/noAutofocus: the result of what a person has just sent, on a page without scripts.
        <p role={message.isProblem ? 'alert' : 'status'} tabIndex={-1} autoFocus>
          {message.text}
        </p>
      )}
      <form method="post" action={action}>
        <label>
          {words.name}
          <input name="name" autoComplete="name" required maxLength={60} defaultValue={entered.name} />
        </label>
        <label>
          {words.about}
          <select name="target" defaultValue={entered.target}>
            {targets.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="site-preview-text">
          {words.text}
          <textarea
            name="text"
            rows={3}
            required
            aria-describedby="site-preview-hint"
            defaultValue={entered.text}
          />
        </label>
        <p id="site-preview-hint">{words.hint}</p>
        <button type="submit">{words.send}</button>
      </form>
    </details>
  );
}
