import { asList, asObject, isObject, toText } from '../json-schema/values.ts';
import { type BlockKind, blockKinds, listBlockParts } from '../model/blocks.ts';
import type { BlockDefinition, FieldDefinition, FormType, Texts, UiSchema } from '../model/types.ts';
import { listTextKeys } from '../texts/texts.ts';
import { type DocumentPath, extendPath, type ProblemReport } from './report.ts';

/** Returns the names in `ui:blocks` of a UI schema; none if it has no blocks. */
export function getBlockNames(uiSchema: UiSchema): readonly string[] {
  return Object.keys(asObject(uiSchema['ui:blocks']));
}

/**
 * Returns the blocks of a form in display order. Reports blocks with an unsuitable name, with options that
 * are missing or have no effect, or without a position in "ui:order". Blocks without a position are left out.
 */
export function compileBlocks(
  {
    uiSchema,
    fields,
    uiAt,
  }: {
    readonly uiSchema: UiSchema;
    readonly fields: readonly FieldDefinition[];
    readonly uiAt: DocumentPath;
  },
  report: ProblemReport,
): readonly BlockDefinition[] {
  const at = extendPath(uiAt, 'ui:blocks');
  const sources = asObject(uiSchema['ui:blocks']);
  const order = asList(uiSchema['ui:order']);
  for (const [name, source] of Object.entries(sources)) {
    const place = extendPath(at, name);
    if (!/^[a-z][a-z0-9-]*$/.test(name)) {
      const reason = `a block cannot be called "${name}"; use lowercase letters, digits and "-", starting with a letter`;
      report.add(place, 'bad-block', reason);
    }
    if (!order.includes(name)) {
      const reason = `the block "${name}" has no position; add it to "ui:order"`;
      report.add(place, 'bad-block', reason);
    }
    checkBlockOptions(asObject(source), place, report);
  }
  const fieldNames = fields.map(({ name }) => name);
  const named = new Set(order);
  const sequence = (order.includes('*') ? order : [...order, '*']).flatMap((name) =>
    name === '*' ? fieldNames.filter((field) => !named.has(field)) : [toText(name)],
  );
  const blocks = sequence.flatMap((name, index): readonly BlockDefinition[] => {
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
    if (!isObject(source)) return [];
    const before = sequence.slice(index + 1).find((next) => fieldNames.includes(next));
    return [toBlockDefinition(name, source, before)];
  });
  checkHeadingLevels(blocks, at, report);
  return blocks;
}

/**
 * Returns the definition of a block. `nextField` is the first field after it, undefined if only blocks
 * follow.
 */
function toBlockDefinition(
  name: string,
  { kind, level, tone, src, width, height, decorative }: Readonly<Record<string, unknown>>,
  nextField: string | undefined,
): BlockDefinition {
  return {
    name,
    kind: kind as BlockKind,
    ...(nextField !== undefined && { before: nextField }),
    ...(kind === 'heading' && { level: level === 2 ? 2 : 1 }),
    ...(kind === 'notice' && { tone: tone === 'warning' ? 'warning' : 'information' }),
    ...(kind === 'picture' && {
      image: { src: toText(src), width: Number(width), height: Number(height) },
    }),
    ...(decorative === true && { isDecorative: true }),
  };
}

/**
 * Reports options of another kind of block, and pictures without a source or a size. A picture without a size
 * would move the form while it loads.
 * @param source The block as it is written in `ui:blocks`.
 */
function checkBlockOptions(
  source: Readonly<Record<string, unknown>>,
  at: DocumentPath,
  report: ProblemReport,
): void {
  const { kind, ...options } = source;
  const { options: known } = blockKinds[kind as BlockKind] as { readonly options: readonly string[] };
  for (const option of Object.keys(options)) {
    if (known.includes(option)) continue;
    const reason = `"${option}" has no effect here: it is not for a ${toText(kind)}; remove it`;
    report.add(extendPath(at, option), 'idle-option', reason);
  }
  if (kind !== 'picture') return;
  const missing = ['src', 'width', 'height'].filter((option) => source[option] === undefined);
  if (missing.length > 0) {
    const reason = `a picture needs ${missing.map((name) => `"${name}"`).join(' and ')}; add what is missing`;
    report.add(at, 'bad-block', reason);
  }
}

/**
 * Reports the first heading if it has level 2, because screen reader users who navigate by headings must not
 * meet a missing level (WCAG 2.2, "Info and Relationships").
 */
function checkHeadingLevels(
  blocks: readonly BlockDefinition[],
  at: DocumentPath,
  report: ProblemReport,
): void {
  const [first] = blocks.filter(({ kind }) => kind === 'heading');
  if (first?.level !== 2) return;
  const reason = `the heading "${first.name}" has level 2, but there is none of level 1 above it; remove its "level"`;
  report.add(extendPath(at, first.name, 'level'), 'bad-block', reason);
}

/** Reports texts that blocks need and that are missing in the fallback locale. */
export function checkBlockTexts(
  types: readonly FormType[],
  { fallback, fallbackLocale }: { readonly fallback: Texts; readonly fallbackLocale: string },
  report: ProblemReport,
): void {
  for (const { key, blocks = [] } of types) {
    for (const block of blocks) {
      for (const { part, isNeeded } of listBlockParts(block)) {
        const [own = '', shared = own] = listTextKeys(key, `blocks.${block.name}.${part}`);
        if (!isNeeded || (fallback[own] ?? fallback[shared]) !== undefined) continue;
        const reason = `the block "${block.name}" of the form "${key}" has no text; add "${shared}"`;
        const known = Object.keys(fallback).filter((text) => text.startsWith('blocks.'));
        report.add({ file: `texts/${fallbackLocale}.json`, path: [shared] }, 'missing-text', reason, {
          wrong: shared,
          known,
        });
      }
    }
  }
}
