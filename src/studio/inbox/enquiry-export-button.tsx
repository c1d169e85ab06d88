import { type ReactNode, useState } from 'react';
import { useStudio } from '../draft/context.ts';
import { FileLink } from '../ui/ask/file-link.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { LoadedEnquiries } from './merge-lists.ts';

/**
 * Renders a button that opens a dialog with links to download all enquiries of a query as CSV or JSON, not
 * only the loaded ones. The button is disabled while `listed` is absent or has no enquiries.
 * @param query The query string of the list, without `?`.
 * @param listed The loaded list of the same query; only its number of enquiries is shown.
 * @param isSelection True if the query names single enquiries.
 */
export function EnquiryExportButton({
  query,
  listed,
  isSelection = false,
}: {
  readonly query: string;
  readonly listed: Pick<LoadedEnquiries, 'count' | 'counted'> | undefined;
  readonly isSelection?: boolean;
}): ReactNode {
  const { say } = useStudio();
  const [isOpen, setIsOpen] = useState(false);
  const { count, counted } = listed ?? { count: 0, counted: 1 };
  return (
    <>
      <button type="button" className="st-button" disabled={count === 0} onClick={() => setIsOpen(true)}>
        {say(isSelection ? 'desk.sel.export' : 'desk.export')}
      </button>
      {isOpen && (
        <Dialog label={say('desk.export')} onClose={() => setIsOpen(false)}>
          <h2>{say('desk.export')}</h2>
          <p>{say(getExportText({ count, counted, isSelection }), { count })}</p>
          <div className="st-ask-end">
            {(['csv-labels', 'csv', 'json'] as const).map((format) => (
              <FileLink
                key={format}
                path="enquiries/export"
                query={new URLSearchParams([['format', format], ...new URLSearchParams(query)])}
              >
                {say(`desk.export.${format}`)}
              </FileLink>
            ))}
            <button type="button" className="st-button st-button--plain" onClick={() => setIsOpen(false)}>
              {say('close')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Returns the key of the sentence about the enquiries of an export. */
function getExportText({
  count,
  counted,
  isSelection,
}: Pick<LoadedEnquiries, 'count' | 'counted'> & { readonly isSelection: boolean }) {
  if (isSelection) return 'desk.sel.export-what';
  return count >= counted ? 'desk.export.more' : 'desk.export.what';
}
