import type { RetentionDueView, RetentionPreview, RetentionRuleView } from '../../../api/privacy.ts';
import { CommandFailure, UsageError } from '../../../command/io.ts';
import { createAudit } from '../../admin/people/audit.ts';
import {
  formatRetentionRule,
  listRetentionTypes,
  mostDays,
  parseRetentionRules,
  previewRetention,
  retentionParts,
  setRetention,
} from '../../admin/privacy/retention.ts';
import { toInertLine } from '../../delivery/mail/inert-text.ts';
import { toInertJson } from '../../platform/log/inert-json.ts';
import { requireStore } from '../stored-data.ts';
import { commandLineAuthor, type EnquiriesContext } from './enquiries-context.ts';
import { resolveFilterNames } from './enquiry-filter.ts';
import { type EnquiryNames, readNames } from './enquiry-names.ts';

/**
 * Prints the retention rules, or the rules with a proposed one, and the data that is due under them, as text
 * or JSON; due data is deleted later by a server. Of the filter, only the type counts: the proposed rule is
 * for that type.
 * @param keep The proposed rule as typed; undefined to show the rules.
 * @param isSet True to store the proposed rule.
 * @throws UsageError if the rule or its type is invalid, CommandFailure if there is no database or another
 * person changed the rules meanwhile.
 */
export async function showOrSetRetention(
  { keep, isSet }: { readonly keep: string | undefined; readonly isSet: boolean },
  context: EnquiriesContext,
): Promise<void> {
  const { contentFolder, format, io } = context;
  const store = requireStore(context, 'show the retention of');
  const names = await readNames(store, contentFolder);
  const { type } = await resolveFilterNames(context.filter, { store, names });
  const before = await store.retention();
  const rules = keep === undefined ? before : replaceRule(before, { type, keep });
  const preview = await previewRetention(rules, { store, now: Date.now() });
  if (isSet) {
    const audit = createAudit({ store, now: Date.now });
    const outcome = await setRetention({ rules, seen: before }, commandLineAuthor, { store, audit });
    if (outcome === 'changed')
      throw new CommandFailure(
        'Another person changed the retention in the meantime: nothing was set. Check it, then set it again',
      );
  }
  const types = listRetentionTypes(rules, names.typeIds);
  if (format === 'json') {
    const named = types.map((id) => ({ id, name: names.exportNames.type(id).name }));
    return io.out(`${toInertJson({ rules, types: named, ...preview })}\n`);
  }
  const end =
    keep === undefined
      ? []
      : [
          isSet
            ? 'Set. Data that is due is deleted within the hour.'
            : 'Nothing is changed yet: add --set to set this.',
        ];
  io.out(`${[...formatRetention(rules, { types, names, preview }), ...end].join('\n')}\n`);
}

/** Returns the lines for the rules of all types and for the data that is due. */
function formatRetention(
  rules: readonly RetentionRuleView[],
  {
    types,
    names,
    preview,
  }: { readonly types: readonly string[]; readonly names: EnquiryNames; readonly preview: RetentionPreview },
): readonly string[] {
  /** Returns the rule of a type, or of all other types for undefined, as text; undefined if there is none. */
  const formatRuleFor = (type: string | undefined) => {
    const rule = rules.find((one) => one.type === type);
    return rule ? formatRetentionRule(rule) : undefined;
  };
  /** Returns the key of a type, or its name without one, with the id: `sales (6)`. */
  const formatTypeName = (id: string) =>
    toInertLine(`${names.typeKey(id) ?? names.exportNames.type(id).name} (${id})`);
  return [
    'Kept, counted from arrival:',
    ...types.map((id) => `  ${formatTypeName(id).padEnd(24)}  ${formatRuleFor(id) ?? 'as all others'}`),
    `  ${'all others'.padEnd(24)}  ${formatRuleFor(undefined) ?? 'for good'}`,
    ...formatDueData('Deleted now', preview.now, formatTypeName),
    ...formatDueData('Deleted within 30 days', preview.soon, formatTypeName),
  ];
}

/** Returns a title and one line of counts per type; one line with "nothing" without data. */
function formatDueData(
  title: string,
  all: readonly RetentionDueView[],
  formatTypeName: (id: string) => string,
): readonly string[] {
  if (all.length === 0) return [`${title}: nothing.`];
  /** Returns a type and the counts of its due data. */
  const formatLine = ({ type, ...counts }: RetentionDueView) =>
    `  ${formatTypeName(type).padEnd(24)}  ${retentionParts.map((part) => `${part} ${counts[part]}`).join(', ')}`;
  return [`${title}:`, ...all.map(formatLine)];
}

/**
 * Returns the rules with the rule of `type` replaced or added; without a type, that for all other types. The
 * rule is parsed from `keep`: `enquiries=365,photos=90`, `for-good` or, to remove it, `as-others`.
 * @throws UsageError if `keep` is invalid, or `as-others` without a type.
 */
function replaceRule(
  before: readonly RetentionRuleView[],
  { type, keep }: { readonly type: string | undefined; readonly keep: string },
): readonly RetentionRuleView[] {
  const others = before.filter((rule) => rule.type !== type);
  if (keep === 'as-others') {
    if (type === undefined)
      throw new UsageError('--keep as-others needs --type TYPE: it removes the rule of that type');
    return others;
  }
  const days = keep === 'for-good' ? {} : Object.fromEntries(keep.split(',').map(readRetentionDays));
  const rules = parseRetentionRules([...others, { ...(type !== undefined && { type }), ...days }]);
  if (rules === undefined) throw createDaysError(keep);
  return rules;
}

/**
 * Parses one part of a rule: `enquiries=365`, and returns its name and its days. `all` are the parts of the
 * rule, each of which may occur once.
 * @throws UsageError if the part is invalid or occurs twice.
 */
function readRetentionDays(text: string, _at: number, all: readonly string[]): readonly [string, number] {
  const [, part = '', days = ''] = /^(\w+)=(\d{1,6})$/.exec(text.trim()) ?? [];
  const isTwice = all.filter((one) => one.trim().startsWith(`${part}=`)).length > 1;
  if (!retentionParts.some((one) => one === part) || isTwice) throw createDaysError(all.join(','));
  return [part, Number(days)];
}

/** Returns the error for an invalid value of `--keep`. */
function createDaysError(keep: string): UsageError {
  return new UsageError(
    `--keep must be ${retentionParts.map((part) => `${part}=DAYS`).join(', ')} separated by commas, each once and from 1 to ${mostDays}, or for-good, or as-others; not ${JSON.stringify(keep)}`,
  );
}
