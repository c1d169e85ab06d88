import { useEffect, useState } from 'react';
import type { VersionName } from '../../api/consequences.ts';
import type { PreviewQuery, PreviewView } from '../../api/studio.ts';
import { loadPreview } from '../draft/api.ts';
import { useDraftState } from '../draft/context.ts';

export interface VersionSection {
  /**
   * Undefined until it is loaded for this query. For another `name` or a new version, the previous view stays
   * until the new one is loaded.
   */
  readonly view: PreviewView | undefined;
  /**
   * `no-situation` if the version does not have the situation, `hidden` if it shows no form there. Stays
   * `loading` if loading for this query fails.
   */
  readonly state: 'loading' | 'shown' | 'hidden' | 'no-situation';
}

/**
 * Loads the form of a version (`name`) in the situation of a preview. Loads it again for another query object
 * (compared by identity) or another `name`; the draft also for each checked version of it, other versions for
 * each new live version. If loading again fails, the previous form stays.
 */
export function useVersionSection(query: PreviewQuery, name: VersionName): VersionSection {
  const { report, published } = useDraftState();
  const [loaded, setLoaded] = useState<{ readonly query: PreviewQuery; readonly view: PreviewView }>();
  const version = name === 'draft' ? report?.version : published.hash;
  useEffect(() => {
    void version;
    let isCurrent = true;
    loadPreview({ ...query, ...(name !== 'draft' && { of: name }) }).then(
      (view) => isCurrent && setLoaded({ query, view }),
      // The next version of the draft triggers another attempt.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [query, name, version]);
  const view = loaded?.query === query ? loaded.view : undefined;
  if (view === undefined) return { view, state: 'loading' };
  if (view.kind !== 'form') return { view, state: 'no-situation' };
  return { view, state: view.form.isShown ? 'shown' : 'hidden' };
}
