import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { NewCommentRequest } from '../../api/review.ts';
import { useStudio } from '../draft/context.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import type { RequestFailure } from '../ui/ask/request.ts';
import { FormOpener } from '../ui/form-opener.tsx';
import { Lingering } from '../ui/lingering.tsx';
import { useReview } from './review-context.tsx';
import { useCommentChange } from './use-comment-change.ts';

/**
 * Renders a button that opens a form for a comment, or for a reply if it has a thread. The text stays until the
 * server has accepted it; Escape closes an empty form.
 */
export function NewComment({
  target,
  thread,
  to = '',
  isForGuest = false,
}: {
  readonly target: string;
  readonly thread?: string;
  /** The name of the person who began the thread. */
  readonly to?: string;
  /** True if that person has opened the link to a preview, where the reply is shown. */
  readonly isForGuest?: boolean;
}): ReactNode {
  const { say } = useStudio();
  const { longest } = useReview();
  const change = useCommentChange();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<RequestFailure>();
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const label = thread === undefined ? say('comments.new') : say('comments.reply-to', { name: to });
  const isLong = longest > 0 && text.trim().length > longest;
  useLayoutEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);

  /** Closes the form, after the focus has returned to the button. */
  function close(): void {
    if (field.current?.form?.contains(document.activeElement)) button.current?.focus();
    setIsOpen(false);
  }

  /** Sends the comment and closes the form, or shows the failure. An empty text only gets the focus. */
  async function send(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const sent = text.trim();
    if (isBusy) return;
    if (sent === '' || isLong) return field.current?.focus();
    setIsBusy(true);
    const body: NewCommentRequest = { target, text: sent, ...(thread !== undefined && { thread }) };
    const met = await change('comments', { method: 'POST', body }, 'comments.added', close);
    setIsBusy(false);
    setTrouble(met);
    if (met !== undefined) return;
    setText('');
  }

  const problem = isLong
    ? say('comments.long', { most: longest })
    : trouble?.error === 'not-found'
      ? say('comments.gone')
      : trouble && formatRequestFailure(trouble, say);
  const opener = (
    <FormOpener
      ref={button}
      isOpen={isOpen}
      className="st-button st-button--small st-comment-open"
      label={thread === undefined ? undefined : label}
      onToggle={() => setIsOpen(!isOpen)}
    >
      {thread === undefined ? label : say('comments.reply')}
    </FormOpener>
  );
  return (
    <>
      {opener}
      <Lingering isOpen={isOpen}>
        <form className="st-comment-form st-stack-2" onSubmit={(event) => void send(event)}>
          <label className="st-label" htmlFor={id}>
            {label}
          </label>
          <textarea
            ref={field}
            id={id}
            className="st-input"
            rows={3}
            dir="auto"
            aria-invalid={isLong || undefined}
            aria-describedby={`${id}-hint${problem ? ` ${id}-problem` : ''}`}
            value={text}
            onChange={({ target: input }) => setText(input.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
              if (event.key === 'Escape' && text === '') close();
            }}
          />
          {problem && (
            <p id={`${id}-problem`} className="st-problem" role="alert">
              {problem}
            </p>
          )}
          <p id={`${id}-hint`} className="st-hint">
            {say(isForGuest ? 'comments.hint-guest' : 'comments.hint')}
          </p>
          <div className="st-ask-end">
            <button type="submit" className="st-button" aria-disabled={isBusy || undefined}>
              {say(thread === undefined ? 'comments.add' : 'comments.reply')}
            </button>
            <button type="button" className="st-button st-button--plain" onClick={close}>
              {say('cancel')}
            </button>
          </div>
        </form>
      </Lingering>
    </>
  );
}
