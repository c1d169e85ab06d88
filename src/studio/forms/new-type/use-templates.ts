import { useEffect, useState } from 'react';
import type { FormTemplate } from '#engine/editing/index.ts';

/** Loads the templates, by the name of their folder. Empty while loading, and if loading failed. */
export function useTemplates(isWanted: boolean): ReadonlyMap<string, FormTemplate> {
  const [templates, setTemplates] = useState<ReadonlyMap<string, FormTemplate>>(noTemplates);
  useEffect(() => {
    if (!isWanted) return;
    // Without them, a type can still be created from nothing or as a copy.
    import('./template-files.ts').then(
      ({ readTemplates }) => setTemplates(readTemplates()),
      () => undefined,
    );
  }, [isWanted]);
  return templates;
}

const noTemplates: ReadonlyMap<string, FormTemplate> = new Map();
