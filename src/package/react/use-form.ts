import { useEffect, useState } from 'react';
import { type FormAddress, type FormContent, fetchForm } from './fetch-form.ts';

export interface LoadedForm {
  readonly state: 'loading' | 'ready' | 'failed';
  /**
   * The form. Absent until the first one is loaded. While another form is loaded, and if that fails, it
   * remains the previous one.
   */
  readonly content?: FormContent;
  /** The reason of the failure, if the state is `failed`. It is logged to the console as well. */
  readonly error?: Error;
  /** Loads the form again, in any state. The state is `loading` until the answer. */
  readonly retry: () => void;
}

/**
 * The latest answer. `key` names its request; `content` remains from an earlier answer if the request failed.
 */
interface FormResponse {
  readonly key: string;
  readonly content?: FormContent;
  readonly error?: Error;
}

/** The milliseconds after which a request without a response is logged as slow. It is not aborted. */
const slowMs = 10_000;

/**
 * Loads a form from a Slipway server after the component is mounted, and again if the address changes. Loads
 * nothing during server rendering. A request that is no longer needed is aborted.
 * @param address The form to load. It is compared by value, so a new object with equal properties does not
 * reload the form.
 */
export function useForm(address: FormAddress): LoadedForm {
  const [tries, setTries] = useState(0);
  const [answer, setAnswer] = useState<FormResponse>();
  const asked = JSON.stringify(address);
  const key = `${tries} ${asked}`;
  useEffect(() => {
    const leaving = new AbortController();
    /**
     * Stores the content or the error of the request and logs the error. Does nothing after the request was
     * aborted.
     */
    const storeResponse = (settled: Omit<FormResponse, 'key'>) => {
      if (leaving.signal.aborted) return;
      if (settled.error) console.error(settled.error.message);
      setAnswer((former) => ({ ...(former?.content && { content: former.content }), key, ...settled }));
    };
    const wanted: FormAddress = JSON.parse(asked);
    const slow = setTimeout(
      () =>
        console.error(`${wanted.server} has not answered for ${slowMs / 1000} s; still waiting for the form`),
      slowMs,
    );
    fetchForm(wanted, leaving.signal)
      .finally(() => clearTimeout(slow))
      .then(
        (content) => storeResponse({ content }),
        (error: Error) => storeResponse({ error }),
      );
    return () => {
      clearTimeout(slow);
      leaving.abort();
    };
  }, [key, asked]);
  /** Starts another request for the same address. */
  const retry = () => setTries((former) => former + 1);
  const last = answer?.content && { content: answer.content };
  if (answer?.key !== key) return { state: 'loading', ...last, retry };
  const { error } = answer;
  return error ? { state: 'failed', ...last, error, retry } : { state: 'ready', ...last, retry };
}
