import { describe, expect, it } from 'vitest';
import { type ChangeOutcome, createGroupCommit } from './group-commit.ts';

/** A commit that ends when the test says so. */
function controlled(batchSize = 100, concurrency = 1) {
  const batches: { readonly changes: readonly string[]; end(): void; fail(error: unknown): void }[] = [];
  let arrived = Promise.withResolvers<void>();
  const group = createGroupCommit<string, string>({
    batchSize,
    concurrency,
    commit: (changes) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly ChangeOutcome<string>[]>();
      const outcomes = changes.map((change) => ({ isDone: true, result: change.toUpperCase() }) as const);
      batches.push({ changes, end: () => resolve(outcomes), fail: reject });
      arrived.resolve();
      arrived = Promise.withResolvers();
      return promise;
    },
  });
  async function batch(index: number) {
    while (!batches[index]) await arrived.promise;
    return batches[index];
  }
  return { group, batches, batch };
}

/** True if the promise is settled, after every promise that can settle now has settled. */
async function hasSettled(promise: Promise<unknown>): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve));
  const pending = Symbol('pending');
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('createGroupCommit', () => {
  it('commits together what arrives in one turn', async () => {
    const { group, batch } = controlled();
    const results = Promise.all(['a', 'b', 'c'].map(group.add));
    const first = await batch(0);
    expect(first.changes).toEqual(['a', 'b', 'c']);
    first.end();
    expect(await results).toEqual(['A', 'B', 'C']);
  });

  it('acknowledges nothing before the commit, and commits next what arrived meanwhile', async () => {
    const { group, batch, batches } = controlled();
    const a = group.add('a');
    const first = await batch(0);
    const rest = Promise.all(['b', 'c'].map(group.add));
    expect(await hasSettled(a)).toBe(false);
    expect(batches).toHaveLength(1);
    first.end();
    expect(await a).toBe('A');
    expect(await hasSettled(rest)).toBe(false);
    const second = await batch(1);
    expect(second.changes).toEqual(['b', 'c']);
    second.end();
    expect(await rest).toEqual(['B', 'C']);
  });

  it('splits what is more than a batch', async () => {
    const { group, batch } = controlled(2);
    const results = Promise.all(['a', 'b', 'c'].map(group.add));
    (await batch(0)).end();
    const second = await batch(1);
    expect(second.changes).toEqual(['c']);
    second.end();
    await results;
  });

  it('fails a whole batch whose commit fails, and goes on with the next', async () => {
    const { group, batch } = controlled();
    const failed = Promise.allSettled(['a', 'b'].map(group.add));
    (await batch(0)).fail(new Error('power cut'));
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const c = group.add('c');
    (await batch(1)).end();
    expect(await c).toBe('C');
  });

  it('has as many batches under way as it may, and no more', async () => {
    const { group, batch, batches } = controlled(100, 2);
    const results: Promise<string>[] = [];
    for (const change of ['a', 'b', 'c', 'd']) {
      results.push(group.add(change));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(batches.map(({ changes }) => changes)).toEqual([['a'], ['b']]);
    (await batch(1)).end();
    expect((await batch(2)).changes).toEqual(['c', 'd']);
    (await batch(0)).end();
    (await batch(2)).end();
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D']);
    await group.idle();
    // Nothing is left behind by whoever comes as the last batch ends.
    const e = group.add('e');
    (await batch(3)).end();
    const f = e.then(() => group.add('f'));
    (await batch(4)).end();
    expect(await f).toBe('F');
  });

  it('is idle when nothing is under way', async () => {
    const { group, batch } = controlled();
    await group.idle();
    const a = group.add('a');
    const idle = group.idle();
    const first = await batch(0);
    expect(await hasSettled(idle)).toBe(false);
    first.end();
    await idle;
    expect(await a).toBe('A');
  });
});
