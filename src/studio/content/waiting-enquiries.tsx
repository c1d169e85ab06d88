import type { ReactNode } from 'react';
import type { InboxListView } from '../../api/inbox.ts';
import { hasEnquiryRight } from '../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../draft/context.ts';
import { useServerData } from '../ui/ask/use-server-data.ts';

/**
 * Renders how many enquiries for an office are not answered yet, with links to them: they stay if the office is
 * removed. Renders nothing without any, or if the person may not read enquiries.
 */
export function WaitingEnquiries({ office }: { readonly office: string }): ReactNode {
  const { me } = useStudio();
  return hasEnquiryRight(me, 'read') ? <Counts office={office} /> : null;
}

function Counts({ office }: { readonly office: string }): ReactNode {
  const { say } = useStudio();
  const counts = {
    new: useServerData<InboxListView>(`enquiries?${getQuery(office, 'new')}`).value?.count ?? 0,
    'in-hand': useServerData<InboxListView>(`enquiries?${getQuery(office, 'in-hand')}`).value?.count ?? 0,
  };
  const states = (['new', 'in-hand'] as const).filter((state) => counts[state] > 0);
  if (states.length === 0) return null;
  return (
    <p className="st-hint">
      {say('content.office-waits', { count: counts.new + counts['in-hand'] })}{' '}
      {states.map((state) => (
        <a key={state} href={`/studio/enquiries?${getQuery(office, state)}`}>
          {say('content.office-waits-in', { state: say(`desk.state.${state}`), count: counts[state] })}{' '}
        </a>
      ))}
    </p>
  );
}

/** Returns the query of the enquiries of an office in one state. */
function getQuery(office: string, state: string): string {
  return new URLSearchParams({ office, state }).toString();
}
