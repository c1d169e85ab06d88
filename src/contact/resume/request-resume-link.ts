import type { TextFormatter, Values } from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';
import type { ResumeNotice } from '../section-data.ts';
import { withTimeout } from '../send/with-timeout.ts';

/** A request to save answers (docs/contract.md, "Saved answers"). */
export interface ResumeRequest {
  /** The path of the page with the form. */
  readonly path: string;
  /** The address to which the link is mailed. */
  readonly email: string;
  readonly values: Values;
}

/**
 * Saves answers on the server, which mails the link to them. Never rejects: a failure is described by the
 * server's message, else by a text of the form, and logged if there is no answer. Without `timeoutMs` it
 * waits as long as the browser.
 */
export async function requestResumeLink(
  { endpoint, timeoutMs }: { readonly endpoint: string; readonly timeoutMs: number | undefined },
  request: ResumeRequest,
  text: TextFormatter,
): Promise<ResumeNotice> {
  const { email } = request;
  const failed = { isSaved: false, email, message: text('resume.problems.failed') } as const;
  try {
    const { isOk, until, message } = await withTimeout(timeoutMs, async (signal) => {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: writeJson(request),
        signal,
      });
      const answer = (await response.json()) as Readonly<Record<string, unknown>>;
      return { ...answer, isOk: response.ok } as typeof answer;
    });
    if (isOk && typeof until === 'string') return { isSaved: true, email, until };
    return typeof message === 'string' ? { ...failed, message } : failed;
  } catch (error) {
    console.error('Cannot save the answers:', error);
    return failed;
  }
}
