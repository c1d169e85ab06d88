import type { ComparisonView, ConsequencesAnswer, VersionName } from '../../api/consequences.ts';
import type { ImportAnswer, ImportRequest, TrialAnswer } from '../../api/exchange.ts';
import type { FormImportAnswer, FormImportRequest } from '../../api/form-import.ts';
import type { PreviewQuery } from '../../api/studio.ts';
import type {
  CancelAnswer,
  PublishAnswer,
  PublishRequest,
  RestoreRequest,
  VersionListView,
  VersionView,
} from '../../api/versions.ts';
import { fetchFromStudio, type RequestOutcome, requestJson, tryRequest } from '../ui/ask/request.ts';
import { toPreviewSearch } from './api.ts';

/**
 * Two versions to compare. `draft` is the id of the draft that this page shows, and `version` the number of
 * its changes: the server compares no other one. An absent one means the newest.
 */
export interface ComparedVersions {
  readonly from: VersionName;
  readonly to: VersionName;
  readonly draft?: string;
  readonly version?: number;
}

/**
 * Publishes the draft, or schedules it for the time in the request. Nothing is published if the answer is
 * another than `published` or `scheduled`. Never throws.
 */
export function publishDraft(request: PublishRequest): Promise<RequestOutcome<PublishAnswer>> {
  return tryRequest('publish', { method: 'POST', body: request });
}

/**
 * Publishes an earlier version again as a new version, or schedules it for the time in the request. Nothing
 * is published if the answer is another than `published` or `scheduled`. Never throws.
 */
export function restoreVersion(request: RestoreRequest): Promise<RequestOutcome<PublishAnswer>> {
  return tryRequest('restore', { method: 'POST', body: request });
}

/**
 * Cancels a version that is scheduled and not live yet. The answer is `not-scheduled` for any other version,
 * and `no-version` for an unknown number. Never throws.
 */
export function cancelVersion(number: number): Promise<RequestOutcome<CancelAnswer>> {
  return tryRequest(`versions/${number}`, { method: 'DELETE' });
}

export interface ExportedVersion {
  /** The content of the file. */
  readonly text: string;
  /** The fingerprint of the signing key. */
  readonly installation: string;
}

/**
 * Returns a version as a signed file; undefined if the server refuses it or does not answer. Never throws.
 */
export async function exportVersion(number: number): Promise<ExportedVersion | undefined> {
  const response = await fetchFromStudio(`versions/${number}/archive`, { method: 'GET' }).catch(
    () => undefined,
  );
  const installation = response?.ok && response.headers.get('Slipway-Installation');
  if (!response || !installation) return undefined;
  const text = await response.text().catch(() => undefined);
  return text === undefined ? undefined : { text, installation };
}

/**
 * Checks an import without storing anything. Returns where the file comes from and which documents would
 * change, or the reason why it cannot be imported. Never throws.
 */
export function loadImportTrial(request: ImportRequest): Promise<RequestOutcome<TrialAnswer>> {
  return tryRequest('import/trial', { method: 'POST', body: request });
}

/**
 * Converts a form of another program for the draft, without changing the draft. Never throws.
 */
export function convertForm(request: FormImportRequest): Promise<RequestOutcome<FormImportAnswer>> {
  return tryRequest('form-import', { method: 'POST', body: request });
}

/**
 * Loads the differences for visitors that an import would make. If the file cannot be imported, the answer is
 * that of `loadImportTrial`. Never throws: if `signal` aborts the request, the outcome is `unreachable`.
 */
export function loadImportConsequences(
  request: ImportRequest,
  signal: AbortSignal,
): Promise<RequestOutcome<ConsequencesAnswer | TrialAnswer>> {
  return tryRequest('import/consequences', { method: 'POST', body: request, signal });
}

/**
 * Merges a file of another installation into the draft. The draft changes only if the answer is `imported`.
 * Never throws.
 */
export function importVersion(request: ImportRequest): Promise<RequestOutcome<ImportAnswer>> {
  return tryRequest('import', { method: 'POST', body: request });
}

/**
 * Loads one page of versions, the newest first.
 * @param before Loads only versions with a smaller number.
 * @throws SignedOut, Unanswered
 */
export function loadVersions(before?: number): Promise<VersionListView> {
  return requestJson(`versions${before === undefined ? '' : `?before=${before}`}`, { method: 'GET' });
}

/**
 * Loads one version with its documents.
 * @throws SignedOut, Unanswered, also for an unknown number
 */
export function loadVersion(number: number): Promise<VersionView> {
  return requestJson(`versions/${number}`, { method: 'GET' });
}

/**
 * Loads the differences for visitors between two versions, or the reason why they cannot be compared.
 * @param extent `first` for what is known within two seconds, `all` for the whole comparison.
 * @throws SignedOut, Unanswered, also if `signal` aborts the request
 */
export function loadConsequences(
  asked: ComparedVersions,
  { extent, signal }: { readonly extent: 'first' | 'all'; readonly signal: AbortSignal },
): Promise<ConsequencesAnswer> {
  const search = toVersionsSearch(asked);
  if (extent === 'first') search.set('first', 'true');
  return requestJson(`consequences?${search}`, { method: 'GET', signal });
}

/**
 * Loads the differences between two versions in one situation. The answer is `not-compared` if one of them is
 * missing, is not a form or does not have the situation.
 * @throws SignedOut, Unanswered
 */
export function loadComparison(asked: ComparedVersions, query: PreviewQuery): Promise<ComparisonView> {
  return requestJson(`compared?${toVersionsSearch(asked)}&${toPreviewSearch(query)}`, { method: 'GET' });
}

/** Returns the query string that names the versions. The draft's id and number are omitted if absent. */
function toVersionsSearch({ from, to, draft, version }: ComparedVersions): URLSearchParams {
  return new URLSearchParams({
    from: String(from),
    to: String(to),
    ...(draft !== undefined && { draft }),
    ...(version !== undefined && { version: String(version) }),
  });
}
