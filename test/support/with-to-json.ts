/** Runs a function while all arrays and objects have a `toJSON`, as some old libraries add it. */
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
