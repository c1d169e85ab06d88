import { AsyncLocalStorage } from 'node:async_hooks';

/** A request while it is answered. */
interface CurrentRequest {
  readonly id: string;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** Does something, and all that follows from it, on behalf of a request: the log's lines name it. */
export function inRequest(id: string, work: () => void): void {
  current.run({ id }, work);
}

/** The id of the request on whose behalf the caller works; undefined for work of the server's own. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.id;
}

/** Returns what stands for the request on whose behalf the caller works, the same as long as it is answered; undefined as for its id. */
export function currentRequest(): object | undefined {
  return current.getStore();
}
