import type { ReactNode } from 'react';
import type { InboxRowView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { showsOffices } from './offices.ts';

/** Renders the office of a row of the inbox. Without one, says so, unless the content has no offices. */
export function OfficeOfRow({ row: { office } }: { readonly row: Pick<InboxRowView, 'office'> }): ReactNode {
  const { say, content } = useStudio();
  if (office) return <bdi>{office.name}</bdi>;
  return showsOffices(content) && <span className="st-quiet">{say('desk.no-office')}</span>;
}

/** Renders the office among the facts of an enquiry; nothing without one. */
export function OfficeOfEnquiry({
  view: { office },
}: {
  readonly view: Pick<InboxRowView, 'office'>;
}): ReactNode {
  return (
    office && (
      <span>
        <bdi>{office.name}</bdi>
      </span>
    )
  );
}
