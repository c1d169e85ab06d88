import { Worker } from 'node:worker_threads';
import type { Documents, Form } from '#engine';
import type { Example, Finding } from '#engine/check/index.ts';
import type { Consequence } from '#engine/consequences/index.ts';
import type { ScenarioSituation } from '#engine/scenarios/index.ts';
import type { Sentence } from '#engine/words/index.ts';
import type {
  AskedChoices,
  EnteredQuery,
  ExpectationView,
  PageOffers,
  PreviewQuery,
  PreviewView,
  ReasonsView,
  RehearsalView,
  ReportView,
  RuleChoices,
  RuleEffect,
  RuleView,
  SituationView,
} from '../../studio/protocol.ts';
import type { ComparedView, ConsequenceView } from '../../studio/protocol-consequences.ts';
import type { Content } from '../content/content.ts';
import type { SchemaCodes } from '../documents/compiled-form.ts';

/** A form with the code of its schemas, so that whoever goes on with it compiles nothing; or what keeps documents from being one. */
export type CompiledDraft =
  | { readonly ok: true; readonly form: Form; readonly codes: SchemaCodes }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** What a draft's thread is asked. */
export interface DraftCalls {
  /** Takes a version of the draft; content that is absent stays as it was. */
  load(draft: {
    readonly version: number;
    readonly documents: Documents;
    readonly content?: Content;
  }): Promise<{ readonly isForm: boolean; readonly findings: readonly Finding[] }>;
  /** A form ready to be published, or why it is none; the same as `compile` and `compileSchemas` would make of the documents. */
  compiled(request: { readonly documents: Documents }): Promise<CompiledDraft>;
  /** Everything that `slipway check` says. */
  check(request: { readonly documents: Documents }): Promise<Omit<ReportView, 'version' | 'isProven'>>;
  /**
   * The section as it opens; `runtime` is the address of what validators import, `now` in milliseconds since 1970 UTC. Of the draft, or
   * of the documents that are given.
   */
  preview(request: {
    readonly query: PreviewQuery;
    readonly documents?: Documents;
    readonly runtime: string;
    readonly now: number;
  }): Promise<PreviewView>;
  /** The compiled schema of a type of one of the last forms, as an ES module. */
  module(request: {
    readonly hash: string;
    readonly key: string;
    readonly runtime: string;
  }): Promise<string | undefined>;
  /** The rules of the draft in sentences; undefined where nothing can be said of it. */
  rules(request: { readonly locale: string }): Promise<readonly RuleView[] | undefined>;
  /** What a rule may ask and name; undefined where nothing can be said of the draft. */
  ruleChoices(request: {
    readonly asked: AskedChoices;
    readonly locale: string;
  }): Promise<RuleChoices | undefined>;
  /** What would change without a rule; undefined where the draft is no form, or the example is of another one. */
  ruleEffect(request: {
    readonly rule: string;
    readonly example: Example;
    readonly locale: string;
  }): Promise<RuleEffect | undefined>;
  /** Situations in sentences; undefined where nothing can be said of the draft. */
  situations(request: {
    readonly on: readonly ScenarioSituation[];
    readonly locale: string;
  }): Promise<readonly Sentence[] | undefined>;
  /** Why a preview is as it is; undefined where there is none. */
  reasons(
    request: EnteredQuery & { readonly locale: string; readonly now: number },
  ): Promise<ReasonsView | undefined>;
  /** A preview as an expectation; undefined where there is none. */
  expectation(
    request: EnteredQuery & { readonly locale: string; readonly now: number },
  ): Promise<ExpectationView | undefined>;
  /** The situations in which the form of a type differs, for documents that need not be the draft's newest; undefined where they are no form. */
  differing(request: {
    readonly documents: Documents;
    readonly content: Pick<Content, 'sites' | 'enquiryTypes'>;
    readonly type: string;
    readonly locale: string;
  }): Promise<readonly SituationView[] | undefined>;
  /** The enquiry types that each page of the content offers by the draft; undefined where it is no form. */
  offers(request: { readonly now: number }): Promise<readonly PageOffers[] | undefined>;
  /** What changes for visitors from one version to another; undefined where one is no form. */
  consequences(request: TwoVersions): Promise<readonly Consequence[] | undefined>;
  /** The same in sentences. */
  saidConsequences(
    request: TwoVersions & { readonly consequences: readonly Consequence[]; readonly locale: string },
  ): Promise<readonly ConsequenceView[] | undefined>;
  /** What is different in the situation of a preview. */
  compared(
    request: TwoVersions & { readonly query: PreviewQuery; readonly locale: string; readonly now: number },
  ): Promise<ComparedView>;
  /** Answers an operation as the draft would, or the documents that are given, and stores nothing. */
  graphql(request: {
    readonly query: PreviewQuery;
    readonly documents?: Documents;
    readonly body: string;
    readonly locale: string;
    readonly now: number;
  }): Promise<{ readonly status: number; readonly text: string; readonly rehearsal?: RehearsalView }>;
}

/** Two versions, and the content that they are compared with. */
export interface TwoVersions {
  readonly before: Documents;
  readonly after: Documents;
  readonly content: Content;
}

/** A call on its way to the thread. */
export interface ToDraftThread {
  readonly number: number;
  readonly name: keyof DraftCalls;
  readonly request: unknown;
}

/** Its answer. */
export type FromDraftThread =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: string };

/** A thread that works on a draft; started when it is first asked, and again after it broke. */
export interface DraftThread extends DraftCalls {
  readonly close: () => Promise<void>;
}

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** A thread did not answer in time: it was ended, and the next call starts another. */
export class Overrun extends Error {
  override readonly name = 'Overrun';
}

/** What a thread is made with. */
export interface DraftThreadOptions {
  /** Hears of each new thread, which knows nothing yet. */
  readonly onStart: () => void;
  /** How long a call may take, in milliseconds. */
  readonly patienceMs: number;
}

/** Makes a thread. One that does not answer in time, busy with a pattern that does not end, makes place for a new one. */
export function createDraftThread(options: DraftThreadOptions): DraftThread {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let lastNumber = 0;

  function running(): Worker {
    if (worker) return worker;
    const started = new Worker(new URL('./thread/draft-thread.ts', import.meta.url));
    worker = started;
    started.unref();
    const broke = (error: Error) => {
      if (worker === started) worker = undefined;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    };
    started.on('message', (message: FromDraftThread) => {
      const call = pending.get(message.number);
      pending.delete(message.number);
      if ('error' in message) call?.reject(new Error(message.error));
      else call?.resolve(message.result as never);
    });
    started.on('error', broke);
    started.on('exit', () => broke(new Error('The thread of the draft has ended')));
    options.onStart();
    return started;
  }

  function call<Result>(name: keyof DraftCalls, request: unknown): Promise<Result> {
    const thread = running();
    lastNumber += 1;
    const number = lastNumber;
    const { patienceMs } = options;
    return new Promise<Result>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Overrun(`The draft's thread has not answered "${name}" within ${patienceMs} ms`));
        void thread.terminate();
      }, patienceMs).unref();
      const settling =
        <Given>(settle: (given: Given) => void) =>
        (given: Given) => {
          clearTimeout(timer);
          settle(given);
        };
      pending.set(number, {
        resolve: settling(resolve as Pending['resolve']),
        reject: settling(reject),
      });
      thread.postMessage({ number, name, request } satisfies ToDraftThread);
    });
  }

  const calls: DraftCalls = {
    load: (request) => call('load', request),
    compiled: (request) => call('compiled', request),
    check: (request) => call('check', request),
    preview: (request) => call('preview', request),
    module: (request) => call('module', request),
    rules: (request) => call('rules', request),
    ruleChoices: (request) => call('ruleChoices', request),
    ruleEffect: (request) => call('ruleEffect', request),
    situations: (request) => call('situations', request),
    reasons: (request) => call('reasons', request),
    expectation: (request) => call('expectation', request),
    offers: (request) => call('offers', request),
    differing: (request) => call('differing', request),
    consequences: (request) => call('consequences', request),
    saidConsequences: (request) => call('saidConsequences', request),
    compared: (request) => call('compared', request),
    graphql: (request) => call('graphql', request),
  };
  return {
    ...calls,
    async close() {
      await worker?.terminate();
    },
  };
}
