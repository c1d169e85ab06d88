import type { ReactNode } from 'react';
import type { EnquiryView } from '../../../api/inbox.ts';
import { isActionOffered } from '../../auth/permissions/action-audiences.ts';
import { useStudio } from '../../draft/context.ts';
import { senderParameter } from './person.tsx';

/**
 * Renders a link from an enquiry to the page with all data of the person who sent it. Renders nothing without
 * a mail address, and for people who may not open that page.
 */
export function PersonLink({
  view: { email, reference },
}: {
  readonly view: Pick<EnquiryView, 'email' | 'reference'>;
}): ReactNode {
  const { say, me } = useStudio();
  if (email === undefined || !isActionOffered('privacy', me)) return null;
  return (
    <p>
      <a href={`/studio/enquiries/privacy?${new URLSearchParams({ [senderParameter]: reference })}`}>
        {say('desk.person-data')}
      </a>
    </p>
  );
}
