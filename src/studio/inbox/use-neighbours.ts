import { useEffect, useState } from 'react';
import { type EnquiryListPosition, type EnquiryNeighbours, loadNeighbours } from './load-neighbours.ts';

/**
 * Loads the neighbours of an enquiry that is not in the loaded list. Empty while loading, after a failure,
 * and without a sequence number. If only the list changes, the former neighbours stay until the answer.
 */
export function useNeighbours({
  path,
  query,
  sequence,
}: Partial<EnquiryListPosition> & Omit<EnquiryListPosition, 'sequence'>): EnquiryNeighbours {
  const [found, setFound] = useState<EnquiryNeighbours & Partial<EnquiryListPosition>>({});
  useEffect(() => {
    if (sequence === undefined) return;
    const controller = new AbortController();
    void loadNeighbours({ path, query, sequence }, controller.signal).then((beside) => {
      if (!controller.signal.aborted) setFound({ ...beside, sequence });
    });
    return () => controller.abort();
  }, [path, query, sequence]);
  return sequence !== undefined && found.sequence === sequence ? found : {};
}
