import type { Documents, Form } from '#engine';
import { scenarioDocumentOf } from '#engine/check/index.ts';
import { compile } from '#engine/compile/index.ts';
import type { Content } from '../../content/content.ts';
import type { CompiledForm } from '../../documents/compiled-form.ts';
import type { PreviewGround } from '../preview-visit.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import type { Made } from './form-maker.ts';

/** A version of the draft, as the thread works with it. */
export interface LoadedDraft {
  readonly version: number;
  readonly documents: Documents;
  /** Absent before the first version has come. */
  readonly content?: Content | undefined;
  /** Absent where the documents are no form. */
  readonly ready?: CompiledForm | undefined;
  /** Whose names are spoken: the newest version that is a form, if need be without its rules. */
  readonly spokenOf?: Form | undefined;
}

/** The draft after a version was made: what that does not have stays as it was before. */
export function loadedDraft(
  { version, documents, content }: Parameters<DraftCalls['load']>[0],
  { before, made }: { readonly before: LoadedDraft; readonly made: Made },
): LoadedDraft {
  return {
    ...{ version, documents },
    content: content ?? before.content,
    ready: made.ok ? made.ready : undefined,
    spokenOf: made.ok ? made.ready.form : (unruled(documents) ?? before.spokenOf),
  };
}

/** A draft that is a form but for its rules can be spoken of, so that these are mended where they stand. */
function unruled(draft: Documents): Form | undefined {
  const compiled = compile({ ...draft, 'rules.json': { rules: [] } });
  return compiled.ok ? compiled.form : undefined;
}

/** What previews of a draft are made from; undefined where there is none to be looked at. */
export function groundOf({ ready, content, documents }: LoadedDraft): PreviewGround | undefined {
  if (ready === undefined || content === undefined) return undefined;
  const { form } = ready;
  return { form, content, scenarios: scenarioDocumentOf(form, documents).document };
}
