import { Worker } from 'node:worker_threads';
import type { Documents, Form } from '#engine';
import type { ExampleSituation, Finding } from '#engine/check/index.ts';
import type { ScenarioSituation } from '#engine/check/scenarios/index.ts';
import type { Consequence, FirstConsequences } from '#engine/compare/index.ts';
import type { Sentence } from '#engine/rules/sentences/index.ts';
import type { ComparisonView, ConsequenceView } from '../../api/consequences.ts';
import type { FormImportAnswer, FormImportRequest } from '../../api/form-import.ts';
import type {
  DryRunView,
  EnteredQuery,
  ExpectationView,
  PageOffers,
  PreviewQuery,
  PreviewView,
  ReasonsView,
  ReportView,
  RuleChoices,
  RuleChoicesQuery,
  RuleEffect,
  RuleView,
  RuleWatchView,
  SituationView,
} from '../../api/studio.ts';
import type { Content } from '../forms/content/content.ts';
import type { LiveContent } from '../forms/content/content-documents.ts';
import type { RawContent } from '../forms/content/raw-content.ts';
import type { SchemaCodes } from '../forms/documents/compiled-form.ts';
import { type CallPort, createCallPort, stackErrors } from '../platform/concurrency/call-port.ts';

/**
 * The result of compiling documents: a form with the code of its schemas, so that nobody compiles them again,
 * or the findings that prevent a form.
 */
export type CompiledDraft =
  | { readonly ok: true; readonly form: Form; readonly codes: SchemaCodes }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/**
 * The calls that a draft's thread answers. Results that may be undefined are so if the draft, or one of the
 * given documents, does not compile or has no content yet, unless stated otherwise. Calls about sentences
 * take the names from the newest version that compiles, if necessary without its rules.
 */
export interface DraftCalls {
  /**
   * Compiles a version of the draft and makes it the loaded one, also if it does not compile. Then `isForm`
   * is false, and the findings say why. If `live` is absent, the loaded content stays.
   */
  load(draft: {
    readonly version: number;
    readonly documents: Documents;
    readonly live?: LiveContent;
  }): Promise<{ readonly isForm: boolean; readonly findings: readonly Finding[] }>;
  /** Compiles documents for publishing, with the same result as `compile` and `compileSchemas`. */
  compiled(request: { readonly documents: Documents }): Promise<CompiledDraft>;
  /**
   * Returns the findings about documents and the content that they make with the files of the content folder,
   * the coverage of their rules, and where fields are shown.
   */
  check(request: {
    readonly documents: Documents;
    readonly folder: RawContent;
  }): Promise<Omit<ReportView, 'version' | 'isProven'>>;
  /**
   * Returns the form section at the start of a preview, of the draft or of the given documents, or why there
   * is none.
   * @param request `runtime` is the URL of the module that validators import. `now` is in milliseconds since
   * 1970.
   */
  preview(request: {
    readonly query: PreviewQuery;
    readonly documents?: Documents;
    readonly runtime: string;
    readonly now: number;
  }): Promise<PreviewView>;
  /**
   * Returns the compiled schema of a type as an ES module. Only the latest forms are known, by their hash;
   * undefined for any other.
   */
  module(request: {
    readonly hash: string;
    readonly key: string;
    readonly runtime: string;
  }): Promise<string | undefined>;
  /** Converts a form of another program for documents. */
  importForm(request: FormImportRequest & { readonly documents: Documents }): Promise<FormImportAnswer>;
  /** Returns the rules of the draft as sentences. Undefined only if there are no names or no content. */
  rules(request: { readonly locale: string }): Promise<readonly RuleView[] | undefined>;
  /** Returns the facts and names that a rule may use. Undefined also if the rule is malformed. */
  ruleChoices(request: {
    readonly asked: RuleChoicesQuery;
    readonly locale: string;
  }): Promise<RuleChoices | undefined>;
  /** Returns what would change without a rule. Undefined also if the example belongs to another draft. */
  ruleEffect(request: {
    readonly rule: string;
    readonly example: ExampleSituation;
    readonly locale: string;
  }): Promise<RuleEffect | undefined>;
  /** Returns scenarios that fail if a rule stops working. */
  ruleWatch(request: {
    readonly rule: string;
    readonly example?: ExampleSituation;
  }): Promise<RuleWatchView | undefined>;
  /**
   * Describes each situation as a sentence, in the same order. Undefined also if a situation refers to
   * something that does not exist.
   */
  situations(request: {
    readonly on: readonly ScenarioSituation[];
    readonly locale: string;
  }): Promise<readonly Sentence[] | undefined>;
  /** Explains the plan of a preview. Undefined if there is no preview. */
  reasons(
    request: EnteredQuery & { readonly locale: string; readonly now: number },
  ): Promise<ReasonsView | undefined>;
  /** Returns a preview as the expectation of a scenario. Undefined if there is no preview. */
  expectation(
    request: EnteredQuery & { readonly locale: string; readonly now: number },
  ): Promise<ExpectationView | undefined>;
  /**
   * Returns one situation for each way in which the form of a type can look. The documents may be older than
   * the draft.
   */
  differing(request: {
    readonly documents: Documents;
    readonly content: Pick<Content, 'sites' | 'enquiryTypes'>;
    readonly type: string;
    readonly locale: string;
  }): Promise<readonly SituationView[] | undefined>;
  /** Returns the enquiry types that each page of the content offers. */
  offers(request: { readonly now: number }): Promise<readonly PageOffers[] | undefined>;
  /** Compiles versions for a later comparison. */
  prepareVersions(request: { readonly versions: readonly Documents[] }): Promise<void>;
  /** Returns the differences between two versions for visitors. */
  consequences(request: VersionPair): Promise<readonly Consequence[] | undefined>;
  /** Returns the same if the time suffices, in milliseconds, else what was found until then. */
  firstConsequences(request: VersionPair & { readonly ms: number }): Promise<FirstConsequences | undefined>;
  /** Describes consequences in sentences. */
  saidConsequences(
    request: VersionPair & { readonly consequences: readonly Consequence[]; readonly locale: string },
  ): Promise<readonly ConsequenceView[] | undefined>;
  /** Returns `not-compared` if one version does not compile or does not have the situation. */
  compared(
    request: VersionPair & { readonly query: PreviewQuery; readonly locale: string; readonly now: number },
  ): Promise<ComparisonView>;
  /**
   * Answers a GraphQL operation as a dry run, by the draft or by the given documents. Stores nothing. Returns
   * also a view of the enquiry, if the operation sent a valid one.
   */
  graphql(request: {
    readonly query: PreviewQuery;
    readonly documents?: Documents;
    readonly body: string;
    readonly locale: string;
    readonly now: number;
  }): Promise<{ readonly status: number; readonly text: string; readonly rehearsal?: DryRunView }>;
}

/** Two versions to be compared, each on the content that it has. */
export interface VersionPair {
  readonly before: Documents;
  readonly after: Documents;
  readonly live: LiveContent;
}

/** A worker thread for a draft. It is started at the first call, and again after a failure. */
export interface DraftThread extends DraftCalls {
  /** Terminates the thread. Unanswered calls reject. A later call starts another. */
  readonly close: () => Promise<void>;
}

/** Thrown if a thread did not answer in time. The thread was terminated; the next call starts another. */
export class ThreadTimeout extends Error {
  override readonly name = 'Overrun';
}

export interface DraftThreadOptions {
  /** Called at the start of each new thread, which has nothing loaded. */
  readonly onStart: () => void;
  /** Maximum duration of a call in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Creates the calls of a thread, which starts at the first call. If it does not answer in time, for example
 * because of a regular expression that backtracks without end, the call rejects with a `ThreadTimeout`, the
 * thread's other calls reject as well, and the next call starts a new thread.
 */
export function createDraftThreadClient(options: DraftThreadOptions): DraftThread {
  let thread: { readonly worker: Worker; readonly port: CallPort<DraftCalls, string> } | undefined;

  /** Returns the port of the running thread. Starts one and calls `onStart` if there is none. */
  function ensurePort(): CallPort<DraftCalls, string> {
    if (thread) return thread.port;
    const worker = new Worker(new URL('./thread/draft-thread.ts', import.meta.url));
    worker.unref();
    const port = createCallPort<DraftCalls, string>({
      post: (message) => worker.postMessage(message),
      errors: stackErrors,
      timeLimit: {
        get ms() {
          return options.timeoutMs;
        },
        onExceeded({ name, ms }) {
          void worker.terminate();
          return new ThreadTimeout(`The draft's thread has not answered "${name}" within ${ms} ms`);
        },
      },
    });
    /** Rejects all unanswered calls. The next call starts another thread. */
    const handleFailure = (error: Error) => {
      if (thread?.worker === worker) thread = undefined;
      port.end(error);
    };
    worker.on('message', port.receive);
    worker.on('error', handleFailure);
    worker.on('exit', () => handleFailure(new Error('The thread of the draft has ended')));
    thread = { worker, port };
    options.onStart();
    return port;
  }

  const call: CallPort<DraftCalls, string>['call'] = (name, request) => ensurePort().call(name, request);
  return {
    load: (request) => call('load', request),
    compiled: (request) => call('compiled', request),
    check: (request) => call('check', request),
    preview: (request) => call('preview', request),
    module: (request) => call('module', request),
    importForm: (request) => call('importForm', request),
    rules: (request) => call('rules', request),
    ruleChoices: (request) => call('ruleChoices', request),
    ruleEffect: (request) => call('ruleEffect', request),
    ruleWatch: (request) => call('ruleWatch', request),
    situations: (request) => call('situations', request),
    reasons: (request) => call('reasons', request),
    expectation: (request) => call('expectation', request),
    offers: (request) => call('offers', request),
    differing: (request) => call('differing', request),
    prepareVersions: (request) => call('prepareVersions', request),
    consequences: (request) => call('consequences', request),
    firstConsequences: (request) => call('firstConsequences', request),
    saidConsequences: (request) => call('saidConsequences', request),
    compared: (request) => call('compared', request),
    graphql: (request) => call('graphql', request),
    async close() {
      await thread?.worker.terminate();
    },
  };
}
