import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { VersionListView, VersionSummary } from '../../../api/versions.ts';
import { useDraftState } from '../../draft/context.ts';
import { loadVersions } from '../../draft/versions-api.ts';

export interface LatestVersions {
  /**
   * The first page of versions. Is `failed` only if no versions were loaded before. After a later failure,
   * the former versions stay.
   */
  readonly page: VersionListView | 'loading' | 'failed';
  /** Loads the versions again. The former ones stay until the answer arrives. */
  readonly reload: () => void;
  /** The numbers of the versions that this page has made live again, or tries to. */
  readonly ownRestores: readonly number[];
  /** Adds a number to `ownRestores`. To be called before the request: its event may be faster. */
  readonly addOwnRestore: (number: number) => void;
}

const VersionsContext = createContext<LatestVersions | undefined>(undefined);

/**
 * Loads the latest versions and provides them to `useLatestVersions`. Loads them again for a new draft, after
 * a version event, when the window gets the focus, and when a scheduled version goes live.
 */
export function VersionsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { draft, versionEventCount } = useDraftState();
  const [page, setPage] = useState<LatestVersions['page']>('loading');
  const reload = useCallback(() => {
    loadVersions().then(setPage, () => setPage((known) => (typeof known === 'string' ? 'failed' : known)));
  }, []);
  useEffect(() => {
    // A new draft means that a version was published, perhaps while no events were received.
    void [draft, versionEventCount];
    reload();
  }, [reload, draft, versionEventCount]);
  useEffect(() => {
    addEventListener('focus', reload);
    return () => removeEventListener('focus', reload);
  }, [reload]);
  const next = typeof page === 'string' ? undefined : findNextLiveTime(page.waiting);
  useEffect(() => {
    if (next === undefined) return;
    const timer = setTimeout(reload, Math.min(maxTimerMs, Math.max(0, next - Date.now()) + 1_000));
    return () => clearTimeout(timer);
  }, [next, reload]);
  const [ownRestores, setOwnRestores] = useState<readonly number[]>([]);
  const addOwnRestore = useCallback((number: number) => setOwnRestores((known) => [...known, number]), []);
  const now = useMemo(
    () => ({ page, reload, ownRestores, addOwnRestore }),
    [page, reload, ownRestores, addOwnRestore],
  );
  return <VersionsContext value={now}>{children}</VersionsContext>;
}

/** The maximum delay in milliseconds. Timers of more than about 24 days would fire at once. */
const maxTimerMs = 86_400_000;

/**
 * Returns the earliest time at which one of the scheduled versions goes live, in milliseconds since 1970.
 * Undefined if none is scheduled.
 */
function findNextLiveTime(versions: readonly VersionSummary[]): number | undefined {
  const times = versions.flatMap(({ goesLiveAt }) => goesLiveAt ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/**
 * Returns the latest versions from the provider. Loads nothing itself.
 * @throws Error outside of a provider
 */
export function useLatestVersions(): LatestVersions {
  const now = useContext(VersionsContext);
  if (now === undefined) throw new Error('Cannot tell of versions outside of their provider');
  return now;
}
