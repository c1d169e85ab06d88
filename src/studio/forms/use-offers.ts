import { useEffect, useState } from 'react';
import type { PageOffers } from '../../api/studio.ts';
import { loadOffers } from '../draft/api.ts';
import { useDraftState } from '../draft/context.ts';

/** The types that pages offer in the draft. Null if loading failed, undefined while loading. */
export type LoadedOffers = readonly PageOffers[] | null | undefined;

/**
 * Loads the types that each page offers, again for each checked version of the draft. The former ones stay
 * meanwhile.
 */
export function useOffers(): LoadedOffers {
  const { report } = useDraftState();
  const [offers, setOffers] = useState<LoadedOffers>();
  const version = report?.version;
  useEffect(() => {
    let isCurrent = true;
    // The version is a dependency only because it triggers the reload.
    void version;
    loadOffers().then(
      (loaded) => isCurrent && setOffers(loaded),
      () => isCurrent && setOffers(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [version]);
  return offers;
}
