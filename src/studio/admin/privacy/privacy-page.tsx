import type { ReactNode } from 'react';
import { isActionOffered } from '../../auth/permissions/action-audiences.ts';
import { useStudio } from '../../draft/context.ts';
import { PersonSection } from './person.tsx';
import { RetentionSection } from './retention.tsx';

/**
 * Renders the page on which the data of a person is found and erased, and the retention is set. For people
 * without the permission, renders a sentence instead.
 */
export function PrivacyPage(): ReactNode {
  const { say, me } = useStudio();
  const may = isActionOffered('privacy', me);
  return (
    <div className="st-page">
      <p className="st-crumb">
        <a href="/studio/enquiries">{say('enquiries')}</a>
      </p>
      <div className="st-page-head">
        <h1>{say('privacy')}</h1>
      </div>
      {!may && <p className="st-empty">{say('privacy.limited')}</p>}
      {may && (
        <>
          <PersonSection />
          <RetentionSection />
        </>
      )}
    </div>
  );
}
