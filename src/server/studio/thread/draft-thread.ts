import { parentPort } from 'node:worker_threads';
import type { Documents } from '#engine';
import type { DraftCalls, DraftThreadRequest, DraftThreadResponse } from '../start-draft-thread.ts';
import { createDocumentChecker } from './check-documents.ts';
import { createComparisonCalls } from './compare-versions.ts';
import { findDifferingSituationViews } from './differing-situations.ts';
import { createDraftSentenceRenderer } from './draft-sentences.ts';
import { createDryRun } from './dry-run.ts';
import { createPreviewExpectation } from './expectation.ts';
import { createFormCompiler } from './form-compiler.ts';
import { createLoadedDraft, type LoadedDraft } from './loaded-draft.ts';
import { listPageOffers } from './offers.ts';
import { renderDraftPreview } from './preview.ts';
import { explainPreview } from './reasons.ts';
import { describeRuleEffect, listRuleChoices, listRuleViews } from './rule-views.ts';

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
  async load(next) {
    const made = compiler.compileForm(next.documents);
    draft = createLoadedDraft(next, { before: draft, made });
    return { isForm: made.ok, findings: made.ok ? [] : made.findings };
  },
  async compiled({ documents }) {
    const made = compiler.compileForm(documents);
    return made.ok ? { ok: true, form: made.ready.form, codes: made.ready.codes() } : made;
  },
  check: async ({ documents }) => checkDraft(documents),
  preview: async ({ documents, ...asked }) => renderDraftPreview(selectDraft(documents), asked),
  module: async ({ hash, key, runtime }) => compiler.findForm(hash)?.moduleOf(key, runtime),
  async rules({ locale }) {
    const renderer = createDraftSentenceRenderer(draft, locale);
    return renderer && listRuleViews(draft, renderer);
  },
  async ruleChoices({ asked, locale }) {
    const renderer = createDraftSentenceRenderer(draft, locale);
    return (
      renderer && ignoreErrors(() => listRuleChoices(asked, { documents: draft.documents, words: renderer }))
    );
  },
  async ruleEffect({ rule, example, locale }) {
    const renderer = createDraftSentenceRenderer(draft, locale);
    return renderer && describeRuleEffect({ rule, example }, { draft, renderer: renderer });
  },
  async situations({ on, locale }) {
    const renderer = createDraftSentenceRenderer(draft, locale);
    return renderer && ignoreErrors(() => on.map((each) => renderer.situation(each)));
  },
  reasons: async (asked) => ignoreErrors(() => explainPreview(draft, asked)),
  expectation: async (asked) => ignoreErrors(() => createPreviewExpectation(draft, asked)),
  offers: async ({ now }) => listPageOffers(draft, now),
  differing: async (asked) => findDifferingSituationViews(asked),
  ...createComparisonCalls(),
  graphql: async ({ documents, ...asked }) => runDry(selectDraft(documents), asked),
};

/**
 * Returns undefined if the function throws: a request may refer to something that an edit has removed, or
 * that never existed.
 */
function ignoreErrors<Result>(render: () => Result): Result | undefined {
  try {
    return render();
  } catch {
    return undefined;
  }
}

parentPort?.on('message', async ({ number, name, request }: DraftThreadRequest) => {
  const postResponse = (message: DraftThreadResponse) => parentPort?.postMessage(message);
  try {
    postResponse({ number, result: await (calls[name] as (given: unknown) => Promise<unknown>)(request) });
  } catch (error) {
    postResponse({ number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
