import { isObject } from '#engine/json-schema/values.ts';
import type { RuleChoices } from '../protocol.ts';
import { emptyPick, type PickedEffect } from './effect-picker.tsx';

export interface UnfinishedRule {
  readonly picked: PickedEffect;
  readonly types: readonly string[];
  readonly description: string;
}

export const emptyUnfinishedRule: UnfinishedRule = { picked: emptyPick, types: [], description: '' };

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

/** Stores an unfinished rule, so that it survives a reload. Undefined deletes it. */
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
 * were edited meanwhile.
 */
export function removeMissingChoices(
  { picked, types, description }: UnfinishedRule,
  { fields, types: known }: RuleChoices,
): UnfinishedRule {
  const isKnown = (type: string) => known.some(({ name }) => name === type);
  const hasField = picked.field === '' || fields.some(({ name }) => name === picked.field);
  const { model: _model, ...withoutField } = { ...picked, field: '' };
  return {
    description,
    picked: { ...(hasField ? picked : withoutField), types: picked.types.filter(isKnown) },
    types: types.filter(isKnown),
  };
}
