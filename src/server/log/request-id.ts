import { AsyncLocalStorage } from 'node:async_hooks';

interface CurrentRequest {
  readonly id: string;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/**
 * Runs work for a request, including everything asynchronous that follows; log lines then contain the
 * request's id.
 */
export function inRequest(id: string, work: () => void): void {
  current.run({ id }, work);
}

/** Returns the id of the current request; undefined for the server's own work. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.id;
}

/**
 * Returns an object that is identical throughout the current request; undefined for the server's own work.
 */
export function currentRequest(): object | undefined {
  return current.getStore();
}
