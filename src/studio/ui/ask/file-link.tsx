import { type MouseEvent, type ReactNode, useState } from 'react';
import type { FileAnswer } from '../../../api/studio.ts';
import { useStudioLanguage } from '../language.ts';
import { downloadFrom } from '../save-file.ts';
import { formatRequestFailure } from './format-request-failure.ts';
import { type RequestFailure, tryRequest } from './request.ts';

/**
 * Renders a link to a file that the server generates. The server is asked first (`ask=1`), so that a refusal
 * is shown on the page and not as a failed download.
 */
export function FileLink({
  path,
  query,
  children,
}: {
  /** The address of the file, below `/studio/api`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly children: ReactNode;
}): ReactNode {
  const { say } = useStudioLanguage();
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<RequestFailure>();
  /**
   * Asks the server for the file, and starts the download at the address in its answer. Shows the failure if
   * the server refuses.
   */
  async function downloadFile(): Promise<void> {
    setIsBusy(true);
    const asking = new URLSearchParams([...query, ['ask', '1']]);
    const outcome = await tryRequest<FileAnswer>(`${path}?${asking}`, { method: 'GET' });
    setIsBusy(false);
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (outcome.isDone) downloadFrom(outcome.answer.address);
  }
  /**
   * Downloads the file, unless that is in progress. Clicks with a modifier key do what the browser does with
   * links.
   */
  function onClick(event: MouseEvent): void {
    // Modified clicks keep the browser's behaviour: open in a new tab or window, or save.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isBusy) void downloadFile();
  }
  return (
    <>
      <a
        className="st-button st-as-button"
        download
        href={`/studio/api/${path}?${query}`}
        aria-disabled={isBusy || undefined}
        onClick={onClick}
      >
        {children}
      </a>
      {trouble && (
        <p className="st-problem st-file-problem" role="alert">
          {formatRequestFailure(trouble, say)}
        </p>
      )}
    </>
  );
}
