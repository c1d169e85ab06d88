import { AsyncLocalStorage } from 'node:async_hooks';

interface CurrentRequest {
  readonly id: string;
}

const requestStorage = new AsyncLocalStorage<CurrentRequest>();

/**
 * Runs work for a request, including everything asynchronous that follows; log lines then contain the
 * request's id.
 */
export function runInRequest(id: string, work: () => void): void {
  requestStorage.run({ id }, work);
}

/** Returns the id of the current request; undefined for the server's own work. */
export function getCurrentRequestId(): string | undefined {
  return requestStorage.getStore()?.id;
}

/**
 * Returns an object that is identical throughout the current request; undefined for the server's own work.
 */
export function getCurrentRequest(): object | undefined {
  return requestStorage.getStore();
}
