/**
 * Returns a function that computes its result once per object. The result is freed with the object. A result
 * of `undefined` is cached too, and an error is not.
 */
// Lets bundlers remove an unused cache.
/* @__NO_SIDE_EFFECTS__ */
export function memoizeByObject<Source extends object, Result>(
  compute: (source: Source) => Result,
): (source: Source) => Result {
  return memoizeInMap(new WeakMap<Source, Result>(), compute);
}

/**
 * Returns a function that computes its result once per key, and caches it as long as the function exists. For
 * an object and a key: `memoizeByObject((form) => memoizeByKey((name) => …))`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function memoizeByKey<Key extends string | number, Result>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  return memoizeInMap(new Map<Key, Result>(), compute);
}

/**
 * Returns a function that looks up a key in `results`, and computes and stores the result if there is none.
 */
function memoizeInMap<Key, Result>(
  results: Pick<Map<Key, Result>, 'get' | 'has'> & { set(key: Key, result: Result): unknown },
  compute: (key: Key) => Result,
): (key: Key) => Result {
  return (key) => {
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as Result;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}
