import { type ReactNode, useState } from 'react';
import type {
  EnquiryView,
  ForwardRequest,
  InboxChoices,
  MailAttemptView,
  ResendRequest,
} from '../../api/inbox.ts';
import { hasEnquiryRight } from '../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../draft/context.ts';
import {
  canForward,
  formatForwarded,
  forwardTargetLabel,
  getUnaddressedKey,
  listForwardTargets,
  toForwardTarget,
} from '../preset/inbox.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { useServerData } from '../ui/ask/use-server-data.ts';
import { Dialog } from '../ui/dialog.tsx';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import { SearchedSelect } from '../ui/labelled-select.tsx';
import { MomentText } from '../ui/moment.tsx';
import { ReceiptSection } from './receipt.tsx';
import { useActionFailure } from './use-action-failure.ts';

/**
 * Renders the state of an enquiry's mail, its attempts, its receipt, and the actions to send or forward it
 * again.
 */
export function MailSection({
  view,
  onView,
}: {
  readonly view: EnquiryView;
  /** Called with the current enquiry in the answer of the server, also after a conflict. */
  readonly onView: (view: EnquiryView) => void;
}): ReactNode {
  const { say, me, content } = useStudio();
  const { delivery, mail, receipt } = view;
  const isFailed = delivery === 'failed' || delivery === 'no-recipient';
  return (
    <section
      className="st-inbox-card st-box st-box--round st-padded-wide st-breaks st-enquiry-done"
      aria-labelledby="st-inbox-delivery"
    >
      <h2 id="st-inbox-delivery">{say('desk.delivery')}</h2>
      <p>
        <span className={isFailed ? 'st-state st-state--error' : `st-state st-delivery--${delivery}`}>
          {say(delivery === 'suspected' ? 'desk.delivery.held' : `desk.delivery.${delivery}`)}
        </span>{' '}
        {mail.to !== undefined && (
          <span className="st-inbox-address">
            <bdi dir="ltr">{mail.to}</bdi>
          </span>
        )}
      </p>
      {delivery === 'no-recipient' && <p>{say(getUnaddressedKey(content))}</p>}
      {mail.refusedBy !== undefined && (
        <p className="st-hint">{say('desk.refused-by', { address: isolateBidi(mail.refusedBy) })}</p>
      )}
      {mail.dueAt !== undefined && (
        <p className="st-hint">
          {say('desk.due')} <MomentText at={mail.dueAt} />
        </p>
      )}
      {mail.tries.length > 0 && (
        <details open={isFailed}>
          <summary>{say('desk.tries', { count: mail.tries.length })}</summary>
          <ol className="st-tries st-stack-3 st-small" reversed>
            {mail.tries.toReversed().map((one) => (
              <MailAttemptRow key={`${one.at} ${one.to}`} one={one} />
            ))}
          </ol>
        </details>
      )}
      {hasEnquiryRight(me, 'handle') && delivery !== 'suspected' && (
        <MailActions view={view} onView={onView} />
      )}
      {receipt && <ReceiptSection receipt={receipt} />}
    </section>
  );
}

/**
 * Renders an attempt to send the mail: its result, time, address and, if it failed, the explanation and the
 * exact reason.
 */
function MailAttemptRow({
  one: { at, to, outcome, reason, why },
}: {
  readonly one: MailAttemptView;
}): ReactNode {
  const { say } = useStudio();
  return (
    <li>
      <p>
        <strong>{say(`desk.try.${outcome}`)}</strong> · <MomentText at={at} />
      </p>
      <p className="st-quiet">
        <bdi dir="ltr">{to}</bdi>
      </p>
      {reason !== undefined && (
        <>
          <p>{why}</p>
          <p className="st-inbox-said">
            <span className="st-visually-hidden">{say('desk.said')} </span>
            <code dir="ltr" lang="en">
              {reason}
            </code>
          </p>
        </>
      )}
    </li>
  );
}

/**
 * Returns the latest event that queued the mail again: resent, forwarded or released. Undefined if there is
 * none.
 */
function findLastRequeueEvent({ history }: EnquiryView) {
  return history
    .flatMap((event) =>
      event.kind === 'resent' || event.kind === 'forwarded' || event.kind === 'released' ? [event] : [],
    )
    .at(-1);
}

/**
 * Returns the number of the last event that queued the mail again, or 0. The server refuses an action if the
 * mail was queued since then.
 */
function getSeenState(view: EnquiryView): NonNullable<ResendRequest['seen']> {
  return { queued: findLastRequeueEvent(view)?.number ?? 0 };
}

/**
 * Renders the reason for a failed resend or forward: an error, or an action of somebody else that came first.
 */
function MailActionFailure({
  view,
  trouble,
}: {
  readonly view: EnquiryView;
  readonly trouble: RequestFailure;
}): ReactNode {
  const { say } = useStudio();
  const last = findLastRequeueEvent(view);
  return (
    <div className="st-problem" role="alert">
      {trouble.error === 'changed' ? (
        <>
          <p>{say('desk.changed', { name: last?.by?.name ?? say('people.somebody') })}</p>
          {last && <p>{say('desk.queued-now', { address: isolateBidi(last.to) })}</p>}
        </>
      ) : (
        <p>{formatRequestFailure(trouble, say)}</p>
      )}
    </div>
  );
}

/** Renders the buttons that send the mail again and forward it, and the reason if that failed. */
function MailActions({
  view,
  onView,
}: {
  readonly view: EnquiryView;
  readonly onView: (view: EnquiryView) => void;
}): ReactNode {
  const { say, announce, content } = useStudio();
  const [isForwarding, setIsForwarding] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useActionFailure(view);
  /** Queues the mail again, passes the enquiry to `onView` and announces it; or shows the failure. */
  async function resendMail(): Promise<void> {
    setIsBusy(true);
    const outcome = await tryRequest<EnquiryView>(`enquiries/${encodeURIComponent(view.id)}/resend`, {
      method: 'POST',
      body: { seen: getSeenState(view) } satisfies ResendRequest,
    });
    setIsBusy(false);
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return showChangedEnquiry(outcome.trouble, onView);
    onView(outcome.answer);
    announce(say('desk.resent', { reference: outcome.answer.reference }));
  }
  return (
    <>
      <div className="st-actions">
        <button
          type="button"
          className="st-button"
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (!isBusy) void resendMail();
          }}
        >
          {say('desk.resend')}
        </button>
        {canForward(content) && (
          <button type="button" className="st-button" onClick={() => setIsForwarding(true)}>
            {say('desk.forward')}
          </button>
        )}
      </div>
      {trouble && <MailActionFailure view={view} trouble={trouble} />}
      {isForwarding && <ForwardDialog view={view} onView={onView} onClose={() => setIsForwarding(false)} />}
    </>
  );
}

/**
 * Passes the current enquiry to `onView` if the action failed because somebody else has changed it, so that
 * the next attempt is based on what is shown. Does nothing after other failures.
 */
function showChangedEnquiry(trouble: RequestFailure, onView: (view: EnquiryView) => void): void {
  if (trouble.error === 'changed') onView(trouble.enquiry);
}

/**
 * Renders a dialog to forward the mail to another target of the preset that has a mail address. It closes once
 * the mail is forwarded.
 */
function ForwardDialog({
  view,
  onView,
  onClose,
}: {
  readonly view: EnquiryView;
  readonly onView: (view: EnquiryView) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const choices = useServerData<InboxChoices>('enquiries/choices');
  const targets = choices.value && listForwardTargets(choices.value, view);
  const [chosen, setChosen] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useActionFailure(view);
  const target = targets?.find(({ id }) => String(id) === chosen);
  /**
   * Forwards the mail to the chosen target, announces it and closes the dialog; or shows the failure. Without
   * a target, shows that one must be chosen.
   */
  async function forwardMail(): Promise<void> {
    setIsMissing(!target);
    if (!target) return;
    setIsBusy(true);
    const body: ForwardRequest = { ...toForwardTarget(target), seen: getSeenState(view) };
    const outcome = await tryRequest<EnquiryView>(`enquiries/${encodeURIComponent(view.id)}/forward`, {
      method: 'POST',
      body,
    });
    setIsBusy(false);
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return showChangedEnquiry(outcome.trouble, onView);
    onView(outcome.answer);
    announce(formatForwarded(target, outcome.answer, say));
    onClose();
  }
  const met = trouble ?? choices.trouble;
  return (
    <Dialog label={say('desk.forward')} onClose={onClose}>
      <h2>{say('desk.forward')}</h2>
      <p>{say('desk.forward-text')}</p>
      <SearchedSelect
        label={say(forwardTargetLabel)}
        value={chosen}
        options={[
          ['', say('desk.choose')],
          ...(targets ?? []).map(({ id, name }) => [String(id), name] as const),
        ]}
        onChange={(value) => {
          setChosen(value);
          setIsMissing(false);
        }}
      />
      {targets?.length === 0 && <p className="st-hint">{say('desk.forward-nobody')}</p>}
      {isMissing && (
        <p className="st-problem" role="alert">
          {say('desk.forward-missing')}
        </p>
      )}
      {met && <MailActionFailure view={view} trouble={met} />}
      <div className="st-ask-end">
        <button
          type="button"
          className="st-button st-button--primary"
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (!isBusy) void forwardMail();
          }}
        >
          {say('desk.forward')}
        </button>
        <button type="button" className="st-button st-button--plain" onClick={onClose}>
          {say('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
