import type { ReactNode } from 'react';
import { useStudio } from '../context.ts';
import { isActionOffered } from '../people/action-audiences.ts';
import { Person } from './person.tsx';
import { Retention } from './retention.tsx';

/** What is stored of a person, found by their mail address, and how long anything is kept. */
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
          <Person />
          <Retention />
        </>
      )}
    </div>
  );
}
