/** Returns the lines of a table, with `|` escaped in the cells. */
export function formatMarkdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const formatRow = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [formatRow(head), formatRow(head.map(() => '---')), ...rows.map(formatRow)];
}

export function formatMarkdownCode(text: string): string {
  return `\`${text}\``;
}
