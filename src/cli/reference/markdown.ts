/** Returns the lines of a Markdown table with a header row, with `|` escaped in the cells. */
export function formatMarkdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const formatRow = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [formatRow(head), formatRow(head.map(() => '---')), ...rows.map(formatRow)];
}

/** Returns the text between backticks. It must not contain backticks itself: they are not escaped. */
export function formatMarkdownCode(text: string): string {
  return `\`${text}\``;
}
