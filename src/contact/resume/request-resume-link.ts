import type { Text, Values } from '#engine';
import type { ResumeNotice } from '../section-data.ts';
import { withTimeout } from '../send/with-timeout.ts';

/** What is saved (docs/contract.md, "Saved answers"). */
export interface ResumeRequest {
  /** Of the page. */
  readonly path: string;
  readonly email: string;
  readonly values: Values;
}

/** Longer than the server waits for its mail server. */
const answerTimeoutMs = 45_000;

/** Has answers saved and their link mailed. Never rejects: what went wrong is told in the server's words, else in ours. */
export async function requestResumeLink(
  endpoint: string,
  request: ResumeRequest,
  text: Text,
): Promise<ResumeNotice> {
  const { email } = request;
  const failed = { isSaved: false, email, message: text('resume.problems.failed') } as const;
  try {
    const response = await withTimeout(answerTimeoutMs, (signal) =>
      fetch(endpoint, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(request),
        signal,
      }),
    );
    const { until, message } = (await response.json()) as Readonly<Record<string, unknown>>;
    if (response.ok && typeof until === 'string') return { isSaved: true, email, until };
    return typeof message === 'string' ? { ...failed, message } : failed;
  } catch (error) {
    console.error('Cannot save the answers:', error);
    return failed;
  }
}
