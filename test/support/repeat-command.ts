/** Returns the command that runs a test file again, by its path from the root. */
export function repeatCommand(file: string): string {
  return `npm run ${file.includes('.long.') ? 'test:long' : 'test'} -- ${file}`;
}
