import { isObject } from '#engine/json-schema/values.ts';
import type { RuleChoices } from '../../api/studio.ts';
import { emptyPick, type PickedEffect } from './effect-picker.tsx';

/** A new rule that is being entered and not yet in the draft. */
export interface UnfinishedRule {
  readonly picked: PickedEffect;
  /** The keys of the enquiry types to which the rule is limited. Empty: all types. */
  readonly types: readonly string[];
  /** Empty: the rule gets a proposed description. */
  readonly description: string;
}

export const emptyUnfinishedRule: UnfinishedRule = { picked: emptyPick, types: [], description: '' };

/** The key of the unfinished rule in `localStorage`. */
const key = 'slipway-studio-new-rule';

/**
 * Returns the unfinished rule that is stored in this browser. Undefined if there is none or it cannot be
 * read.
 */
export function loadUnfinishedRule(): UnfinishedRule | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isObject(stored) || !isObject(stored.picked)) return undefined;
    return { ...emptyUnfinishedRule, ...stored, picked: { ...emptyPick, ...stored.picked } };
  } catch {
    return undefined;
  }
}

/**
 * Stores an unfinished rule in this browser, so that it survives a reload. Undefined deletes it. Does nothing
 * if the browser has no storage.
 */
export function storeUnfinishedRule(begun: UnfinishedRule | undefined): void {
  try {
    if (begun === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(begun));
  } catch {
    // Without storage the rule exists as long as the page is open.
  }
}

/**
 * Returns the unfinished rule without the field and the types that no longer exist, because the documents
 * were edited meanwhile. Without the field, the edited values of the effect are removed as well.
 */
export function removeMissingChoices(
  { picked, types, description }: UnfinishedRule,
  { fields, types: known }: RuleChoices,
): UnfinishedRule {
  /** Returns true if the type still exists. */
  const isKnown = (type: string) => known.some(({ name }) => name === type);
  const hasField = picked.field === '' || fields.some(({ name }) => name === picked.field);
  const { model: _model, ...withoutField } = { ...picked, field: '' };
  return {
    description,
    picked: { ...(hasField ? picked : withoutField), types: picked.types.filter(isKnown) },
    types: types.filter(isKnown),
  };
}
