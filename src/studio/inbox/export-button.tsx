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
 */
export function EnquiryExportButton({
  query,
  listed,
}: {
  readonly query: string;
  readonly listed: LoadedEnquiries | undefined;
}): ReactNode {
  const { say } = useStudio();
  const [isOpen, setIsOpen] = useState(false);
  const { count, counted } = listed ?? { count: 0, counted: 1 };
  return (
    <>
      <button type="button" className="st-button" disabled={count === 0} onClick={() => setIsOpen(true)}>
        {say('desk.export')}
      </button>
      {isOpen && (
        <Dialog label={say('desk.export')} onClose={() => setIsOpen(false)}>
          <h2>{say('desk.export')}</h2>
          <p>{say(count >= counted ? 'desk.export.more' : 'desk.export.what', { count })}</p>
          <div className="st-ask-end">
            {(['csv', 'json'] as const).map((format) => (
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
