/** A path as a request writes it: `pagePath('/fr/café') // '/fr/caf%C3%A9'`. */
export function pagePath(path: string): string {
  return new URL(path, 'http://page.invalid').pathname;
}
