import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { EnquiryView, ReplyRequest, ReplyStart, ReplyTemplate } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { useServerData } from '../ui/ask/use-server-data.ts';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { getOwnLanguageName } from '../ui/language-name.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { readUnsentReply, storeUnsentReply, type UnsentReply } from './unsent-reply.ts';

interface ReplyFormProps {
  readonly view: EnquiryView;
  /** Called with the enquiry that the server returns, also if somebody else has replied meanwhile. */
  readonly onView: (view: EnquiryView) => void;
  /** Called when the form is to be closed: the reply is sent, or the person has cancelled. */
  readonly onClose: () => void;
}

/** Renders the form of a reply to the visitor, once the server has sent its templates. */
export function ReplySection(props: ReplyFormProps): ReactNode {
  const { say } = useStudio();
  const { value: start, trouble } = useServerData<ReplyStart>(
    `enquiries/${encodeURIComponent(props.view.id)}/reply`,
  );
  return (
    <section className="st-enquiry-reply" aria-labelledby="st-inbox-reply">
      <h2 id="st-inbox-reply">{say('desk.reply')}</h2>
      {trouble && (
        <p className="st-problem" role="alert">
          {trouble.error === 'no-recipient'
            ? say('desk.reply-no-address')
            : formatRequestFailure(trouble, say)}
        </p>
      )}
      {!start && !trouble && <p className="st-quiet">{say('loading.part')}</p>}
      {start && <ReplyForm {...props} start={start} />}
    </section>
  );
}

/**
 * Renders the fields of a reply. The words stay, also over a reload, until the server has accepted them. A
 * template replaces nothing that the person has written: it is added at the end.
 */
function ReplyForm({
  view,
  start,
  onView,
  onClose,
}: ReplyFormProps & { readonly start: ReplyStart }): ReactNode {
  const { say, me, announce } = useStudio();
  const [reply, setReply] = useState(() => readUnsentReply(me.id, view.reference) ?? createReply(start));
  const [trouble, setTrouble] = useState<RequestFailure>();
  const [isMissing, setIsMissing] = useState(false);
  const isBusy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const language = findLanguage(start, reply.locale);
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), []);

  /** Shows changed words, and stores them as unsent. A changed reply gets another key. */
  function change(part: Partial<UnsentReply>): void {
    const next = { ...reply, ...part, key: crypto.randomUUID() };
    setReply(next);
    storeUnsentReply(me.id, view.reference, next);
  }

  /** Sends the reply and closes the form; or shows the failure. Does nothing while it is being sent. */
  async function sendReply(event: Pick<FormEvent, 'preventDefault'>): Promise<void> {
    event.preventDefault();
    const { subject, text } = reply;
    const isEmpty = subject.trim() === '' || text.trim() === '';
    setIsMissing(isEmpty);
    if (isEmpty || isBusy.current) return;
    isBusy.current = true;
    const { key, locale, template, isQuoted } = reply;
    const seen = { state: view.state, reply: view.replies?.at(-1)?.number ?? 0 };
    const body: ReplyRequest = { key, locale, subject, text, ...(template && { template }), isQuoted, seen };
    const outcome = await tryRequest<EnquiryView>(`enquiries/${encodeURIComponent(view.id)}/replies`, {
      method: 'POST',
      body,
    });
    isBusy.current = false;
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) {
      if (outcome.trouble.error === 'changed') onView(outcome.trouble.enquiry);
      return;
    }
    storeUnsentReply(me.id, view.reference, undefined);
    onView(outcome.answer);
    announce(say('desk.reply-sent', { reference: outcome.answer.reference }));
    onClose();
  }

  return (
    <form
      ref={form}
      className="st-note-form st-stack-2"
      onSubmit={(event) => void sendReply(event)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void sendReply(event);
      }}
    >
      <div className="st-wrap">
        {language.templates.length > 0 && (
          <LabelledSelect
            label={say('desk.reply-template')}
            value={reply.template}
            options={[
              ['', say('desk.reply-none')],
              ...language.templates.map(({ id: name, name: label }) => [name, label] as const),
            ]}
            onChange={(template) => change(applyTemplate(reply, { start, locale: reply.locale, template }))}
          />
        )}
        {start.languages.length > 1 && (
          <LabelledSelect
            label={say('desk.reply-language')}
            value={language.locale}
            options={start.languages.map(({ locale }) => [locale, getOwnLanguageName(locale)] as const)}
            onChange={(locale) => change(applyTemplate(reply, { start, locale, template: reply.template }))}
          />
        )}
      </div>
      <label className="st-label" htmlFor={`${id}-subject`}>
        {say('desk.reply-subject')}
      </label>
      <input
        id={`${id}-subject`}
        className="st-input"
        dir="auto"
        lang={reply.locale}
        maxLength={start.longestSubject}
        value={reply.subject}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <label className="st-label" htmlFor={`${id}-text`}>
        {say('desk.reply-text')}
      </label>
      <textarea
        id={`${id}-text`}
        className="st-input"
        rows={9}
        dir="auto"
        lang={reply.locale}
        aria-describedby={`${id}-hint`}
        value={reply.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      {start.quote !== '' && (
        <>
          <label className="st-tick">
            <input
              type="checkbox"
              checked={reply.isQuoted}
              onChange={({ target }) => change({ isQuoted: target.checked })}
            />
            {say('desk.reply-quote')}
          </label>
          {reply.isQuoted && (
            <blockquote className="st-note st-box st-breaks st-quiet" dir="auto">
              {start.quote}
            </blockquote>
          )}
        </>
      )}
      {(trouble || isMissing) && (
        <p className="st-problem" role="alert">
          {isMissing ? say('desk.reply-missing') : trouble && formatReplyFailure(trouble, say)}
        </p>
      )}
      <div className="st-ask-end">
        <button type="submit" className="st-button st-button--primary">
          {say('desk.reply-send')}
        </button>
        <button type="button" className="st-button st-button--plain" onClick={onClose}>
          {say('cancel')}
        </button>
      </div>
      <p id={`${id}-hint`} className="st-hint">
        {say(start.replyTo === undefined ? 'desk.reply-hint-to' : 'desk.reply-hint', {
          to: isolateBidi(start.to),
          replyTo: isolateBidi(start.replyTo ?? ''),
        })}
      </p>
    </form>
  );
}

/** Returns the words of a reply that nobody has begun. */
function createReply(start: ReplyStart): UnsentReply {
  const { locale, subject } = findLanguage(start, start.locale);
  return { key: crypto.randomUUID(), locale, subject, text: '', template: '', isQuoted: true };
}

/** Returns the subject and the templates in a language, else in the first one. */
function findLanguage({ languages }: ReplyStart, locale: string) {
  return (
    languages.find((one) => one.locale === locale) ??
    languages[0] ?? { locale, subject: '', templates: [] as readonly ReplyTemplate[] }
  );
}

/**
 * Returns the reply with another template or language. What the former one had written is replaced; if the
 * person has changed the text, the template is added at the end.
 */
function applyTemplate(
  reply: UnsentReply,
  {
    start,
    locale,
    template,
  }: { readonly start: ReplyStart; readonly locale: string; readonly template: string },
): UnsentReply {
  const before = findWords(start, reply);
  const next = findWords(start, { locale, template });
  const isOwnText = reply.text.trim() !== '' && reply.text !== before.text;
  const isOwnSubject = reply.subject.trim() !== '' && reply.subject !== before.subject;
  const isOtherTemplate = template !== reply.template && next.text !== '';
  return {
    ...reply,
    locale,
    template,
    subject: isOwnSubject ? reply.subject : next.subject,
    text: isOwnText ? `${reply.text.trimEnd()}${isOtherTemplate ? `\n\n${next.text}` : ''}` : next.text,
  };
}

/** Returns the subject and the text of a template; without one, the usual subject and no text. */
function findWords(
  start: ReplyStart,
  { locale, template }: { readonly locale: string; readonly template: string },
): { readonly subject: string; readonly text: string } {
  const { subject, templates } = findLanguage(start, locale);
  return templates.find(({ id }) => id === template) ?? { subject, text: '' };
}

/** Returns the sentence for a reply that was not accepted. The words are still in the form. */
function formatReplyFailure(trouble: RequestFailure, say: FormatMessage): string {
  const stillThere = say('desk.note-kept');
  if (trouble.error === 'unfilled') return say('desk.reply-unfilled', { placeholder: trouble.placeholder });
  if (trouble.error === 'changed') return `${say('desk.reply-changed')} ${stillThere}`;
  if (trouble.error === 'not-found') return `${say('desk.gone-text')} ${stillThere}`;
  if (trouble.error === 'bad-request' && 'most' in trouble && trouble.most !== undefined)
    return `${say('desk.reply-long', { most: trouble.most })} ${stillThere}`;
  return `${formatRequestFailure(trouble, say)} ${stillThere}`;
}
