import { parentPort } from 'node:worker_threads';
import type { Documents } from '#engine';
import type { DraftCalls, FromDraftThread, ToDraftThread } from '../start-draft-thread.ts';
import { createComparing } from './comparing.ts';
import { differingIn } from './differing.ts';
import { expectationIn } from './expectation.ts';
import { createFormMaker } from './form-maker.ts';
import { type LoadedDraft, loadedDraft } from './loaded-draft.ts';
import { offersIn } from './offers.ts';
import { previewOf } from './preview.ts';
import { createProof } from './proof.ts';
import { reasonsIn } from './reasons.ts';
import { createRehearsals } from './rehearsal.ts';
import { choicesOf, effectOf, ruleViews } from './rule-views.ts';
import { speaking } from './speaking.ts';

/**
 * The worker thread that compiles, renders, judges and checks the draft, so that no visitor waits for an
 * editor.
 */
const maker = createFormMaker();
const prove = createProof();
let draft: LoadedDraft = { version: 0, documents: {} };
const rehearse = createRehearsals(() => draft);

/** Returns the draft, or a draft of other documents with the same content. */
function previewed(documents: Documents | undefined): LoadedDraft {
  if (documents === undefined) return draft;
  return loadedDraft({ version: draft.version, documents }, { before: draft, made: maker.make(documents) });
}

const calls: DraftCalls = {
  async load(next) {
    const made = maker.make(next.documents);
    draft = loadedDraft(next, { before: draft, made });
    return { isForm: made.ok, findings: made.ok ? [] : made.findings };
  },
  async compiled({ documents }) {
    const made = maker.make(documents);
    return made.ok ? { ok: true, form: made.ready.form, codes: made.ready.codes() } : made;
  },
  check: async ({ documents }) => prove(documents),
  preview: async ({ documents, ...asked }) => previewOf(previewed(documents), asked),
  module: async ({ hash, key, runtime }) => maker.known(hash)?.moduleOf(key, runtime),
  async rules({ locale }) {
    const words = speaking(draft, locale);
    return words && ruleViews(draft, words);
  },
  async ruleChoices({ asked, locale }) {
    const words = speaking(draft, locale);
    return words && ifKnown(() => choicesOf(asked, { documents: draft.documents, words }));
  },
  async ruleEffect({ rule, example, locale }) {
    const words = speaking(draft, locale);
    return words && effectOf({ rule, example }, { draft, words });
  },
  async situations({ on, locale }) {
    const words = speaking(draft, locale);
    return words && ifKnown(() => on.map((each) => words.situation(each)));
  },
  reasons: async (asked) => ifKnown(() => reasonsIn(draft, asked)),
  expectation: async (asked) => ifKnown(() => expectationIn(draft, asked)),
  offers: async ({ now }) => offersIn(draft, now),
  differing: async (asked) => differingIn(asked),
  ...createComparing(),
  graphql: async ({ documents, ...asked }) => rehearse(previewed(documents), asked),
};

/**
 * Returns undefined if the function throws: a request may refer to something that an edit has removed, or
 * that never existed.
 */
function ifKnown<Said>(say: () => Said): Said | undefined {
  try {
    return say();
  } catch {
    return undefined;
  }
}

parentPort?.on('message', async ({ number, name, request }: ToDraftThread) => {
  const answer = (message: FromDraftThread) => parentPort?.postMessage(message);
  try {
    answer({ number, result: await (calls[name] as (given: unknown) => Promise<unknown>)(request) });
  } catch (error) {
    answer({ number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
