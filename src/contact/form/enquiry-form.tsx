import { type ReactNode, type Ref, useCallback, useContext, useMemo } from 'react';
import {
  type FormLink,
  type Id,
  listUploadFields,
  needsScripts,
  postNames,
  type TextFormatter,
} from '#engine';
import { EnquiryFields, useIsHydrating } from '#widgets';
import type { Posting } from '#widgets/controls/posting-context.ts';
import type { Enquiry } from '../enquiry/enquiry.ts';
import { isSubmittable } from '../lifecycle.ts';
import { useOutbox } from '../outbox/load-outbox.ts';
import type { ContactFormSectionProps, Post } from '../props.ts';
import { useResume } from '../resume/load-resume.ts';
import { isPostAnswer } from '../section-data.ts';
import { useStepCounter } from '../send/load-transport.ts';
import { buildFormMessages } from './form-messages.ts';
import { clickIfMoved } from './moved-button.ts';
import { PostFields, ShowFieldsButton } from './post-fields.tsx';
import { ProblemSummary } from './problem-summary.tsx';
import { StoredPhotosContext } from './stored-photos-context.ts';

export interface EnquiryFormProps {
  readonly section: ContactFormSectionProps;
  readonly enquiry: Enquiry;
  readonly headingLevel: 2 | 3 | 4;
  readonly text: TextFormatter;
  /** The additional content of a step; the plan of the enquiry then contains only the step's fields. */
  readonly step?: StepContent | undefined;
}

export interface StepContent {
  /** Rendered before the problems and fields. */
  readonly lead: ReactNode;
  /** Rendered instead of the fields. */
  readonly body?: ReactNode;
  /** True if the whole form needs scripts. */
  readonly isScripted: boolean;
}

/**
 * Renders the form of the current type, or one step of it. A submit event sends the enquiry by script, unless
 * a submit is in progress or photos are being uploaded. The first focus prepares sending.
 */
export function EnquiryForm({ section, enquiry, headingLevel, text, step }: EnquiryFormProps): ReactNode {
  const { form, locale, post, ticket } = section;
  const { plan, lifecycle, elements, idPrefix, prepare } = enquiry;
  // A visitor who focused the form before hydration causes no further focus event.
  const prepareIfWithin = useCallback(
    (formElement: HTMLFormElement | null) => {
      if (formElement?.matches(':focus-within')) prepare();
    },
    [prepare],
  );
  const posted = useIsHydrating() ? post : undefined;
  const answer = posted?.answer;
  const messages = buildFormMessages({ form, enquiry, isAnswer: answer !== undefined, text });
  const resume = useResume(form);
  const Counter = useStepCounter();
  const outbox = useOutbox(section, lifecycle);
  const isScripted = step?.isScripted ?? needsScripts(plan);
  const isBusy = !isSubmittable(lifecycle);
  const canSubmit = !isBusy && !enquiry.isAwaitingPhotos;
  return (
    <form
      id={idPrefix}
      className={getFormClass(posted, isScripted)}
      // Before hydration a browser would post a form that only scripts send to the page, which does not answer
      // it. Outside of a dialog, the method "dialog" submits nothing.
      method={post === undefined ? 'dialog' : 'post'}
      encType={listUploadFields(plan).length > 0 ? 'multipart/form-data' : undefined}
      noValidate
      lang={isSameLanguage(plan.textLocale, locale) ? undefined : plan.textLocale}
      ref={prepareIfWithin}
      onFocus={prepare}
      onMouseDown={clickIfMoved}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSubmit) void enquiry.submit();
      }}
    >
      {posted && <PostFields post={posted} ticket={ticket} plan={plan} isScripted={isScripted} text={text} />}
      {resume && <resume.ResumedNotice section={section} enquiry={enquiry} text={text} />}
      {step?.lead}
      {messages.isSummarised && (
        <ProblemSummary enquiry={enquiry} takesFocus={answer !== undefined} text={text} />
      )}
      {step?.body ?? (
        <EnquiryFormFields
          section={section}
          enquiry={enquiry}
          failure={messages.failure}
          post={post}
          headingLevel={headingLevel}
          text={text}
        />
      )}
      {posted && <ShowFieldsButton plan={plan} text={text} />}
      {section.deliver === undefined && <Honeypot />}
      <Alert lines={messages.alerts} box={elements.alert} />
      {outbox && <outbox.KeepOffer section={section} enquiry={enquiry} text={text} />}
      <FormLinks links={plan.type?.links ?? []} idPrefix={idPrefix} text={text} />
      <SubmitButton
        label={plan.submitLabel}
        name={posted && resume && postNames.goOn}
        isBusy={isBusy}
        canSubmit={canSubmit}
      />
      {resume && <resume.ResumePanel section={section} enquiry={enquiry} text={text} />}
      {Counter && <Counter section={section} enquiry={enquiry} />}
    </form>
  );
}

/**
 * Returns the CSS classes of the form. They mark a form that scripts do not send yet, or will not send
 * because its page answers a post, and a form that needs scripts (`isScripted`).
 */
function getFormClass(posted: Post | undefined, isScripted: boolean): string {
  if (!posted) return 'sw-form';
  const state = isPostAnswer(posted.answer) ? 'sw-form sw-form--posted' : 'sw-form sw-form--awaited';
  return isScripted ? `${state} sw-form--scripted` : state;
}

/** Returns true if two locales have the same language: `en` and `en-GB`. */
function isSameLanguage(one: string, other: string): boolean {
  const [first, second] = [one, other].map((locale) => locale.split('-')[0]?.toLowerCase());
  return first === second;
}

/**
 * Renders the fields of the form with their values, problems and photos. `failure` is the message of a failed
 * send, for the field that the settings name.
 */
function EnquiryFormFields({
  section,
  enquiry,
  failure,
  post,
  headingLevel,
  text,
}: EnquiryFormProps & {
  readonly failure: string | undefined;
  readonly post: Post | undefined;
}): ReactNode {
  const { plan, piped, entered, problems, messageOf, elements, idPrefix, photos } = enquiry;
  const addStoredPhotos = useContext(StoredPhotosContext);
  const typeId = plan.type?.id;
  const posting = useMemo(() => post && { branches: getChosenBranches(post.answer, typeId) }, [post, typeId]);
  return (
    <EnquiryFields
      handle={elements.fields}
      form={piped.inside}
      plan={plan}
      entered={entered}
      problems={problems}
      messageOf={messageOf}
      failure={failure}
      idPrefix={idPrefix}
      locale={section.locale}
      commitOn={enquiry.commitOn}
      check={enquiry.validators}
      onChange={enquiry.onChange}
      onInput={enquiry.onInput}
      isRestoring={enquiry.isRestoring}
      branches={enquiry.branches}
      onBranch={enquiry.onBranch}
      photos={(post?.answer && addStoredPhotos?.(photos, post.answer, { idPrefix, text })) ?? photos}
      posting={posting}
      headingLevel={headingLevel}
      widgets={section.widgets}
      fields={section.fields}
    />
  );
}

/**
 * Renders a field that visitors do not see; only robots fill it in. It is sent with the form, with and
 * without scripts.
 */
function Honeypot(): ReactNode {
  return (
    <div className="sw-trap" aria-hidden="true">
      <input
        name={postNames.honeypot}
        type="text"
        tabIndex={-1}
        autoComplete="off"
        {...passwordManagerOptOut}
      />
    </div>
  );
}

/**
 * The attributes that stop password managers from filling in the field: 1Password, LastPass, Bitwarden,
 * Dashlane.
 */
const passwordManagerOptOut = {
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
};

/** Renders the messages above the submit button; nothing if there are none. */
function Alert({
  lines,
  box,
}: {
  readonly lines: readonly string[];
  readonly box: Ref<HTMLDivElement>;
}): ReactNode {
  if (lines.length === 0) return null;
  return (
    <div ref={box} className="sw-alert" role="alert" tabIndex={-1}>
      <div>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}

/**
 * Renders the links of a form, such as the privacy policy; nothing if there are none. Each opens in a new tab
 * (docs/behaviour.md, "Layout").
 */
function FormLinks({
  links,
  idPrefix,
  text,
}: {
  readonly links: readonly FormLink[];
  readonly idPrefix: string;
  readonly text: TextFormatter;
}): ReactNode {
  if (links.length === 0) return null;
  const noteId = `${idPrefix}-new-tab`;
  return (
    <p className="sw-privacy">
      {links.map(({ href, label }) => (
        <a key={href} href={href} target="_blank" rel="noopener" aria-describedby={noteId}>
          {text(label)}
        </a>
      ))}
      {/* The hint is a description, so that the name of the link is only its label. */}
      <span id={noteId} hidden>
        {text('new-tab')}
      </span>
    </p>
  );
}

/**
 * Renders the submit button. If it cannot submit, it is marked as disabled for screen readers, but remains
 * focusable and clickable.
 */
function SubmitButton({
  label,
  name,
  isBusy,
  canSubmit,
}: {
  readonly label: string;
  /**
   * The name by which the server distinguishes this button from Enter in the email field of the panel for
   * saving.
   */
  readonly name: string | undefined;
  /** True during a submit, when the button shows progress. */
  readonly isBusy: boolean;
  /** False during a submit, and while photos to be sent are being uploaded. */
  readonly canSubmit: boolean;
}): ReactNode {
  return (
    <div className="sw-actions">
      <button
        type="submit"
        name={name}
        className={`sw-button sw-button--primary${isBusy ? ' sw-button--busy' : ''}`}
        // A disabled button loses the focus, and screen readers start again at the title of the page.
        aria-disabled={canSubmit ? undefined : true}
      >
        {label}
      </button>
    </div>
  );
}

/** Returns the indices of the branches that were chosen in a posted form of this type, by pointer. */
function getChosenBranches(answer: Post['answer'], typeId: Id | undefined): Posting['branches'] {
  const chosen = Object.entries(answer?.branches?.[String(typeId)] ?? {});
  return Object.fromEntries(chosen.map(([pointer, { branch }]) => [pointer, branch]));
}
