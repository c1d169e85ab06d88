import type { ReactNode } from 'react';
import type { Json } from '#engine';
import { useDraft, useStudio } from '../context.ts';
import type { Say } from '../words.ts';
import { titleText } from './top-bar.tsx';

/** Where two people changed one thing: both versions, and a choice. Nothing was overwritten. */
export function Collisions(): ReactNode {
  const { store, say } = useStudio();
  const { collisions } = useDraft();
  return collisions.map((collision) => (
    <section key={collision.change.id} className="st-notice st-notice--warning" aria-label={say('collision')}>
      <h2>{say('collision.title', { what: titleText(collision.change.title, say) })}</h2>
      <p>{say('collision.text')}</p>
      <dl className="st-versions">
        {collision.conflicts.map(({ patch, current }) => (
          <div key={`${patch.file} ${patch.path.join(' ')}`}>
            <dt>{say('collision.mine')}</dt>
            <dd>{shown(patch.after, say)}</dd>
            <dt>{say('collision.theirs')}</dt>
            <dd>{shown(current, say)}</dd>
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
  ));
}

function shown(value: Json | undefined, say: Say): string {
  if (value === undefined) return say('nothing');
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String).join(', ') : JSON.stringify(value);
}
