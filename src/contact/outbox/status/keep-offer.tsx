import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TextFormatter } from '#engine';
import type { Enquiry } from '../../enquiry/enquiry.ts';
import type { ContactFormSectionProps } from '../../props.ts';
import { maySendLater } from '../may-send-later.ts';
import { canKeep, discard, keepEnquiry } from '../store/keep-enquiry.ts';
import '../outbox.css';
import { isOwnWorker, registerBackgroundSend } from '../background.ts';

export interface OutboxProps {
  readonly section: ContactFormSectionProps;
  readonly enquiry: Enquiry;
  readonly text: TextFormatter;
}

/**
 * Renders, after a send that got no answer, that nothing is lost and the offer to send the enquiry later. Where the
 * browser cannot store it, only the first.
 */
export function KeepOffer({ section, enquiry, text }: OutboxProps): ReactNode {
  const { lifecycle, later, judging } = enquiry;
  const lead = useRef<HTMLDivElement>(null);
  const [mayKeep, setMayKeep] = useState(false);
  const [isDeclined, setIsDeclined] = useState(false);
  const [isKeeping, setIsKeeping] = useState(false);
  const [wantsNotice, setWantsNotice] = useState(false);
  const isUnreachable = lifecycle.state === 'error' && lifecycle.failure.isUnreachable === true;
  useEffect(() => {
    if (isUnreachable) void canKeep().then(setMayKeep);
  }, [isUnreachable]);
  const current = useRef(lifecycle);
  current.current = lifecycle;
  const attempt = later.attempt.current;
  if (!isUnreachable || attempt === undefined || !maySendLater(section)) return null;
  const days = section.form.settings.sendLater?.days ?? 0;

  const keep = async () => {
    setIsKeeping(true);
    try {
      // The visitor may leave the question open; the worker reads the answer when it has sent the enquiry.
      if (wantsNotice) void Notification.requestPermission();
      const stored = await keepEnquiry({
        attempt,
        section,
        enquiry,
        ...(wantsNotice && { notification: { title: text('send-later.sent') } }),
      });
      // The visitor has pressed Send meanwhile.
      if (current.current.state !== 'error') return await discard(stored.id);
      judging.draft.clearStored();
      judging.dispatch({ type: 'stored', id: stored.id });
      void registerBackgroundSend();
    } catch (error) {
      console.error('Cannot store the enquiry:', error);
      setMayKeep(false);
      lead.current?.focus();
    } finally {
      setIsKeeping(false);
    }
  };
  /** Deletes what the browser has stored of the enquiry. The answers stay in the form. */
  const decline = () => {
    judging.draft.clearStored();
    later.forgetEdited();
    setIsDeclined(true);
    lead.current?.focus();
  };

  return (
    <div className="sw-later">
      {/* A screen reader would read a paragraph that gets the focus in Chromium twice. */}
      <div className="sw-later-lead" tabIndex={-1} ref={lead}>
        {text('send-later.unreachable')}
      </div>
      {mayKeep && !isDeclined && (
        <>
          <p className="sw-later-note">{text('send-later.kept-for', { days })}</p>
          {mayNotify() && (
            <label className="sw-later-notify">
              <input
                type="checkbox"
                className="sw-checkbox"
                checked={wantsNotice}
                onChange={({ currentTarget }) => setWantsNotice(currentTarget.checked)}
              />
              {text('send-later.notify')}
            </label>
          )}
          <div className="sw-later-actions">
            <button
              type="button"
              className="sw-button sw-button--primary"
              // A disabled button loses the focus.
              aria-disabled={isKeeping || undefined}
              onClick={() => !isKeeping && void keep()}
            >
              {text('send-later.keep')}
            </button>
            <button type="button" className="sw-button sw-button--quiet" onClick={decline}>
              {text('send-later.do-not-keep')}
            </button>
          </div>
        </>
      )}
    </div>
  );
}

/** Returns true if a service worker of this page could show a notification, and the visitor has not forbidden it. */
function mayNotify(): boolean {
  const hasWorker = isOwnWorker(navigator.serviceWorker?.controller);
  return hasWorker && typeof Notification !== 'undefined' && Notification.permission !== 'denied';
}
