/** Requests under way by their idempotency key, so that a second one waits for the first. */
export interface Repeats<Answer> {
  /** The answer to come of a request under way with the same body; undefined where none is. */
  readonly find: (request: {
    readonly key: string;
    readonly bodyHash: string;
  }) => Promise<Answer> | 'other-body' | undefined;
  /** Does the work of a first request; others find it until it is done, well or not. */
  readonly run: (
    request: { readonly key: string; readonly bodyHash: string },
    work: () => Promise<Answer>,
  ) => Promise<Answer>;
}

/** Keeps nothing of what is done: that is the store's. */
export function createRepeats<Answer>(): Repeats<Answer> {
  const underWay = new Map<string, { readonly bodyHash: string; readonly answer: Promise<Answer> }>();
  return {
    find({ key, bodyHash }) {
      const first = underWay.get(key);
      if (first === undefined) return undefined;
      return first.bodyHash === bodyHash ? first.answer : 'other-body';
    },
    run({ key, bodyHash }, work) {
      const answer = work().finally(() => underWay.delete(key));
      underWay.set(key, { bodyHash, answer });
      return answer;
    },
  };
}
