import { useEffect, useMemo, useState } from 'react';
import type { PreviewQuery, PreviewView } from '../../api/studio.ts';
import { loadPreview } from '../draft/api.ts';
import { useDraftState } from '../draft/context.ts';
import { type ChangedTexts, listChangedTexts } from './with-texts.ts';

export interface PreviewSection {
  /** The last answer for this query. Undefined while it is loading. */
  readonly view: PreviewView | undefined;
  /** Texts that were changed since it was loaded. A new object only if the texts have changed. */
  readonly changed: ChangedTexts;
  /**
   * `loading`: also if the first load failed. `not-offered`: the section does not offer the requested type.
   * `hidden`: the form is not shown in this situation. `no-situation`: the example cannot be shown.
   */
  readonly state: 'loading' | 'shown' | 'not-offered' | 'hidden' | 'no-situation';
  /** The reason if the state is `no-situation`, else empty. */
  readonly reason: string;
}

/**
 * Loads the section of a preview, again for another query and for each version of the draft that is a form.
 * The last section of the same query stays meanwhile, and after a failure. Texts that were changed since are
 * in `changed`, so that they can be shown at once.
 * @param query Compared by identity: an equal object of another identity loads again.
 */
export function usePreviewSection(query: PreviewQuery): PreviewSection {
  const { documents, report } = useDraftState();
  const [loaded, setLoaded] = useState<{ readonly query: PreviewQuery; readonly view: PreviewView }>();
  const version = report?.isForm ? report.version : -1;
  useEffect(() => {
    let isCurrent = true;
    if (version < 0) return;
    loadPreview(query).then(
      // While the draft is not a form, the last section stays.
      (view) => isCurrent && view.kind !== 'no-form' && setLoaded({ query, view }),
      // The next version of the draft triggers another attempt.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [query, version]);
  const view = loaded?.query === query ? loaded.view : undefined;
  const found = useMemo(() => listChangedTexts(view, documents), [view, documents]);
  const foundKey = JSON.stringify(found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `found` is replaced only if its JSON has changed
  const changed = useMemo(() => found, [foundKey]);
  const section = { view, changed, reason: '' };
  if (view?.kind === 'no-situation') return { ...section, state: 'no-situation', reason: view.reason };
  if (view?.kind !== 'form') return { ...section, state: 'loading' };
  const { types } = view.form.section.form;
  const isOffered = query.type === undefined || types.some(({ key }) => key === query.type);
  if (!isOffered) return { ...section, state: 'not-offered' };
  return { ...section, state: view.form.isShown ? 'shown' : 'hidden' };
}
