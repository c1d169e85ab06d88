import { ApolloCache } from '@apollo/client/cache';

/**
 * A cache that keeps nothing: an enquiry is sent once, event titles are fetched once. Apollo's `InMemoryCache` would bring 12 kB
 * and ask for `__typename`, which a back end that implements the two operations need not answer.
 */
export class NoCache extends ApolloCache {
  read(): null {
    return null;
  }
  write(): undefined {
    return undefined;
  }
  diff(): never {
    throw new Error('Cannot read from a cache that keeps nothing; use the fetch policy "no-cache"');
  }
  watch(): () => void {
    return () => undefined;
  }
  reset(): Promise<void> {
    return Promise.resolve();
  }
  evict(): boolean {
    return false;
  }
  restore(): this {
    return this;
  }
  extract(): unknown {
    return {};
  }
  removeOptimistic(): void {}
  fragmentMatches(): boolean {
    return false;
  }
  performTransaction(transaction: (cache: this) => void): void {
    transaction(this);
  }
}
