import type { Reason } from '#engine/words/index.ts';
import type { ReasonsView, SaidReason } from '../../../studio/protocol.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import type { LoadedDraft } from './loaded-draft.ts';
import { previewedPlan } from './preview.ts';
import { speaking } from './speaking.ts';

/** Explains the plan of a preview. Undefined if there is no preview. */
export function reasonsIn(
  draft: LoadedDraft,
  { locale, now, ...asked }: Parameters<DraftCalls['reasons']>[0],
): ReasonsView | undefined {
  const words = speaking(draft, locale);
  const plan = previewedPlan(draft, asked, now)?.plan;
  if (!words || !plan) return undefined;
  const { section, type, excludedTypes, eligible, offered, recipient, destinations, fields, blocks } =
    words.reasons(plan);
  const whole = [
    ...[section, type, ...Object.values(excludedTypes), eligible, offered],
    ...(recipient ? [recipient] : []),
    ...(destinations ? [destinations] : []),
  ];
  const types = plan.type ? [plan.type.key] : [];
  const leftOut = excludedTypes[asked.query.type ?? ''];
  return {
    whole: whole.map(said),
    ...(leftOut && { leftOut: said(leftOut) }),
    fields: plan.fields.map(({ name, visibility, isRequired }) => ({
      ...{ name, visibility, isRequired },
      label: words.names.field(name, types).label,
      reasons: (fields[name] ?? []).map(said),
    })),
    blocks: (plan.blocks ?? []).map(({ name, visibility }) => ({
      ...{ name, visibility, label: words.names.shown(name, types).label },
      reasons: blocks[name] ? [said(blocks[name])] : [],
    })),
  };
}

function said({ about, sentence }: Reason): SaidReason {
  return { about, sentence };
}
