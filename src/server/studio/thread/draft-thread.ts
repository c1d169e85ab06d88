import { parentPort } from 'node:worker_threads';
import type { Documents } from '#engine';
import { createCallListener, stackErrors } from '../../platform/concurrency/call-port.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import { createDocumentChecker } from './check-documents.ts';
import { createComparisonCalls } from './compare-versions.ts';
import { findDifferingSituationViews } from './differing-situations.ts';
import { createDraftSentenceRenderer } from './draft-sentences.ts';
import { createDryRun } from './dry-run.ts';
import { createPreviewExpectation } from './expectation.ts';
import { createFormCompiler } from './form-compiler.ts';
import { importForm } from './import-form.ts';
import { createLoadedDraft, type LoadedDraft } from './loaded-draft.ts';
import { listPageOffers } from './offers.ts';
import { renderDraftPreview } from './preview.ts';
import { explainPreview } from './reasons.ts';
import { createRuleWatch, describeRuleEffect, listRuleChoices, listRuleViews } from './rule-views.ts';

/**
 * The worker thread that compiles, renders, judges and checks the draft, so that no visitor waits for an
 * editor.
 */
const compiler = createFormCompiler();
const checkDraft = createDocumentChecker();
let draft: LoadedDraft = { version: 0, documents: {} };
const runDry = createDryRun(() => draft);

/** Returns a draft of the given documents with the loaded content; the loaded draft if they are undefined. */
function selectDraft(documents: Documents | undefined): LoadedDraft {
  if (documents === undefined) return draft;
  return createLoadedDraft(
    { version: draft.version, documents },
    { before: draft, made: compiler.compileForm(documents) },
  );
}

const calls: DraftCalls = {
  /** Compiles the documents and makes them the loaded draft, also if they do not compile. */
  async load(next) {
    const made = compiler.compileForm(next.documents);
    draft = createLoadedDraft(next, { before: draft, made });
    return { isForm: made.ok, findings: made.ok ? [] : made.findings };
  },
  /** Compiles documents. The loaded draft does not change. */
  async compiled({ documents }) {
    const made = compiler.compileForm(documents);
    return made.ok ? { ok: true, form: made.ready.form, codes: made.ready.codes() } : made;
  },
  /** Checks documents. The loaded draft does not change. */
  check: async (asked) => checkDraft(asked),
  /** Returns the form at the start of a preview, or why there is none. */
  preview: async ({ documents, ...asked }) => renderDraftPreview(selectDraft(documents), asked),
  /** Returns the schema of a type as an ES module. Undefined if no cached form has the hash. */
  module: async ({ hash, key, runtime }) => compiler.findForm(hash)?.moduleOf(key, runtime),
  /** Converts a form of another program. The loaded draft does not change. */
  importForm: async ({ documents, ...asked }) => importForm(asked, documents),
  /** Returns the rules of the loaded draft as sentences. Undefined if there are no names for sentences. */
  async rules({ locale }) {
    const renderer = createDraftSentenceRenderer(draft, locale);
    return renderer && listRuleViews(draft, renderer);
  },
  /** Returns the facts and names that a rule may use. Undefined also if the rule is malformed. */
  async ruleChoices({ asked, locale }) {
    const renderer = createDraftSentenceRenderer(draft, locale);
    return (
      renderer && ignoreErrors(() => listRuleChoices(asked, { documents: draft.documents, words: renderer }))
    );
  },
  /** Returns what would change without a rule. Undefined if the draft does not have the example. */
  async ruleEffect({ rule, example, locale }) {
    const renderer = createDraftSentenceRenderer(draft, locale);
    return renderer && describeRuleEffect({ rule, example }, { draft, renderer: renderer });
  },
  /** Returns scenarios that fail if a rule stops working. Undefined if the draft does not compile. */
  ruleWatch: async (asked) => createRuleWatch(draft, asked),
  /** Describes each situation in a sentence. Undefined if one refers to something that does not exist. */
  async situations({ on, locale }) {
    const renderer = createDraftSentenceRenderer(draft, locale);
    return renderer && ignoreErrors(() => on.map((each) => renderer.situation(each)));
  },
  /** Returns the reasons for the plan of a preview. Undefined if there is no preview. */
  reasons: async (asked) => ignoreErrors(() => explainPreview(draft, asked)),
  /** Returns a preview as the expectation of a scenario. Undefined if there is no preview. */
  expectation: async (asked) => ignoreErrors(() => createPreviewExpectation(draft, asked)),
  /** Returns the types that each page offers. Undefined if the draft does not compile or has no content. */
  offers: async ({ now }) => listPageOffers(draft, now),
  /**
   * Returns one situation for each way in which the form of a type can look. Undefined if the given documents
   * do not compile.
   */
  differing: async (asked) => findDifferingSituationViews(asked),
  ...createComparisonCalls(),
  /** Answers a GraphQL operation as a dry run. */
  graphql: async ({ documents, ...asked }) => runDry(selectDraft(documents), asked),
};

/**
 * Returns the result of the function, or undefined if it throws: a request may refer to something that an
 * edit has removed, or that never existed.
 */
function ignoreErrors<Result>(render: () => Result): Result | undefined {
  try {
    return render();
  } catch {
    return undefined;
  }
}

parentPort?.on(
  'message',
  createCallListener(calls, {
    post: (answer) => parentPort?.postMessage(answer),
    errors: stackErrors,
  }),
);
