import type { ReactNode } from 'react';
import { useDraft, useStudio } from '../context.ts';
import type { Collision, RefusedChange } from '../draft/draft-store.ts';
import { titleText } from './change-title.ts';
import { shownValue } from './shown-value.ts';

/** What has to be decided on: where two people changed one thing, both versions and a choice; and what was refused. */
export function Collisions(): ReactNode {
  const { collisions, refused } = useDraft();
  return (
    <>
      {collisions.map((collision) => (
        <CollisionNotice key={collision.change.id} collision={collision} />
      ))}
      {refused.map((one) => (
        <RefusedNotice key={one.change.id} refused={one} />
      ))}
    </>
  );
}

function CollisionNotice({ collision }: { readonly collision: Collision }): ReactNode {
  const { store, say } = useStudio();
  return (
    <section className="st-notice st-notice--warning" aria-label={say('collision')}>
      <h2>{say('collision.title', { what: titleText(collision.change.title, say) })}</h2>
      <p>{say('collision.text')}</p>
      <dl className="st-versions">
        {collision.conflicts.map(({ patch, current }) => (
          <div key={`${patch.file} ${patch.path.join(' ')}`}>
            <dt>{say('collision.mine')}</dt>
            <dd>{shownValue(patch.after, say)}</dd>
            <dt>{say('collision.theirs')}</dt>
            <dd>{shownValue(current, say)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="st-button" onClick={() => store.settle(collision, 'mine')}>
        {say('collision.keep-mine')}
      </button>
      <button type="button" className="st-button" onClick={() => store.settle(collision, 'theirs')}>
        {say('collision.keep-theirs')}
      </button>
    </section>
  );
}

/** What no server takes: told with why, and with all of it, so that nothing that was typed is lost. */
function RefusedNotice({ refused }: { readonly refused: RefusedChange }): ReactNode {
  const { store, say } = useStudio();
  const { title, patches } = refused.change;
  return (
    <section className="st-notice st-notice--warning" role="alert" aria-label={say('refused')}>
      <h2>{say('refused.title', { what: titleText(title, say) })}</h2>
      <p>{say(`refused.${refused.reason}`)}</p>
      <details>
        <summary>{say('refused.what')}</summary>
        <dl className="st-versions">
          {patches.map(({ file, path, after }) => (
            <div key={`${file} ${path.join(' ')}`}>
              <dt>{[file, ...path].join(' › ')}</dt>
              <dd>{shownValue(after, say)}</dd>
            </div>
          ))}
        </dl>
      </details>
      <button type="button" className="st-button" onClick={() => store.dismiss(refused)}>
        {say('refused.dismiss')}
      </button>
    </section>
  );
}
