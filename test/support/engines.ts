/** Major, minor and patch number. */
type Version = readonly [number, number, number];

/**
 * Returns true if a Node version satisfies a range of `engines`: `^22.18.0 || >=24`. Undefined if the syntax
 * of the range is not supported, so that an unread range is never taken for a match.
 */
export function acceptsNode(range: string, node: string): boolean | undefined {
  const version = parseVersion(node);
  const alternatives = range.split('||').map((text) => parseComparisons(text.trim()));
  if (version === undefined || alternatives.some((one) => one === undefined)) return undefined;
  return alternatives.some((one) => one?.every((holds) => holds(version)));
}

type Comparison = (version: Version) => boolean;

/** Parses comparisons that must all be true: `>=22.12 <25`. Undefined if one of them is not supported. */
function parseComparisons(text: string): readonly Comparison[] | undefined {
  const parts = text.replaceAll(/([<>=^~]+)\s+/g, '$1').split(/\s+/);
  const read = parts.map(parseComparison);
  return read.every((one) => one !== undefined) ? read : undefined;
}

function parseComparison(text: string): Comparison | undefined {
  if (text === '*' || text === '') return () => true;
  const [, sign = '', rest = ''] = /^([<>]=?|[=^~])?v?(\d[\d.x*]*)$/.exec(text) ?? [];
  const from = parseVersion(rest);
  if (from === undefined) return undefined;
  const [major, minor] = from;
  const isFrom: Comparison = (version) => compareVersions(version, from) >= 0;
  const known = rest.split('.').filter((part) => /^\d+$/.test(part)).length;
  if (sign === '>=') return isFrom;
  if (sign === '<') return (version) => compareVersions(version, from) < 0;
  if (sign === '^' || (sign === '' && known === 1))
    return (version) => isFrom(version) && version[0] === major;
  if (sign === '~' || (sign === '' && known === 2))
    return (version) => isFrom(version) && version[0] === major && version[1] === minor;
  return undefined;
}

function parseVersion(text: string): Version | undefined {
  const parts = /^v?(\d+)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?$/.exec(text);
  if (parts === null) return undefined;
  const [major = 0, minor = 0, patch = 0] = parts
    .slice(1)
    .map((part) => Number.parseInt(part ?? '0', 10) || 0);
  return [major, minor, patch];
}

function compareVersions(one: Version, other: Version): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
