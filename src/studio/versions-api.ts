import { searchOf } from './api.ts';
import type { PreviewQuery } from './protocol.ts';
import type { ComparedView, ConsequencesAnswer, VersionName } from './protocol-consequences.ts';
import type {
  CancelAnswer,
  PublishAnswer,
  PublishRequest,
  RestoreRequest,
  VersionPage,
  VersionView,
} from './protocol-versions.ts';
import { ask } from './request.ts';

/** Two versions, by name; of a draft the one that this page has. */
export interface AskedVersions {
  readonly from: VersionName;
  readonly to: VersionName;
  readonly draft?: string;
  readonly version?: number;
}

/** Makes a version of the draft one that visitors get, at once or at a time. @throws SignedOut, NotAllowed, Unanswered */
export function publish(request: PublishRequest): Promise<PublishAnswer> {
  return ask('publish', { method: 'POST', body: request });
}

/** Makes a new version of an earlier one. @throws SignedOut, NotAllowed, Unanswered */
export function restore(request: RestoreRequest): Promise<PublishAnswer> {
  return ask('restore', { method: 'POST', body: request });
}

/** Cancels a version that waits for its time. @throws SignedOut, NotAllowed, Unanswered */
export function cancelVersion(number: number): Promise<CancelAnswer> {
  return ask(`versions/${number}`, { method: 'DELETE' });
}

/** Versions, the newest first. @throws SignedOut, Unanswered */
export function loadVersions(before?: number): Promise<VersionPage> {
  return ask(`versions${before === undefined ? '' : `?before=${before}`}`, { method: 'GET' });
}

/** One version whole. @throws SignedOut, Unanswered */
export function loadVersion(number: number): Promise<VersionView> {
  return ask(`versions/${number}`, { method: 'GET' });
}

/** What one version changes from another. @throws SignedOut, Unanswered */
export function loadConsequences(asked: AskedVersions, signal: AbortSignal): Promise<ConsequencesAnswer> {
  return ask(`consequences?${searchOfVersions(asked)}`, { method: 'GET', signal });
}

/** What is different in one situation. @throws SignedOut, Unanswered */
export function loadCompared(asked: AskedVersions, query: PreviewQuery): Promise<ComparedView> {
  return ask(`compared?${searchOfVersions(asked)}&${searchOf(query)}`, { method: 'GET' });
}

function searchOfVersions({ from, to, draft, version }: AskedVersions): URLSearchParams {
  return new URLSearchParams({
    ...{ from: String(from), to: String(to) },
    ...(draft !== undefined && { draft }),
    ...(version !== undefined && { version: String(version) }),
  });
}
