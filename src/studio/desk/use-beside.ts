import { useEffect, useState } from 'react';
import { askBeside, type Beside, type Place } from './ask-beside.ts';

/**
 * Loads the neighbours of an enquiry for a page without a loaded list. Without a sequence number nothing is
 * loaded.
 */
export function useBeside({ path, query, sequence }: Partial<Place> & Omit<Place, 'sequence'>): Beside {
  const [found, setFound] = useState<Beside & Partial<Place>>({});
  useEffect(() => {
    if (sequence === undefined) return;
    const controller = new AbortController();
    void askBeside({ path, query, sequence }, controller.signal).then((beside) => {
      if (!controller.signal.aborted) setFound({ ...beside, sequence });
    });
    return () => controller.abort();
  }, [path, query, sequence]);
  return sequence !== undefined && found.sequence === sequence ? found : {};
}
