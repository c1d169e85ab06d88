import type { Reason } from '#engine/rules/sentences/index.ts';
import type { ReasonSentence, ReasonsView } from '../../../api/studio.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import { createDraftSentenceRenderer } from './draft-sentences.ts';
import type { LoadedDraft } from './loaded-draft.ts';
import { resolvePreview } from './preview.ts';

/**
 * Returns the reasons for what a preview shows, as sentences: for the form, and for each field and block.
 * Undefined if the draft does not compile or has no content yet, or the content has no such site, or the
 * example cannot be visited.
 */
export function explainPreview(
  draft: LoadedDraft,
  { locale, now, ...asked }: Parameters<DraftCalls['reasons']>[0],
): ReasonsView | undefined {
  const renderer = createDraftSentenceRenderer(draft, locale);
  const plan = resolvePreview(draft, asked, now)?.plan;
  if (!renderer || !plan) return undefined;
  const { section, type, excludedTypes, eligible, offered, recipient, destinations, fields, blocks } =
    renderer.reasons(plan);
  const whole = [
    section,
    type,
    ...Object.values(excludedTypes),
    eligible,
    offered,
    ...(recipient ? [recipient] : []),
    ...(destinations ? [destinations] : []),
  ];
  const types = plan.type ? [plan.type.key] : [];
  const leftOut = excludedTypes[asked.query.type ?? ''];
  return {
    whole: whole.map(toReasonView),
    ...(leftOut && { leftOut: toReasonView(leftOut) }),
    fields: plan.fields.map(({ name, visibility, isRequired }) => ({
      name,
      visibility,
      isRequired,
      label: renderer.names.field(name, types).label,
      reasons: (fields[name] ?? []).map(toReasonView),
    })),
    blocks: (plan.blocks ?? []).map(({ name, visibility }) => ({
      name,
      visibility,
      label: renderer.names.formElement(name, types).label,
      reasons: blocks[name] ? [toReasonView(blocks[name])] : [],
    })),
  };
}

function toReasonView({ about, sentence }: Reason): ReasonSentence {
  return { about, sentence };
}
