import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { type Plan, pageQueries, postNames, type TextFormatter, type Values } from '#engine';
import { getFocusedElement } from '#widgets';
import type { Enquiry } from '../enquiry/enquiry.ts';
import { moveFocusAfterMessages } from '../enquiry/use-submit.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type { ResumeNotice } from '../section-data.ts';
import './resume.css';
import { writeJson } from '#engine/model/wire/write-json.ts';
import { withTimeout } from '../send/with-timeout.ts';

interface ResumeProps {
  readonly section: Pick<ContactFormSectionProps, 'endpoints' | 'form' | 'post'>;
  readonly enquiry: Pick<Enquiry, 'plan' | 'idPrefix' | 'getEnteredNow' | 'addToDraft'>;
  readonly text: TextFormatter;
}

/**
 * If the page was opened by a link to saved answers, stores these in the draft, removes the link from the URL
 * and renders a notice that they are restored, or that the link has expired. Renders nothing if there was no
 * link.
 */
export function ResumedNotice({ section, enquiry, text }: ResumeProps): ReactNode {
  const answer = section.post?.answer;
  const outcome = answer?.outcome;
  const { addToDraft } = enquiry;
  // React runs effects of children first, so this runs before the section's effect that renders the draft.
  useLayoutEffect(() => {
    if (answer?.outcome.kind === 'resumed') adoptAnswers(answer.entered, addToDraft);
  }, [answer, addToDraft]);
  if (outcome?.kind !== 'resumed') return null;
  return (
    <p className="sw-disclaimer sw-resume-note">
      {text(outcome.isFound ? 'resume.resumed' : 'resume.ended')}
    </p>
  );
}

/**
 * Stores the answers of a link in this device's draft and removes the link from the URL, which is sent with
 * the enquiry.
 */
function adoptAnswers(answers: Values, addToDraft: Enquiry['addToDraft']): void {
  addToDraft(answers);
  const url = new URL(location.href);
  url.searchParams.delete(pageQueries.resume);
  history.replaceState(history.state, '', url);
}

/**
 * Renders a panel that saves the answers and has a link to them mailed; nothing if there is no endpoint for
 * it or answers of the type cannot be saved. Without scripts it is part of the posted form.
 */
export function ResumePanel({ section, enquiry, text }: ResumeProps): ReactNode {
  const { plan, idPrefix, getEnteredNow } = enquiry;
  const { contactResume: endpoint } = section.endpoints;
  const postedNotice = findPostedNotice(section.post);
  const timeoutMs = section.form.settings.sendTimeoutMs;
  const { notice, isSending, save } = useSaveAnswers({
    endpoint,
    timeoutMs,
    getEnteredNow,
    postedNotice,
    text,
  });
  const email = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLInputElement>(null);
  if (endpoint === undefined || plan.type?.resume === undefined) return null;
  /**
   * Saves the answers; if that fails, moves the focus to the email field, unless the visitor has moved it.
   * Does nothing while answers are being saved.
   */
  const saveAndFocus = async () => {
    if (isSending || !email.current) return;
    // The focus moves to the button and back to the field, so that a screen reader reads the problem after
    // Enter.
    button.current?.focus();
    const isSent = await save(email.current.value);
    if (!isSent && getFocusedElement() === button.current)
      moveFocusAfterMessages(() => email.current?.focus());
  };
  /** Fills in the email address of the answers, if the field is empty: the link is likely sent there. */
  const prefillEmail = () => {
    if (email.current?.value === '') email.current.value = findEnteredEmail(plan, getEnteredNow());
  };
  return (
    <details className="sw-resume" open={postedNotice !== undefined} onToggle={prefillEmail}>
      <summary>{text('resume.heading')}</summary>
      <div className="sw-resume-body">
        <p>{text('resume.text')}</p>
        <EmailField
          id={`${idPrefix}-resume-email`}
          input={email}
          {...{ notice, postedNotice, text, saveAndFocus }}
        />
        <input
          ref={button}
          type="submit"
          name={postNames.saveAnswers}
          value={text('resume.send')}
          className="sw-button"
          formNoValidate
          aria-disabled={isSending || undefined}
          onClick={(event) => {
            event.preventDefault();
            void saveAndFocus();
          }}
        />
        <p
          role="status"
          className="sw-resume-status"
          {...(postedNotice?.isSaved && { tabIndex: -1, autoFocus: true })}
        >
          {isSending && text('resume.sending')}
          {notice?.isSaved &&
            text('resume.sent', { address: isolateDirection(notice.email), date: notice.until })}
        </p>
      </div>
    </details>
  );
}

/**
 * Renders the email field with the problem of the last attempt. Enter in the field saves the answers instead
 * of sending the enquiry. After a post that could not save, the field has the posted address and the focus.
 */
function EmailField({
  id,
  input,
  notice,
  postedNotice,
  text,
  saveAndFocus,
}: {
  readonly id: string;
  readonly input: Ref<HTMLInputElement>;
  readonly notice: ResumeNotice | undefined;
  readonly postedNotice: ResumeNotice | undefined;
  readonly text: TextFormatter;
  readonly saveAndFocus: () => Promise<void>;
}): ReactNode {
  const problem = notice?.isSaved === false ? notice.message : undefined;
  return (
    <div className={problem === undefined ? 'sw-field' : 'sw-field sw-field--invalid'}>
      <label className="sw-label" htmlFor={id}>
        {text('resume.email')}
      </label>
      <input
        ref={input}
        id={id}
        name={postNames.resumeEmail}
        type="email"
        inputMode="email"
        autoComplete="email"
        className="sw-input"
        // A remaining address would be sent again by Enter, without scripts.
        defaultValue={postedNotice?.isSaved === false ? postedNotice.email : undefined}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}--problem`}
        {...(postedNotice?.isSaved === false && { autoFocus: true })}
        onKeyDown={(event) => {
          // Enter in a field presses the form's first submit button, which sends the enquiry (HTML, "Implicit
          // submission").
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void saveAndFocus();
        }}
      />
      {problem !== undefined && (
        <p className="sw-error" id={`${id}--problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** Returns the result of saving; undefined unless this page answers a post to save answers. */
function findPostedNotice(post: ContactFormSectionProps['post']): ResumeNotice | undefined {
  const outcome = post?.answer?.outcome;
  return outcome?.kind === 'saving' ? outcome.notice : undefined;
}

/** Returns the email address among the answers; empty if there is none. */
function findEnteredEmail({ type }: Plan, entered: Values): string {
  const field = type?.fields.find(({ autocomplete }) => autocomplete === 'email');
  const value = field && entered[field.name];
  return typeof value === 'string' ? value : '';
}

/**
 * Returns `notice`, the result of the last attempt to save (at first `postedNotice`, undefined during an
 * attempt), `isSending`, and `save`, which resolves to true if the link was sent. `save` never rejects.
 */
function useSaveAnswers({
  endpoint = '',
  timeoutMs,
  getEnteredNow,
  postedNotice,
  text,
}: {
  readonly endpoint: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly getEnteredNow: Enquiry['getEnteredNow'];
  readonly postedNotice: ResumeNotice | undefined;
  readonly text: TextFormatter;
}) {
  const [notice, setNotice] = useState(postedNotice);
  const [isSending, setIsSending] = useState(false);
  const save = async (email: string): Promise<boolean> => {
    setNotice(undefined);
    setIsSending(true);
    const request = { path: location.pathname, email: email.trim(), values: getEnteredNow() };
    const answer = await requestResumeLink({ endpoint, timeoutMs }, request, text);
    setIsSending(false);
    setNotice(answer);
    return answer.isSaved;
  };
  return { notice, isSending, save };
}

/**
 * Encloses a text in Unicode isolates, because its writing direction may differ from its sentence's (UAX #9:
 * FSI and PDI).
 */
function isolateDirection(text: string): string {
  return `\u2068${text}\u2069`;
}

/** A request to save answers (docs/contract.md, "Saved answers"). */
interface ResumeRequest {
  /** The path of the page with the form. */
  readonly path: string;
  /** The address to which the link is mailed. */
  readonly email: string;
  readonly values: Values;
}

/**
 * Saves answers on the server, which mails the link to them. Never rejects: a failure is described by the
 * server's message, else by a text of the form, and logged if there is no answer. Without `timeoutMs` it
 * waits as long as the browser.
 */
async function requestResumeLink(
  { endpoint, timeoutMs }: { readonly endpoint: string; readonly timeoutMs: number | undefined },
  request: ResumeRequest,
  text: TextFormatter,
): Promise<ResumeNotice> {
  const { email } = request;
  const failed = { isSaved: false, email, message: text('resume.problems.failed') } as const;
  try {
    const { isOk, until, message } = await withTimeout(timeoutMs, async (signal) => {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: writeJson(request),
        signal,
      });
      const answer = (await response.json()) as Readonly<Record<string, unknown>>;
      return { ...answer, isOk: response.ok } as typeof answer;
    });
    if (isOk && typeof until === 'string') return { isSaved: true, email, until };
    return typeof message === 'string' ? { ...failed, message } : failed;
  } catch (error) {
    console.error('Cannot save the answers:', error);
    return failed;
  }
}
