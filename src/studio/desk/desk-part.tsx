import type { ReactNode } from 'react';
import { useStudio } from '../context.ts';
import { mayWithEnquiries } from '../people/enquiry-rights.ts';
import { EnquiriesPage } from './enquiries-page.tsx';
import { EnquiryPage } from './enquiry-page.tsx';
import { SuspectedPage } from './suspected-page.tsx';

/** The inbox pages below `/studio/enquiries`. People without the right see a hint about who can grant it. */
export function DeskPart({ name }: { readonly name?: string }): ReactNode {
  const { say, me } = useStudio();
  if (!mayWithEnquiries(me, 'read'))
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
  return <EnquiryPage key={name} reference={name} />;
}
