import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Does something, and all that follows from it, on behalf of a request: the log's lines name it. */
export function inRequest(id: string, work: () => void): void {
  current.run(id, work);
}

/** The id of the request on whose behalf the caller works; undefined for work of the server's own. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
