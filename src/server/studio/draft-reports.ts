import type { Documents } from '#engine';
import type { DocumentFindingCode } from '#engine/check/finding.ts';
import type { Finding } from '#engine/check/index.ts';
import type { Patch } from '#engine/editing/index.ts';
import { toJsonPointer } from '#engine/json-schema/pointers.ts';
import type { FindingView } from '../../api/findings.ts';
import type { ReportView } from '../../api/studio.ts';
import type { LiveContent } from '../forms/content/content-documents.ts';
import type { FormStore } from '../forms/documents/form-store.ts';
import type { Log } from '../platform/log/log.ts';
import type { Drafts } from './draft/drafts.ts';
import { markKnown } from './known-warnings.ts';
import { createDraftThreadClient, type DraftThread, ThreadTimeout } from './start-draft-thread.ts';

/** Loads and checks the newest version of the draft in two threads, and reports the results. */
export interface DraftReports {
  /** The thread of interactive requests, in which the newest version is loaded. */
  readonly thread: DraftThread;
  /** The thread of checks, and of whatever takes as long. */
  readonly checkThread: DraftThread;
  /** Returns the report of the newest version; undefined while that is not loaded. */
  readonly getNewest: () => ReportView | undefined;
  /** Returns true if a version was loaded before, or is being loaded. */
  readonly hasLoaded: () => boolean;
  /** Loads and checks the newest version. Never rejects: a failure is reported as a finding. */
  readonly reload: () => Promise<void>;
  /** Waits for the latest loading; starts one if there was none. Never rejects. */
  readonly waitUntilLoaded: () => Promise<void>;
  /** Does the work of `DraftService.check`. */
  readonly check: (documents: Documents) => Promise<readonly FindingView[]>;
  /** Ends both threads. Resolves when they have ended. */
  readonly close: () => Promise<void>;
}

export interface DraftReportsOptions {
  readonly drafts: Drafts;
  readonly forms: Pick<FormStore, 'documents'>;
  /** Returns the content that is in use now. */
  readonly live: () => LiveContent;
  /** Called with each report about the newest version. */
  readonly onReport: (report: ReportView) => void;
  readonly log: Log;
}

/**
 * Time limits in milliseconds for compiling a draft and for checking it: many times what a form of 500 fields
 * takes.
 */
const interactiveTimeoutMs = 120_000;
const checkTimeoutMs = 300_000;

/** Creates the reports. Both threads are started on first use. */
export function createDraftReports(options: DraftReportsOptions): DraftReports {
  const { drafts, live, onReport, log } = options;
  let loadedContent: LiveContent | undefined;
  let loading: Promise<void> | undefined;
  let isChecking = false;
  let latest: ReportView | undefined;

  const thread = createDraftThreadClient({
    timeoutMs: interactiveTimeoutMs,
    onStart: () => {
      loadedContent = undefined;
    },
  });
  const checkThread = createDraftThreadClient({ timeoutMs: checkTimeoutMs, onStart: () => undefined });
  const checkLiveVersion = createLiveVersionCheck(options, checkThread);

  /** Returns the number of the draft's changes, which is its version; -1 while there is no draft. */
  const getVersion = () => (drafts.fault() === undefined ? drafts.current().changes.length : -1);

  /** Replaces the latest report and reports it. */
  function setReport(report: ReportView): void {
    latest = report;
    onReport(report);
  }

  function reload(): Promise<void> {
    const version = getVersion();
    loading = loadNewest().catch((error: unknown) => reportFailure(version, error));
    return loading;
  }

  /**
   * Loads the newest version into the thread, with the content if that has changed, reports whether it
   * compiles, and starts the check if it does. Reports nothing if there is a newer version by then. Rejects
   * if the thread fails or there is no draft.
   */
  async function loadNewest(): Promise<void> {
    const version = getVersion();
    const { documents } = drafts.current();
    const now = live();
    const news = loadedContent === now ? {} : { live: now };
    loadedContent = now;
    const { isForm, findings } = await thread.load({ version, documents, ...news });
    if (version !== getVersion()) return;
    setReport({ version, findings, isForm, isProven: !isForm, reach: {} });
    // Pages that wait for this version ask first: finding the differing situations is faster than a check.
    if (isForm) setImmediate(startCheck);
  }

  /**
   * Starts a check, unless one is running. It ends when the newest version is checked; versions in between
   * are skipped.
   */
  function startCheck(): void {
    if (isChecking) return;
    isChecking = true;
    void checkNewest().finally(() => {
      isChecking = false;
    });
  }

  /**
   * Checks the newest version and reports the result, and repeats this while a newer version has appeared. A
   * failed check is reported as a finding. Never rejects.
   */
  async function checkNewest(): Promise<void> {
    for (let version = -1; version !== getVersion(); ) {
      version = getVersion();
      try {
        const known = await checkLiveVersion();
        const { documents } = drafts.current();
        const checked = await checkThread.check({ documents, folder: live().folder });
        if (version !== getVersion()) continue;
        setReport({ version, ...checked, findings: markKnown(checked.findings, known), isProven: true });
      } catch (error) {
        reportFailure(version, error);
      }
    }
  }

  /**
   * Logs the error, and reports it as the only finding, so that the version cannot be published. Only logs it
   * if the draft has another version by now.
   */
  function reportFailure(version: number, error: unknown): void {
    log.error('draft-not-checked', error);
    if (version !== getVersion()) return;
    const findings = [createNotCheckedFinding(findLatestPatch(drafts), error)];
    setReport({ version, findings, isForm: false, isProven: true, reach: {} });
  }

  return {
    thread,
    checkThread,
    getNewest: () => (latest?.version === getVersion() ? latest : undefined),
    hasLoaded: () => loading !== undefined,
    reload,
    waitUntilLoaded: () => loading ?? reload(),
    async check(documents) {
      const known = await checkLiveVersion();
      const { findings } = await checkThread
        .check({ documents, folder: live().folder })
        .catch((error: unknown) => ({ findings: [createNotCheckedFinding(findLatestPatch(drafts), error)] }));
      return markKnown(findings, known);
    },
    async close() {
      await Promise.all([thread.close(), checkThread.close()]);
    },
  };
}

/**
 * Creates a function that returns the findings of the live version, which is checked once; an empty list if
 * its check failed. Call it before the draft is checked: the checker then visits only the parts of the draft
 * that differ.
 */
function createLiveVersionCheck(
  { forms, live }: Pick<DraftReportsOptions, 'forms' | 'live'>,
  thread: Pick<DraftThread, 'check'>,
): () => Promise<readonly Finding[]> {
  let checked: { readonly of: Documents; readonly findings: Promise<readonly Finding[]> } | undefined;
  return () => {
    const of = forms.documents();
    if (checked?.of !== of)
      checked = {
        of,
        findings: thread.check({ documents: of, folder: live().folder }).then(
          ({ findings }) => findings,
          () => [],
        ),
      };
    return checked.findings;
  };
}

/** Returns the first patch of the draft's latest change; empty if there is none. */
function findLatestPatch(drafts: Drafts): Partial<Patch> {
  return (drafts.fault() === undefined && drafts.current().changes.at(-1)?.patches[0]) || {};
}

/**
 * Returns the finding for a check that failed or took too long. It points to the patch, usually of the latest
 * change, which is the most likely cause.
 */
function createNotCheckedFinding(
  { file = 'enquiry-types.json', path = [] }: Partial<Patch>,
  error: unknown,
): Finding {
  const what = error instanceof ThreadTimeout ? 'took too long to check' : 'made the check fail';
  return {
    severity: 'error',
    code: 'not-checked' satisfies DocumentFindingCode,
    file,
    pointer: toJsonPointer(path),
    reason: `the draft ${what}, most likely because of the latest change; undo it, or simplify it`,
  };
}
