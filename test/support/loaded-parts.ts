/**
 * Returns true once a page has the modules that a form loads while a visitor types: without a connection they do not
 * come any more. Runs in the page.
 */
export function hasLoadedParts(): boolean {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  // Each module has a style sheet of the same name, which may come first.
  const parts = [/\/assets\/outbox-[\w-]+\.js/, /\/assets\/apollo-[\w-]+\.js/, /\/forms\//];
  return parts.every((part) => loaded.some((name) => part.test(name)));
}
