import { type ReactNode, useState } from 'react';
import { useDraft, useStudio } from '../context.ts';
import { enquiryRight } from '../people/enquiry-rights.ts';
import { titleText } from './change-title.ts';
import { shownValue } from './shown-value.ts';
import { focusHeading } from './use-arrival.ts';

/**
 * A notice that the role or the scope of the signed-in person changed. Shows all values that cannot be saved
 * because of that.
 */
export function RoleChanged(): ReactNode {
  const { store, me, say } = useStudio();
  const { saving, unsent } = useDraft();
  const reach = JSON.stringify([me.role, me.enquiries, me.types, me.sites]);
  const [read, setRead] = useState(reach);
  const right = enquiryRight(me);
  const isOther = read !== reach;
  const isKept = saving === 'not-allowed' && unsent.length > 0;
  if (!isOther && !isKept) return null;
  return (
    <section className="st-notice st-notice--warning" aria-label={say('role')}>
      <div role="alert">
        <h2>{say('role.changed', { role: say(`role.${me.role}`) })}</h2>
        <p>{say(`role.${me.role}.may`)}</p>
        {right && (
          <p>
            {say('reach.enquiries')}: {say(`reach.enquiries.${right}.may`)}
          </p>
        )}
      </div>
      {isKept && (
        <>
          <p>{say('role.kept', { count: unsent.length })}</p>
          <details>
            <summary>{say('refused.what')}</summary>
            <dl className="st-versions">
              {unsent.flatMap(({ id, title, patches }) =>
                patches.map(({ file, path, after }) => (
                  <div key={`${id} ${file} ${path.join(' ')}`}>
                    <dt>{titleText(title, say)}</dt>
                    <dd>{shownValue(after, say)}</dd>
                  </div>
                )),
              )}
            </dl>
          </details>
          <button type="button" className="st-button" onClick={store.letGo}>
            {say('role.let-go')}
          </button>
        </>
      )}
      {!isKept && (
        <button
          type="button"
          className="st-button"
          onClick={() => {
            setRead(reach);
            focusHeading();
          }}
        >
          {say('published.read')}
        </button>
      )}
    </section>
  );
}
