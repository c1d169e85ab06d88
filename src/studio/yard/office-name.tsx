import type { ReactNode } from 'react';
import type { InboxRowView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { showsOffices } from './offices.ts';

/** Renders the office of an enquiry. Without one, says so, unless the content has no offices. */
export function OfficeName({ office }: { readonly office: InboxRowView['office'] }): ReactNode {
  const { say, content } = useStudio();
  if (office) return <bdi>{office.name}</bdi>;
  return showsOffices(content) && <span className="st-quiet">{say('desk.no-office')}</span>;
}
