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

/** Two versions to compare. `draft` and `version` identify the draft that this page shows. */
export interface AskedVersions {
  readonly from: VersionName;
  readonly to: VersionName;
  readonly draft?: string;
  readonly version?: number;
}

/** Publishes a version of the draft, at once or at a time. */
export function publish(request: PublishRequest): Promise<Outcome<PublishAnswer>> {
  return attempt('publish', { method: 'POST', body: request });
}

/** Publishes an earlier version again, as a new version. */
export function restore(request: RestoreRequest): Promise<Outcome<PublishAnswer>> {
  return attempt('restore', { method: 'POST', body: request });
}

export function cancelVersion(number: number): Promise<Outcome<CancelAnswer>> {
  return attempt(`versions/${number}`, { method: 'DELETE' });
}

export interface ExportedVersion {
  readonly text: string;
  /** The fingerprint of the signing key. */
  readonly installation: string;
}

/** Returns a version as a signed file, or undefined if the server gives none. */
export async function exportVersion(number: number): Promise<ExportedVersion | undefined> {
  const response = await reach(`versions/${number}/archive`, { method: 'GET' }).catch(() => undefined);
  const installation = response?.ok && response.headers.get('Slipway-Installation');
  if (!response || !installation) return undefined;
  const text = await response.text().catch(() => undefined);
  return text === undefined ? undefined : { text, installation };
}

/** Describes a file of another installation, and lists the documents that its import would change. */
export function tryImport(request: ImportRequest): Promise<Outcome<TrialAnswer>> {
  return attempt('import/trial', { method: 'POST', body: request });
}

/** Returns what the import of a file would change for visitors. */
export function importConsequences(
  request: ImportRequest,
  signal: AbortSignal,
): Promise<Outcome<ConsequencesAnswer | TrialAnswer>> {
  return attempt('import/consequences', { method: 'POST', body: request, signal });
}

/** Imports a version of another installation into the draft. */
export function importVersion(request: ImportRequest): Promise<Outcome<ImportAnswer>> {
  return attempt('import', { method: 'POST', body: request });
}

/**
 * Loads versions, the newest first.
 * @param before Loads only versions with a smaller number.
 * @throws SignedOut, Unanswered
 */
export function loadVersions(before?: number): Promise<VersionPage> {
  return ask(`versions${before === undefined ? '' : `?before=${before}`}`, { method: 'GET' });
}

/**
 * Loads one version with its documents.
 * @throws SignedOut, Unanswered
 */
export function loadVersion(number: number): Promise<VersionView> {
  return ask(`versions/${number}`, { method: 'GET' });
}

/**
 * Loads the differences for visitors between two versions.
 * @throws SignedOut, Unanswered
 */
export function loadConsequences(asked: AskedVersions, signal: AbortSignal): Promise<ConsequencesAnswer> {
  return ask(`consequences?${searchOfVersions(asked)}`, { method: 'GET', signal });
}

/**
 * Loads the differences between two versions in one situation.
 * @throws SignedOut, Unanswered
 */
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
