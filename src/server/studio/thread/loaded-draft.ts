import type { Documents, Form } from '#engine';
import { readScenarioDocument } from '#engine/check/scenarios.ts';
import { compile } from '#engine/compile/index.ts';
import type { Content } from '../../forms/content/content.ts';
import { getContentOf, type LiveContent } from '../../forms/content/content-documents.ts';
import type { CompiledForm } from '../../forms/documents/compiled-form.ts';
import type { PreviewSources } from '../preview-visit.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import type { FormBuild } from './form-compiler.ts';

export interface LoadedDraft {
  /** The number of changes that the draft has. */
  readonly version: number;
  readonly documents: Documents;
  /** The content of the documents; absent before any content is known. */
  readonly content?: Content | undefined;
  /** The live content, of which the draft uses what its documents do not have. */
  readonly live?: LiveContent | undefined;
  /** Absent if the documents do not compile. */
  readonly ready?: CompiledForm | undefined;
  /**
   * The form whose names are used in sentences: the newest version that compiles, if necessary without its
   * rules.
   */
  readonly namesForm?: Form | undefined;
}

/**
 * Creates the loaded draft of a version. Live content that is absent, and names if the version does not
 * compile even without its rules, are taken from the draft before it.
 * @param made The result of compiling these documents.
 */
export function createLoadedDraft(
  { version, documents, live: news }: Parameters<DraftCalls['load']>[0],
  { before, made }: { readonly before: LoadedDraft; readonly made: FormBuild },
): LoadedDraft {
  const live = news ?? before.live;
  return {
    version,
    documents,
    live,
    content: live && getContentOf(documents, live),
    ready: made.ok ? made.ready : undefined,
    namesForm: made.ok ? made.ready.form : (compileWithoutRules(documents) ?? before.namesForm),
  };
}

/**
 * Compiles a draft without its rules, so that sentences can name its parts while broken rules are repaired.
 * Undefined if it does not compile even so.
 */
function compileWithoutRules(draft: Documents): Form | undefined {
  const compiled = compile({ ...draft, 'rules.json': { rules: [] } });
  return compiled.ok ? compiled.form : undefined;
}

/**
 * Returns what a preview needs of a draft: its form, content and scenarios. Undefined if the draft does not
 * compile or has no content yet.
 */
export function getPreviewSources({ ready, content, documents }: LoadedDraft): PreviewSources | undefined {
  if (ready === undefined || content === undefined) return undefined;
  const { form } = ready;
  return { form, content, scenarios: readScenarioDocument(form, documents).document };
}
