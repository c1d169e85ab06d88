import type { ContentSource, FieldMapping, SourceTrial } from '../../../api/content-sources.ts';
import type { ContentList, PropertyKind } from '../content-lists.ts';

/** A source as a person edits it. */
export interface AddressDraft {
  readonly url: string;
  readonly everyMinutes: string;
  readonly list: string;
  readonly header: string;
  readonly prefix: string;
  /** By the paths of properties. A property without one is not filled. */
  readonly mappings: Readonly<Record<string, DraftMapping>>;
}

export interface DraftMapping {
  readonly kind: 'path' | 'constant';
  readonly text: string;
}

/** A property that a source can fill. */
export interface MappingTarget {
  /** Its path in an entry: `site.id`. */
  readonly path: string;
  readonly label: string;
  readonly kind: PropertyKind;
}

/** Returns what a person begins with: the source that there is, or an empty one. */
export function createAddressDraft(source: ContentSource | undefined): AddressDraft {
  const mappings = Object.entries(source?.fields ?? {}).map(
    ([path, mapping]): readonly [string, DraftMapping] => [
      path,
      'path' in mapping
        ? { kind: 'path', text: mapping.path }
        : { kind: 'constant', text: [mapping.constant].flat().join(', ') },
    ],
  );
  return {
    url: source?.url ?? '',
    everyMinutes: String(source?.everyMinutes ?? 15),
    list: source?.list ?? '',
    header: source?.header?.name ?? '',
    prefix: source?.header?.prefix ?? '',
    mappings: Object.fromEntries(mappings),
  };
}

/** Returns the draft with what was guessed from an answer. What the person has entered meanwhile stays. */
export function fillInGuess(
  draft: AddressDraft,
  { list = '', mappings = {} }: Partial<Pick<AddressDraft, 'list' | 'mappings'>>,
): AddressDraft {
  return { ...draft, list: draft.list || list, mappings: { ...mappings, ...draft.mappings } };
}

/** Returns the source. It may be incomplete, which the server reports when it is tried. */
export function toContentSource(draft: AddressDraft, targets: readonly MappingTarget[]): ContentSource {
  const fields = Object.entries(draft.mappings).flatMap(([path, { kind, text }]) => {
    if (text.trim() === '') return [];
    const target = targets.find((one) => one.path === path);
    return [[path, toMapping(kind, text.trim(), target)] as const];
  });
  return {
    url: draft.url.trim(),
    everyMinutes: Number(draft.everyMinutes),
    ...(draft.list.trim() !== '' && { list: draft.list.trim() }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(draft.header.trim() !== '' && {
      header: { name: draft.header.trim(), ...(draft.prefix !== '' && { prefix: draft.prefix }) },
    }),
  };
}

function toMapping(
  kind: DraftMapping['kind'],
  text: string,
  target: MappingTarget | undefined,
): FieldMapping {
  if (kind === 'path') return { path: text };
  if (target?.kind === 'ids') return { constant: text.split(',').map((one) => one.trim()) };
  const isFlag = target?.kind === 'flag' || target?.kind === 'flag-on';
  return { constant: isFlag ? text === 'true' : text };
}

/**
 * Returns the properties of a list that a source can fill: its key first.
 * @param fields The fields of the content form, for their labels.
 */
export function listTargets(
  list: ContentList,
  fields: readonly { readonly name: string; readonly label: string }[],
): readonly MappingTarget[] {
  const named = Object.entries(list.properties).map(
    ([field, { path, kind }]): MappingTarget => ({
      path: path.join('.'),
      kind,
      label: fields.find(({ name }) => name === field)?.label ?? path.join('.'),
    }),
  );
  const hasKey = named.some(({ path }) => path === list.key);
  return hasKey ? named : [{ path: list.key, kind: 'text', label: list.key.toUpperCase() }, ...named];
}

/** Returns the label of the property to which a path of an entry belongs (`offices.0`), else the path. */
export function getTargetLabel(targets: readonly MappingTarget[], path: string): string {
  const isPart = (part: string, whole: string) => part === whole || part.startsWith(`${whole}.`);
  const target =
    targets.find((one) => isPart(path, one.path)) ??
    targets.find((one) => path !== '' && isPart(one.path, path));
  return target?.label ?? path;
}

/** Returns a mapping for each property whose name ends a path of the items, in any letter case. */
export function suggestMappings(
  targets: readonly MappingTarget[],
  paths: SourceTrial['paths'],
): AddressDraft['mappings'] {
  const suggested = targets.flatMap((target): readonly (readonly [string, DraftMapping])[] => {
    const wanted = simplify(target.path);
    const found =
      paths.find(({ path }) => simplify(path) === wanted) ??
      paths.find(({ path }) => simplify(path.split('.').at(-1) ?? '') === wanted);
    return found === undefined ? [] : [[target.path, { kind: 'path', text: found.path }]];
  });
  return Object.fromEntries(suggested);
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}
