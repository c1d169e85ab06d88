import { type ReactNode, useState } from 'react';
import type { DeliveryView, EnquiryView, RedeliverRequest } from '../../api/inbox.ts';
import { hasEnquiryRight } from '../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../draft/context.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { MomentText } from '../ui/moment.tsx';

/**
 * Renders the deliveries of an enquiry to all destinations, with the attempts of each. People who may handle
 * enquiries have a button to deliver again, except while the delivery waits for a release.
 * @param onView Called with the changed enquiry after a delivery was queued again.
 */
export function DeliveriesSection({
  view,
  deliveries,
  onView,
}: {
  readonly view: EnquiryView;
  readonly deliveries: readonly DeliveryView[];
  readonly onView: (view: EnquiryView) => void;
}): ReactNode {
  const { say } = useStudio();
  return (
    <section
      className="st-inbox-card st-box st-box--round st-padded-wide st-breaks"
      aria-labelledby="st-inbox-elsewhere"
    >
      <h2 id="st-inbox-elsewhere">{say('desk.elsewhere')}</h2>
      {deliveries.map((one) => (
        <DeliveryCard key={one.destination} id={view.id} delivery={one} onView={onView} />
      ))}
    </section>
  );
}

/**
 * Renders one delivery: its state, its attempts with the latest first, and the button to deliver again.
 * @param id The id of the enquiry.
 */
function DeliveryCard({
  id,
  delivery: { destination, state, dueAt, tries },
  onView,
}: {
  readonly id: string;
  readonly delivery: DeliveryView;
  readonly onView: (view: EnquiryView) => void;
}): ReactNode {
  const { say, me, announce } = useStudio();
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<RequestFailure>();
  /**
   * Queues the delivery again, reports the changed enquiry and announces it. After a failure, shows the
   * error.
   */
  async function redeliver(): Promise<void> {
    setIsBusy(true);
    const body: RedeliverRequest = { destination };
    const outcome = await tryRequest<EnquiryView>(`enquiries/${encodeURIComponent(id)}/redeliver`, {
      method: 'POST',
      body,
    });
    setIsBusy(false);
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return;
    onView(outcome.answer);
    announce(say('desk.elsewhere.queued', { reference: outcome.answer.reference }));
  }
  return (
    <>
      <h3>
        <bdi dir="ltr">{destination}</bdi>
      </h3>
      <p>
        <span className={state === 'failed' ? 'st-state st-state--error' : 'st-state'}>
          {say(`desk.elsewhere.${state}`)}
        </span>
      </p>
      {dueAt !== undefined && (
        <p className="st-hint">
          {say('desk.due')} <MomentText at={dueAt} />
        </p>
      )}
      {tries.length > 0 && (
        <details open={state === 'failed'}>
          <summary>{say('desk.elsewhere.tries', { count: tries.length })}</summary>
          <ol className="st-tries st-stack-3 st-small" reversed>
            {tries.toReversed().map(({ at, outcome, reason }) => (
              <li key={at}>
                <p>
                  <strong>{say(`desk.try.${outcome}`)}</strong> · <MomentText at={at} />
                </p>
                {reason !== undefined && (
                  <p className="st-inbox-said">
                    <code dir="ltr" lang="en">
                      {reason}
                    </code>
                  </p>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
      {hasEnquiryRight(me, 'handle') && state !== 'held' && (
        <button
          type="button"
          className="st-button"
          aria-disabled={isBusy || undefined}
          aria-label={say('labelled', { label: say('desk.elsewhere.again'), value: destination })}
          onClick={() => {
            if (!isBusy) void redeliver();
          }}
        >
          {say('desk.elsewhere.again')}
        </button>
      )}
      {trouble && (
        <p className="st-problem" role="alert">
          {formatRequestFailure(trouble, say)}
        </p>
      )}
    </>
  );
}
