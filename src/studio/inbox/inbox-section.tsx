import type { ReactNode } from 'react';
import { hasEnquiryRight } from '../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../draft/context.ts';
import { EnquiriesPage } from './enquiries-page.tsx';
import { EnquiryDetailPage } from './enquiry-page.tsx';
import { SuspectedPage } from './spam/suspected-page.tsx';

/**
 * Renders an inbox page: without a name the list, for `suspected` the suspected enquiries, else the enquiry
 * with the reference `name`. People without the right to read enquiries see a hint about who can grant it.
 */
export function InboxSection({ name }: { readonly name?: string }): ReactNode {
  const { say, me } = useStudio();
  if (!hasEnquiryRight(me, 'read'))
    return (
      <div className="st-page">
        <div className="st-page-head">
          <h1>{say('enquiries')}</h1>
        </div>
        <p className="st-empty">{say('trouble.not-for-enquiries')}</p>
      </div>
    );
  if (name === undefined) return <EnquiriesPage />;
  if (name === 'suspected') return <SuspectedPage />;
  return <EnquiryDetailPage key={name} reference={name} />;
}
