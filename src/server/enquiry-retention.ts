import type { RetentionDue, RetentionPreview, RetentionRule } from '../studio/protocol-privacy.ts';
import { StartError } from './config/config.ts';
import type { EnquiryAct, Format } from './enquiry-arguments.ts';
import { namedFilter } from './enquiry-filter.ts';
import { type EnquiryNames, readNames } from './enquiry-names.ts';
import { commandLine, UsageError } from './enquiry-usage.ts';
import { inertJson } from './log/inert-json.ts';
import { inertLine } from './mail/inert.ts';
import { createAudit } from './people/audit.ts';
import {
  keptParts,
  mostDays,
  retentionPreview,
  retentionTypes,
  ruleInWords,
  rulesGiven,
  setRetention,
} from './privacy/retention.ts';
import type { EnquiryFilter } from './store/desk-entry.ts';
import type { Store } from './store/store.ts';

export interface RetentionAsked {
  readonly act: Extract<EnquiryAct, { readonly kind: 'retention' }>;
  readonly store: Store | undefined;
  readonly dataFolder: string;
  readonly contentFolder: string | undefined;
  readonly filter: EnquiryFilter;
  readonly format: Format | undefined;
}

/**
 * Returns a description of the retention rules, or of proposed rules, with the data that is due under them.
 * With `--set` the proposed rules are stored.
 * @throws UsageError, StartError
 */
export async function retention(asked: RetentionAsked): Promise<string> {
  const { store, act, format } = asked;
  if (store === undefined)
    throw new StartError([
      `Cannot say how long "${asked.dataFolder}" keeps anything: no server has been started with it`,
    ]);
  const names = await readNames(store, asked.contentFolder);
  const { type } = await namedFilter(asked.filter, { store, names });
  const before = await store.retention();
  const rules = act.keep === undefined ? before : newRules(before, { type, keep: act.keep });
  const preview = await retentionPreview(rules, { store, now: Date.now() });
  if (act.isSet) {
    const audit = createAudit({ store, now: Date.now });
    const outcome = await setRetention({ rules, seen: before }, commandLine, { store, audit });
    if (outcome === 'changed')
      throw new StartError([
        'Somebody has set other days meanwhile: nothing was set. Look at them, then set yours',
      ]);
  }
  const types = retentionTypes(rules, names.typeIds);
  if (format === 'json') {
    const named = types.map((id) => ({ id, name: names.desk.type(id).name }));
    return `${inertJson({ rules, types: named, ...preview })}\n`;
  }
  const end =
    act.keep === undefined
      ? []
      : [
          act.isSet
            ? 'Set. What is due goes within the hour.'
            : 'Nothing is changed yet: --set beside it sets this.',
        ];
  return `${[...told(rules, { types, names, preview }), ...end].join('\n')}\n`;
}

function told(
  rules: readonly RetentionRule[],
  {
    types,
    names,
    preview,
  }: { readonly types: readonly string[]; readonly names: EnquiryNames; readonly preview: RetentionPreview },
): readonly string[] {
  const said = (type: string | undefined) => {
    const rule = rules.find((one) => one.type === type);
    return rule ? ruleInWords(rule) : undefined;
  };
  const nameOf = (id: string) => inertLine(`${names.typeKey(id) ?? names.desk.type(id).name} (${id})`);
  return [
    'Kept since they arrived:',
    ...types.map((id) => `  ${nameOf(id).padEnd(24)}  ${said(id) ?? 'as all others'}`),
    `  ${'all others'.padEnd(24)}  ${said(undefined) ?? 'for good'}`,
    ...due('Goes now', preview.now, nameOf),
    ...due('Goes within 30 days', preview.soon, nameOf),
  ];
}

function due(title: string, all: readonly RetentionDue[], nameOf: (id: string) => string): readonly string[] {
  if (all.length === 0) return [`${title}: nothing.`];
  const line = ({ type, ...counts }: RetentionDue) =>
    `  ${nameOf(type).padEnd(24)}  ${keptParts.map((part) => `${part} ${counts[part]}`).join(', ')}`;
  return [`${title}:`, ...all.map(line)];
}

/**
 * Returns the rules with the rule of one type, or of all other types, replaced.
 * @throws UsageError
 */
function newRules(
  before: readonly RetentionRule[],
  { type, keep }: { readonly type: string | undefined; readonly keep: string },
): readonly RetentionRule[] {
  const others = before.filter((rule) => rule.type !== type);
  if (keep === 'as-others') {
    if (type === undefined)
      throw new UsageError('--keep as-others takes --type TYPE: all others are kept as said of them');
    return others;
  }
  const days = keep === 'for-good' ? {} : Object.fromEntries(keep.split(',').map(partOf));
  const rules = rulesGiven([...others, { ...(type !== undefined && { type }), ...days }]);
  if (rules === undefined) throw wrongDays(keep);
  return rules;
}

function partOf(text: string, _at: number, all: readonly string[]): readonly [string, number] {
  const [, part = '', days = ''] = /^(\w+)=(\d{1,6})$/.exec(text.trim()) ?? [];
  const isTwice = all.filter((one) => one.trim().startsWith(`${part}=`)).length > 1;
  if (!keptParts.some((one) => one === part) || isTwice) throw wrongDays(all.join(','));
  return [part, Number(days)];
}

function wrongDays(keep: string): UsageError {
  return new UsageError(
    `--keep takes ${keptParts.map((part) => `${part}=DAYS`).join(', ')} with commas between, each once and from 1 to ${mostDays}, or for-good, or as-others; not ${JSON.stringify(keep)}`,
  );
}
