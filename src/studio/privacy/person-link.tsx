import type { ReactNode } from 'react';
import { useStudio } from '../context.ts';
import { isActionOffered } from '../people/action-audiences.ts';
import type { EnquiryView } from '../protocol-inbox.ts';
import { senderOf } from './person.tsx';

/** The way from an enquiry to all that is stored of whoever sent it, for those who may export and erase that. */
export function PersonLink({
  view: { email, reference },
}: {
  readonly view: Pick<EnquiryView, 'email' | 'reference'>;
}): ReactNode {
  const { say, me } = useStudio();
  if (email === undefined || !isActionOffered('privacy', me)) return null;
  return (
    <p>
      <a href={`/studio/enquiries/privacy?${new URLSearchParams({ [senderOf]: reference })}`}>
        {say('desk.person-data')}
      </a>
    </p>
  );
}
