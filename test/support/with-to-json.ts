/** Runs something on a page whose lists and objects were all given a `toJSON`, as some old libraries do. */
export async function withToJson<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  const prototypes = [Array.prototype, Object.prototype] as { toJSON?: () => string }[];
  for (const prototype of prototypes)
    Object.defineProperty(prototype, 'toJSON', { value: () => 'changed', configurable: true });
  try {
    return await run();
  } finally {
    for (const prototype of prototypes) delete prototype.toJSON;
  }
}
