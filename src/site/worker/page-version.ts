/**
 * Returns the version of a page by its inline data: another one has other scripts or other shared data. The
 * rest of a page may differ between two pages of one version.
 */
export function getPageVersion({
  modules,
  part,
}: {
  readonly modules: readonly string[];
  readonly part: string;
}): string {
  return `${modules[0]} ${part}`;
}
