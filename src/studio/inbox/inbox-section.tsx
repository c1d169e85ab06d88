import { type ReactNode, useSyncExternalStore } from 'react';
import { hasEnquiryRight } from '../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../draft/context.ts';
import { useSearch } from '../ui/address.ts';
import { EnquiriesPage } from './enquiries-page.tsx';
import { EnquiryDetailPage } from './enquiry-page.tsx';
import { SuspectedPage } from './spam/suspected-page.tsx';

/**
 * Renders an inbox page: without a name the list, for `suspected` the suspected enquiries, else the enquiry
 * with the reference `name`, in a wide window beside its list. People without the right to read enquiries see a hint about who can grant it.
 */
export function InboxSection({ name }: { readonly name?: string }): ReactNode {
  const { say, me } = useStudio();
  const isWide = useSyncExternalStore(subscribeToWidth, isWideWindow, () => false);
  const isOfTray = useSearch().get('tray') === 'suspected';
  if (!hasEnquiryRight(me, 'read'))
    return (
      <div className="st-page">
        <div className="st-page-head">
          <h1>{say('enquiries')}</h1>
        </div>
        <p className="st-empty">{say('trouble.not-for-enquiries')}</p>
      </div>
    );
  if (name === 'suspected') return <SuspectedPage />;
  if (name !== undefined && (isOfTray || !isWide)) return <EnquiryDetailPage key={name} reference={name} />;
  return <EnquiriesPage {...(name !== undefined && { open: name })} />;
}

/** From this width on, a list and an enquiry fit beside each other. */
const wideWindow = '(min-width: 64rem)';

function isWideWindow(): boolean {
  return matchMedia(wideWindow).matches;
}

/** Calls the listener when the window becomes wide or narrow. Returns the function that ends this. */
function subscribeToWidth(listener: () => void): () => void {
  const media = matchMedia(wideWindow);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
