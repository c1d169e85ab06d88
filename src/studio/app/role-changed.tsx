import { type ReactNode, useState } from 'react';
import { getEnquiryRight } from '../auth/permissions/enquiry-rights.ts';
import { useChangeTitles } from '../draft/change-title.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { UnsavedValues } from '../draft/value-changes.tsx';
import { focusHeading } from '../ui/use-heading-focus.ts';

/**
 * Renders a notice with the role of the signed-in person, if the role or the scope changed since it was
 * marked as read, or if values cannot be saved because of the role. Such values are shown with a button that
 * discards them; only without them can the notice be marked as read. Otherwise renders nothing.
 */
export function RoleChangedNotice(): ReactNode {
  const { store, me, say } = useStudio();
  const formatTitle = useChangeTitles();
  const { saving, unsent } = useDraftState();
  const scope = JSON.stringify([me.role, me.enquiries, me.types, me.sites]);
  const [read, setRead] = useState(scope);
  const right = getEnquiryRight(me);
  const isOther = read !== scope;
  const hasUnsavedChanges = saving === 'not-allowed' && unsent.length > 0;
  if (!isOther && !hasUnsavedChanges) return null;
  return (
    <section className="st-notice st-notice--warning" aria-label={say('role')}>
      <div role="alert">
        <h2>{say('role.changed', { role: say(`role.${me.role}`) })}</h2>
        <p>{say(`role.${me.role}.may`)}</p>
        {right && (
          <p>
            {say('labelled', { label: say('reach.enquiries'), value: say(`reach.enquiries.${right}.may`) })}
          </p>
        )}
      </div>
      {hasUnsavedChanges && (
        <>
          <p>{say('role.kept', { count: unsent.length })}</p>
          <details>
            <summary>{say('refused.what')}</summary>
            <dl className="st-versions">
              {unsent.map((change) => (
                <div key={change.id}>
                  <dt>{formatTitle(change.title)}</dt>
                  <dd>
                    <UnsavedValues of={change} />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
          <button type="button" className="st-button" onClick={store.discardUnsent}>
            {say('role.let-go')}
          </button>
        </>
      )}
      {!hasUnsavedChanges && (
        <button
          type="button"
          className="st-button"
          onClick={() => {
            setRead(scope);
            focusHeading();
          }}
        >
          {say('published.read')}
        </button>
      )}
    </section>
  );
}
