import type { ReactNode } from 'react';
import type { ReceiptView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { MomentText } from '../ui/moment.tsx';

/**
 * Renders the state of the visitor's receipt, with its address, times and the reason for the state, if there
 * are any. There are no actions, because it is sent once or not at all.
 */
export function ReceiptSection({
  receipt: { state, to, at, dueAt, why },
}: {
  readonly receipt: ReceiptView;
}): ReactNode {
  const { say } = useStudio();
  return (
    <div className="st-inbox-receipt">
      <h3>{say('desk.receipt')}</h3>
      <p>
        <strong>{say(`desk.receipt.${state}`)}</strong>
        {at !== undefined && (
          <>
            {' '}
            · <MomentText at={at} />
          </>
        )}
      </p>
      {to !== undefined && (
        <p className="st-quiet">
          <bdi dir="ltr">{to}</bdi>
        </p>
      )}
      {why !== undefined && <p>{why}</p>}
      {dueAt !== undefined && (
        <p className="st-hint">
          {say('desk.due')} <MomentText at={dueAt} />
        </p>
      )}
    </div>
  );
}
