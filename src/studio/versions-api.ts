import type { ImportAnswer, ImportRequest, TrialAnswer } from '#engine/exchange/index.ts';
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
import { ask, attempt, type Outcome, reach } from './request.ts';

/** Two versions, by name; of a draft the one that this page has. */
export interface AskedVersions {
  readonly from: VersionName;
  readonly to: VersionName;
  readonly draft?: string;
  readonly version?: number;
}

/** Makes a version of the draft one that visitors get, at once or at a time. */
export function publish(request: PublishRequest): Promise<Outcome<PublishAnswer>> {
  return attempt('publish', { method: 'POST', body: request });
}

/** Makes a new version of an earlier one. */
export function restore(request: RestoreRequest): Promise<Outcome<PublishAnswer>> {
  return attempt('restore', { method: 'POST', body: request });
}

/** Cancels a version that waits for its time. */
export function cancelVersion(number: number): Promise<Outcome<CancelAnswer>> {
  return attempt(`versions/${number}`, { method: 'DELETE' });
}

/** A version as a signed file. */
export interface ExportedVersion {
  readonly text: string;
  /** The fingerprint of the key that it is signed with. */
  readonly installation: string;
}

/** A version as a signed file; undefined: the server gives none. */
export async function exportVersion(number: number): Promise<ExportedVersion | undefined> {
  const response = await reach(`versions/${number}/archive`, { method: 'GET' }).catch(() => undefined);
  const installation = response?.ok && response.headers.get('Slipway-Installation');
  if (!response || !installation) return undefined;
  const text = await response.text().catch(() => undefined);
  return text === undefined ? undefined : { text, installation };
}

/** What a file of another installation is, and which documents its import would change. */
export function tryImport(request: ImportRequest): Promise<Outcome<TrialAnswer>> {
  return attempt('import/trial', { method: 'POST', body: request });
}

/** What the import of a file would change for visitors. */
export function importConsequences(
  request: ImportRequest,
  signal: AbortSignal,
): Promise<Outcome<ConsequencesAnswer | TrialAnswer>> {
  return attempt('import/consequences', { method: 'POST', body: request, signal });
}

/** Puts a version of another installation into the draft. */
export function importVersion(request: ImportRequest): Promise<Outcome<ImportAnswer>> {
  return attempt('import', { method: 'POST', body: request });
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
